import { PublicKey } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { nativeMint } from '#protocol/orders/solanaOrder.ts'
import {
  getAssociatedTokenAddress,
  getFillAddress,
  getOrderAddress,
  getProgramDataAddress,
  programs,
  getSignersAddress,
  getVaultAddress,
} from './addresses.ts'
import { writeBytes } from './bytes.ts'
import { decodeInstruction } from './decodeInstruction.ts'
import {
  buildCancelInstruction,
  buildCloseFillInstruction,
  buildFillInstruction,
} from './fillInstructions.ts'
import type { SolanaInstruction } from './instruction.ts'
import {
  buildCloseOrderInstruction,
  buildOpenInstruction,
  buildRefundInstruction,
  buildReleaseInstruction,
} from './orderInstructions.ts'
import { buildCreateTokenAccountInstruction } from './tokenInstructions.ts'
import { toWebInstruction } from '../program/instruction.ts'

const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => encodeBase58(bytes))
  .filter((text) => text !== nativeMint)
const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): Hash => `0x${Buffer.from(bytes).toString('hex')}`)
const units = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const time = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
const mint = fc.oneof(fc.constant(nativeMint), address)
const tokenProgram = fc.constantFrom(programs.token, programs.token2022)
const order = fc.record({
  fillId: hash,
  depositor: address,
  token: mint,
  amount: units,
  fee: units,
  feeReceiver: address,
  payee: address,
  depositDeadline: time,
  refundAfter: time,
  fillHash: hash,
})
const fill = fc.record({
  fillId: hash,
  ordersHash: hash,
  recipient: address,
  token: mint,
  minimumAmount: units,
  fillDeadline: time,
  amount: units,
})
const place = fc.record({ program: address, rentPayer: address, tokenProgram })
const change = fc.record({ at: fc.nat(), byte: fc.nat(255), other: address })
const attestors = fc.array(address, { minLength: 1, maxLength: 3 })

describe('what the encoders write, the decoder reads', () => {
  test('deposits', () => {
    fc.assert(
      fc.property(order, place, fc.option(address, { nil: undefined }), (order, place, source) => {
        const from = source === undefined ? place : { ...place, source }
        const decoded = decodeInstruction(buildOpenInstruction(order, from), place.program)
        const { rentPayer } = place
        const own = { mint: order.token, tokenProgram: place.tokenProgram }
        const tokens = {
          tokenProgram: place.tokenProgram,
          source: source ?? getAssociatedTokenAddress(order.depositor, own),
        }
        expect(decoded).toEqual({
          name: 'open',
          order,
          rentPayer,
          ...(order.token === nativeMint ? {} : { tokens }),
        })
      }),
      { numRuns: 25 },
    )
  })

  test('releases and refunds', () => {
    fc.assert(
      fc.property(order, place, attestors, (order, place, attestors) => {
        const at = { ...place, attestors }
        const common = {
          program: place.program,
          signers: getSignersAddress(place.program),
          order: getOrderAddress(order, place.program),
          fillHash: order.fillHash,
        }
        const released = decodeInstruction(buildReleaseInstruction(order, at), place.program)
        expect(released).toMatchObject({ name: 'release', ...common, attestors })
        const refunded = decodeInstruction(buildRefundInstruction(order, at), place.program)
        const { depositor } = order
        expect(refunded).toMatchObject({ name: 'refund', ...common, attestors, depositor })
        const byClock = buildRefundInstruction(order, { ...place, attestors: [] })
        expect(decodeInstruction(byClock, place.program)).toMatchObject({ attestors: [] })
      }),
      { numRuns: 25 },
    )
  })

  test('deliveries, cancels and new token accounts', () => {
    fc.assert(
      fc.property(fill, place, address, (fill, place, solver) => {
        const at = { ...place, solver }
        const { rentPayer } = place
        const filled = decodeInstruction(buildFillInstruction(fill, at), place.program)
        expect(filled).toMatchObject({ name: 'fill', fill, solver, rentPayer })
        const cancelled = decodeInstruction(buildCancelInstruction(fill.fillId, at), place.program)
        expect(cancelled).toEqual({ name: 'cancel', fillId: fill.fillId, solver, rentPayer })
        const account = { owner: solver, mint: fill.token, tokenProgram: place.tokenProgram }
        const made = buildCreateTokenAccountInstruction(account, { payer: rentPayer })
        expect(decodeInstruction(made, place.program)).toEqual({
          name: 'createTokenAccount',
          account,
          payer: rentPayer,
        })
      }),
      { numRuns: 25 },
    )
  })
})

describe('the decoder', () => {
  test('reads no deposit in which any byte or account was changed into something else', () => {
    fc.assert(
      fc.property(order, place, change, (order, place, { at, byte, other }) => {
        const opened = buildOpenInstruction(order, place)
        const changed = changeByte(opened, { at, byte })
        const read = decodeInstruction(changed, place.program)
        expect(read === undefined || isSameData(changed, opened)).toBe(true)
        const accounts = opened.accounts.map((account, index) =>
          index === at % opened.accounts.length ? { ...account, address: other } : account,
        )
        const swapped = decodeInstruction({ ...opened, accounts }, place.program)
        const free = swapped?.name === 'open' ? [swapped.rentPayer, swapped.tokens?.source] : []
        const programOnly = swapped?.name === 'open' && swapped.tokens?.tokenProgram === other
        expect(swapped === undefined || free.includes(other) || programOnly).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  test('reads nothing of another program, and nothing that is cut or has too much', () => {
    fc.assert(
      fc.property(order, place, address, (order, place, other) => {
        const opened = buildOpenInstruction(order, place)
        const { accounts, data } = opened
        expect(decodeInstruction(opened, other)).toBeUndefined()
        const wrong: SolanaInstruction[] = [
          { ...opened, data: data.slice(0, -1) },
          { ...opened, data: Uint8Array.from([...data, 0]) },
          { ...opened, data: new Uint8Array() },
          { ...opened, accounts: accounts.slice(0, -1) },
          { ...opened, accounts: [] },
          { ...opened, accounts: accounts.map((account) => ({ ...account, isSigner: false })) },
          { ...opened, accounts: accounts.map((account) => ({ ...account, isWritable: false })) },
        ]
        expect(wrong.map((one) => decodeInstruction(one, place.program))).toEqual(
          wrong.map(() => undefined),
        )
      }),
      { numRuns: 25 },
    )
  })

  test('accepts rights that a message adds because an account stands in it twice', () => {
    fc.assert(
      fc.property(order, place, (order, place) => {
        const opened = buildOpenInstruction(order, place)
        const accounts = opened.accounts.map((one) => ({ ...one, isWritable: true }))
        expect(decodeInstruction({ ...opened, accounts }, place.program)).toBeDefined()
      }),
      { numRuns: 25 },
    )
  })
})

describe('derived addresses', () => {
  test('are those that web3.js derives', () => {
    fc.assert(
      fc.property(address, address, hash, (one, other, fillId) => {
        const [a, b] = [new PublicKey(one).toBuffer(), new PublicKey(other).toBuffer()]
        const id = Buffer.from(fillId.slice(2), 'hex')
        expect(getVaultAddress(one, other)).toBe(derived([Buffer.from('vault'), a], other))
        expect(getFillAddress({ solver: one, fillId }, other)).toBe(
          derived([Buffer.from('fill'), a, id], other),
        )
        expect(getSignersAddress(one)).toBe(derived([Buffer.from('signers')], one))
        expect(getProgramDataAddress(one)).toBe(derived([a], programs.upgradeableLoader))
        const token = { mint: other, tokenProgram: programs.token }
        const seeds = [a, new PublicKey(programs.token).toBuffer(), b]
        expect(getAssociatedTokenAddress(one, token)).toBe(derived(seeds, programs.associatedToken))
      }),
      { numRuns: 25 },
    )
  })
})

describe('what does not fit', () => {
  test('is refused before anything is written', () => {
    expect(() => writeBytes().u64(2n ** 64n)).toThrow(RangeError)
    expect(() => writeBytes().u64(-1n)).toThrow(RangeError)
    expect(() => writeBytes().i64(2n ** 63n)).toThrow(RangeError)
    expect(() => writeBytes().address('1')).toThrow('has not 32 bytes')
  })

  test('an order in tokens needs their program', () => {
    fc.assert(
      fc.property(order, address, address, (order, program, rentPayer) => {
        const inTokens = { ...order, token: program }
        expect(() => buildOpenInstruction(inTokens, { program, rentPayer })).toThrow(
          'The token program',
        )
      }),
      { numRuns: 25 },
    )
  })
})

test('instructions that close accounts name them and who paid, as web3.js has it', () => {
  const [program, rentPayer, closed] = [programs.token, programs.token2022, nativeMint]
  const order = buildCloseOrderInstruction({ program, rentPayer, order: closed })
  const fill = buildCloseFillInstruction({ program, rentPayer, record: closed })
  for (const instruction of [order, fill]) {
    const { programId, keys } = toWebInstruction(instruction)
    expect(programId.toBase58()).toBe(program)
    expect(keys.map(({ pubkey }) => pubkey.toBase58())).toEqual([closed, rentPayer])
    expect(keys.every(({ isWritable, isSigner }) => isWritable && !isSigner)).toBe(true)
  }
})

function derived(seeds: Buffer[], program: string): string {
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(program))[0].toBase58()
}

function changeByte(
  instruction: SolanaInstruction,
  { at, byte }: { at: number; byte: number },
): SolanaInstruction {
  const data = Uint8Array.from(instruction.data)
  data[at % data.length] = byte
  return { ...instruction, data }
}

function isSameData(a: SolanaInstruction, b: SolanaInstruction): boolean {
  return Buffer.compare(a.data, b.data) === 0
}

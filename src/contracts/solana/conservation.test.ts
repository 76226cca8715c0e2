import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import {
  getFillAddress,
  getOrderAddress,
  programs,
  getVaultAddress,
} from '#chains/solana/program/addresses.ts'
import {
  buildCancelInstruction,
  buildFillInstruction,
} from '#chains/solana/program/fillInstructions.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import { buildCloseOrderInstruction } from '#chains/solana/program/orderInstructions.ts'

import { getRuns } from '#testing/campaign.ts'
import { createEscrowChain, type EscrowChain, type KeyName } from '#testing/contracts/escrow.ts'
import {
  assets,
  createOrderHarness,
  toHash,
  type OrderHarness,
  readUnitsAt,
} from '#testing/contracts/order.ts'

let base: EscrowChain

beforeAll(async () => {
  base = await createEscrowChain()
})

const people = ['service', 'depositor', 'solver', 'payee', 'feeReceiver', 'recipient'] as const
const everybody = [...people, 'stranger', 'attestor', 'authority'] as const
/** Amount of a fill. */
const delivered = 1_000_000n
const actions = ['open', 'release', 'refund', 'close', 'fill', 'cancel'] as const

/** One step: an instruction with permuted accounts, signed by some, after some time. */
const step = fc.record({
  action: fc.constantFrom(...actions),
  /** Pairs of account indexes to swap. */
  swaps: fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 2 }),
  /** Account indexes, and the account of the pool to put there. */
  replaced: fc.array(fc.tuple(fc.nat(11), fc.nat(20)), { maxLength: 1 }),
  isAttested: fc.boolean(),
  seconds: fc.constantFrom(0, 0, 0, 60, 500, 1_000),
})

describe.each(assets)(
  'whatever is tried with %s, in whatever order of accounts and steps',
  (asset) => {
    test('nothing is made or lost, and only the named ever gain from the escrow', () => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), (steps) => {
          const harness = createOrderHarness(base, asset)
          const { chain, units } = harness
          const start = totals(harness)
          const before = new Map(everybody.map((name) => [name, units(name)]))
          const given = new Map<string, bigint>()
          let fees = 0n
          for (const one of steps) {
            chain.pass(one.seconds)
            const instruction = scrambled(harness, one)
            const signers = everybody.filter((name) => signsIn(harness, name, instruction))
            const { error, feeLamports } = chain.run([instruction], signers)
            fees += feeLamports
            if (error || one.action !== 'fill') continue
            // The solver signed this, so it may pay whomever it names.
            const recipient = instruction.accounts[5]?.address ?? ''
            given.set(recipient, (given.get(recipient) ?? 0n) + delivered)
          }
          const end = totals(harness)
          expect(end.tokens).toBe(start.tokens)
          expect(end.lamports + fees).toBe(start.lamports)
          for (const name of ['stranger', 'attestor', 'authority'] as const) {
            const gained = units(name) - (before.get(name) ?? 0n)
            expect(gained <= (given.get(chain.address(name)) ?? 0n)).toBe(true)
          }
        }),
        getRuns({ test: 10, campaign: 40 }),
      )
    })
  },
)

/** The valid instruction with its accounts permuted. */
function scrambled(
  harness: OrderHarness,
  { action, swaps, replaced, isAttested }: typeof step extends fc.Arbitrary<infer T> ? T : never,
): SolanaInstruction {
  const instruction = plain(harness, action, isAttested)
  const accounts = [...instruction.accounts]
  const pool = getPool(harness)
  for (const [at, other] of swaps) {
    const [a, b] = [accounts[at % accounts.length], accounts[other % accounts.length]]
    if (!a || !b) continue
    // Privileges stay with the index; only addresses move.
    accounts[at % accounts.length] = { ...a, address: b.address }
    accounts[other % accounts.length] = { ...b, address: a.address }
  }
  for (const [at, other] of replaced) {
    const place = accounts[at % accounts.length]
    const address = pool[other % pool.length]
    if (place && address !== undefined) accounts[at % accounts.length] = { ...place, address }
  }
  // Nobody can sign for a replaced account, which then is not a signer.
  const known = new Set(everybody.map((name) => harness.chain.address(name)))
  return {
    ...instruction,
    accounts: accounts.map((one) => ({ ...one, isSigner: one.isSigner && known.has(one.address) })),
  }
}

function plain(
  harness: OrderHarness,
  action: (typeof actions)[number],
  isAttested: boolean,
): SolanaInstruction {
  const { chain, order, place, tokenProgram } = harness
  const { program } = chain
  const [solver, rentPayer] = [chain.address('solver'), chain.address('service')]
  switch (action) {
    case 'open':
      return harness.open()
    case 'release':
      return harness.release(isAttested ? ['attestor'] : [])
    case 'refund':
      return harness.refund(isAttested ? ['attestor'] : [])
    case 'close':
      return buildCloseOrderInstruction({
        program,
        rentPayer,
        order: getOrderAddress(order, program),
      })
    case 'cancel':
      return buildCancelInstruction(order.fillId, { program, solver, rentPayer })
    case 'fill':
      return buildFillInstruction(
        {
          fillId: order.fillId,
          ordersHash: toHash(4),
          recipient: chain.address('recipient'),
          token: order.token,
          minimumAmount: delivered,
          fillDeadline: order.depositDeadline,
          amount: delivered,
        },
        { ...place, solver, ...(tokenProgram === undefined ? {} : { tokenProgram }) },
      )
  }
}

/** Every account involved. */
function getPool({ chain, order, accountOf }: OrderHarness): string[] {
  const at = getOrderAddress(order, chain.program)
  const record = { solver: chain.address('solver'), fillId: order.fillId }
  const derived = [at, getVaultAddress(at, chain.program), getFillAddress(record, chain.program)]
  const owned = everybody.flatMap((name) => [chain.address(name), accountOf(name)])
  return [...derived, ...owned, chain.address('mint'), programs.system, chain.program]
}

/** Sum of all coins and of all tokens of the mint. */
function totals(harness: OrderHarness): { lamports: bigint; tokens: bigint } {
  const { chain, asset } = harness
  const addresses = [...new Set(getPool(harness))].filter(
    (address) => address !== programs.system && address !== chain.program,
  )
  let [lamports, tokens] = [0n, 0n]
  for (const address of addresses) {
    lamports += chain.lamports(address)
    if (asset !== 'native coins' && chain.data(address)?.length !== 82) {
      const owner = chain.runtime.account(address)?.owner
      const isToken = owner === harness.tokenProgram
      tokens += isToken ? readUnitsAt(chain, { address, isNative: false }) : 0n
    }
  }
  return { lamports, tokens }
}

function signsIn({ chain }: OrderHarness, name: KeyName, { accounts }: SolanaInstruction): boolean {
  return accounts.some(({ address, isSigner }) => isSigner && address === chain.address(name))
}

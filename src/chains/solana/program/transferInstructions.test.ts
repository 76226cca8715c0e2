import { ComputeBudgetProgram, PublicKey, SystemProgram } from '@solana/web3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeBase58 } from '#protocol/ids/base58.ts'
import { programs } from './addresses.ts'
import {
  buildComputeBudgetInstructions,
  getPriorityLamports,
  readComputeBudget,
} from './computeBudget.ts'
import { fromWebInstruction, toWritableAccount } from './instruction.ts'
import { decodeTransfer, buildTransferInstruction } from './transferInstructions.ts'

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)
const units = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const token = fc.record({
  mint: address,
  tokenProgram: fc.constantFrom(programs.token, programs.token2022),
  decimals: fc.integer({ min: 0, max: 255 }),
})
const transfer = fc.record(
  { from: address, to: address, units, token, reference: address },
  { requiredKeys: ['from', 'to', 'units'] },
)

test('reads each transfer as it was written', () => {
  fc.assert(
    fc.property(transfer, (one) => {
      expect(decodeTransfer(buildTransferInstruction(one))).toEqual(one)
    }),
  )
})

test('pays coins as web3.js does', () => {
  fc.assert(
    fc.property(address, address, units, (from, to, lamports) => {
      const wanted = SystemProgram.transfer({
        fromPubkey: new PublicKey(from),
        toPubkey: new PublicKey(to),
        lamports,
      })
      expect(buildTransferInstruction({ from, to, units: lamports })).toEqual(
        fromWebInstruction(wanted),
      )
    }),
  )
})

test('reads no transfer with slack, of another kind, or that names more', () => {
  const [from = '', to = '', more = ''] = fc.sample(address, 3)
  const plain = buildTransferInstruction({ from, to, units: 5n })
  const { accounts, data } = plain
  expect(decodeTransfer(plain)).toBeDefined()
  expect(decodeTransfer({ ...plain, data: Uint8Array.of(...data, 0) })).toBeUndefined()
  expect(decodeTransfer({ ...plain, data: data.slice(0, 5) })).toBeUndefined()
  expect(decodeTransfer({ ...plain, data: Uint8Array.of(3, ...data.slice(1)) })).toBeUndefined()
  expect(decodeTransfer({ ...plain, accounts: accounts.slice(0, 1) })).toBeUndefined()
  const twoMore = [...accounts, toWritableAccount(more), toWritableAccount(more)]
  expect(decodeTransfer({ ...plain, accounts: twoMore })).toBeUndefined()
})

test('sets the budget as web3.js does and reads it again', () => {
  const budget = fc.record({
    units: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    microLamports: units,
  })
  fc.assert(
    fc.property(budget, (one) => {
      const instructions = buildComputeBudgetInstructions(one)
      expect(instructions).toEqual(
        [
          ComputeBudgetProgram.setComputeUnitLimit(one),
          ComputeBudgetProgram.setComputeUnitPrice(one),
        ].map(fromWebInstruction),
      )
      expect(readComputeBudget(instructions)).toEqual({ budget: one, others: [] })
    }),
  )
})

test('reads no budget that is incomplete, turned round, or said twice', () => {
  const both = buildComputeBudgetInstructions({ units: 1_000, microLamports: 5n })
  expect(readComputeBudget(both.slice(0, 1))).toBeUndefined()
  expect(readComputeBudget(both.toReversed())).toBeUndefined()
  expect(readComputeBudget([...both, ...both])).toBeUndefined()
})

test('a budget costs what a cluster takes for it, rounded up', () => {
  expect(getPriorityLamports({ units: 200_000, microLamports: 1_000n })).toBe(200n)
  expect(getPriorityLamports({ units: 1, microLamports: 1n })).toBe(1n)
})

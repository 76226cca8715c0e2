import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'

import type { LandedTransaction } from '../rpc/history.ts'
import { getAddresses, encodeMessage, encodeTransaction } from '../codec/message.ts'
import { findOrderEventKind } from './orderEvents.ts'
import { toPayerAccount, toReadonlyAccount } from '../program/instruction.ts'

const [feePayer, caller, program, order, other] = Array.from({ length: 5 }, unusedAddress)

test.each([
  ['opened', [0], 'deposited'],
  ['released', [1], 'released'],
  ['refunded', [2], 'refunded'],
  ['opened and refunded', [0, 2], 'refunded'],
  ['closed', [3], undefined],
] as const)('an order that a program of somebody had %s is told to be so', (_, numbers, kind) => {
  const place = { address: order ?? '', program: program ?? '' }
  expect(findOrderEventKind(calling(numbers, order), place)).toBe(kind)
  expect(findOrderEventKind(calling(numbers, other), place), 'another was').toBeUndefined()
  expect(
    findOrderEventKind(calling(numbers, order), { ...place, program: caller ?? '' }),
  ).toBeUndefined()
})

/** A transaction in which a program calls the escrow program with an order from a lookup table. */
function calling(numbers: readonly number[], about: string | undefined): LandedTransaction {
  const called = { programId: caller ?? '', data: Uint8Array.of(99) }
  const accounts = [
    toPayerAccount(feePayer ?? ''),
    toReadonlyAccount(program ?? ''),
    toReadonlyAccount(order ?? ''),
  ]
  const message = {
    feePayer: feePayer ?? '',
    blockhash: unusedAddress(),
    instructions: [{ ...called, accounts }],
  }
  const statics = getAddresses(message)
  const at = [...statics, other].indexOf(about)
  const instructions = numbers.map((number) => ({
    programIdIndex: statics.indexOf(program ?? ''),
    accounts: number === 0 ? [0, 0, at, 0] : [0, at, 0],
    data: Uint8Array.of(number),
  }))
  return {
    slot: 1n,
    time: undefined,
    err: null,
    fee: 5_000n,
    logs: ['Program log: Refund'],
    bytes: encodeTransaction(encodeMessage(message), new Map()),
    loaded: [other ?? ''],
    called: [{ index: 0, instructions }],
    balancesBefore: [],
    balancesAfter: [],
  }
}

function unusedAddress(): string {
  return Keypair.generate().publicKey.toBase58()
}

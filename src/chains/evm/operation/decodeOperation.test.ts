import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import {
  buildApproveCall,
  buildDepositCall,
  buildGuardCall,
  nativeToken,
  buildSwapCall,
  buildTransferCall,
  buildUnwrapCall,
  buildWrapCall,
} from './accountCalls.ts'
import { decodeBatch, encodeBatch } from './batch.ts'
import { type CallFact, decodeOperation } from './decodeOperation.ts'
import { checksumAddress } from '#protocol/ids/caip.ts'

const units = fc.bigInt({ min: 1n, max: 2n ** 255n })
const seconds = fc.bigInt({ min: 0n, max: 2n ** 48n - 1n })
const address = getHex(20).map((text): EvmAddress => checksumAddress(text))
const hash = getHex(32).map((text): Hash => text)

const order = fc.record({
  fillId: hash,
  depositor: address,
  token: address,
  amount: units,
  fee: units,
  feeReceiver: address,
  payee: address,
  depositDeadline: seconds,
  refundAfter: seconds,
  fillHash: hash,
})

test('what is built reads back as the same facts', () => {
  fc.assert(
    fc.property(
      fc.record({ at: address, to: address, amount: units, until: seconds, order }),
      ({ at, to, amount, until, order }) => {
        const native = { ...order, token: nativeToken } as const
        const calls = [
          buildGuardCall(at, { validAfter: 0n, validUntil: until }),
          buildApproveCall(at, { spender: to, amount }),
          buildDepositCall(at, order),
          buildDepositCall(at, native),
          buildTransferCall(at, { recipient: to, amount }),
          buildTransferCall(nativeToken, { recipient: to, amount }),
          buildWrapCall(at, amount),
          buildUnwrapCall(at, amount),
        ]
        const facts: CallFact[] = [
          { kind: 'guard', guard: at, validAfter: 0n, validUntil: until },
          { kind: 'approval', token: at, spender: to, amount },
          { kind: 'deposit', escrow: at, value: 0n, order },
          { kind: 'deposit', escrow: at, value: order.amount + order.fee, order: native },
          { kind: 'transfer', token: at, recipient: to, amount },
          { kind: 'transfer', token: nativeToken, recipient: to, amount },
          { kind: 'wrap', token: at, amount },
          { kind: 'unwrap', token: at, amount },
        ]
        expect(decodeOperation(encodeBatch(calls))).toEqual(facts)
      },
    ),
    { numRuns: 50 },
  )
})

test('reads a swap whichever side is the native coin', () => {
  fc.assert(
    fc.property(
      fc.record({
        tokenIn: address,
        tokenOut: address,
        isNativeIn: fc.boolean(),
        isNativeOut: fc.boolean(),
        poolFee: fc.constantFrom(100, 500, 3000),
        amountIn: units,
        minimumOut: units,
        recipient: address,
        deadline: seconds,
      }),
      address,
      (swap, router) => {
        expect(decodeOperation(encodeBatch([buildSwapCall(router, swap)]))).toEqual([
          { kind: 'swap', router, ...swap },
        ])
      },
    ),
    { numRuns: 50 },
  )
})

test('no byte of a batch can change without changing what is read', () => {
  const at: EvmAddress = '0x00000000000000000000000000000000000000AA'
  const callData = encodeBatch([
    buildGuardCall(at, { validAfter: 0n, validUntil: 1_800_000_000n }),
    buildApproveCall(at, { spender: at, amount: 5n }),
    buildTransferCall(nativeToken, { recipient: at, amount: 7n }),
  ])
  const facts = decodeOperation(callData)
  for (let index = 2; index < callData.length; index += 2) {
    const flipped = (Number.parseInt(callData.slice(index, index + 2), 16) ^ 1)
      .toString(16)
      .padStart(2, '0')
    const changed: Hex = `0x${callData.slice(2, index)}${flipped}${callData.slice(index + 2)}`
    expect(decodeOperation(changed)).not.toEqual(facts)
  }
})

test('shows a call it does not know as unknown, value on a call that takes none included', () => {
  const at: EvmAddress = '0x00000000000000000000000000000000000000AA'
  const permit = { to: at, value: 0n, data: '0xd505accf' } as const
  const paying = { ...buildApproveCall(at, { spender: at, amount: 1n }), value: 1n }
  const padded = buildApproveCall(at, { spender: at, amount: 1n })
  const slack = { ...padded, data: `${padded.data}00` } as const
  const calls = [permit, paying, slack]
  expect(decodeOperation(encodeBatch(calls))).toEqual(
    calls.map((call) => ({ kind: 'unknown', call })),
  )
})

test('reads nothing where the call data is no batch', () => {
  const batch = encodeBatch([])
  expect(decodeBatch(batch)).toEqual([])
  for (const callData of [
    '0x',
    '0xe9ae5c53',
    `${batch}00`,
    `0xdeadbeef${batch.slice(10)}`,
  ] as const)
    expect(decodeOperation(callData)).toBeUndefined()
})

function getHex(bytes: number): fc.Arbitrary<Hex> {
  return fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)
}

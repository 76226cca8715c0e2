import { encodeFunctionData, type Hex } from 'viem'
import { expect, test } from 'vitest'

import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import {
  buildApproveCall,
  buildGuardCall,
  buildPullCall,
  buildTransferCall,
} from '../operation/accountCalls.ts'
import { encodeBatch } from '../operation/batch.ts'
import { getCallParts, decodeBundle } from './readBundle.ts'

const [guard, settler, solver, token, vault, account] = ['1', '2', '3', '4', '5', '6'].map(
  (digit): Hex => `0x${digit.repeat(40)}`,
)
if (!guard || !settler || !solver || !token || !vault || !account) throw new Error('Six addresses.')
const prepareId: Hex = `0x${'ab'.repeat(32)}`
const window = { validAfter: 0n, validUntil: 99n }
const own = { to: vault, data: '0x12345678', value: 7n } as const
const lending = buildPullCall(settler, { prepareId, solver, tokens: [token], amounts: [100n] })
const allow = buildApproveCall(token, { spender: vault, amount: 100n })
const reset = buildApproveCall(token, { spender: vault, amount: 0n })
const fee = buildTransferCall(token, { recipient: solver, amount: 3n })

test('a call that is lent for is taken apart', () => {
  const data = encodeBatch([buildGuardCall(guard, window), lending, allow, own, own, reset])
  expect(getCallParts(data)).toEqual({
    prepareId,
    lent: [{ token, amount: 100n }],
    approvals: [{ token, spender: vault, amount: 100n }],
    calls: [own, own],
  })
})

test('a call that pays its own fee has neither loan nor deposit', () => {
  const data = encodeBatch([buildGuardCall(guard, window), own, fee])
  expect(getCallParts(data)).toEqual({
    prepareId: undefined,
    lent: [],
    approvals: [],
    calls: [own],
  })
})

test("a user's own transfer is a call, and not the fee", () => {
  const data = encodeBatch([buildGuardCall(guard, window), fee, fee])
  expect(getCallParts(data)?.calls).toEqual([fee])
})

test('a batch that is built otherwise is no prepared call', () => {
  const odd = [
    [own, fee],
    [buildGuardCall(guard, window), lending, allow, own],
    [buildGuardCall(guard, window), fee],
  ]
  for (const calls of odd) expect(getCallParts(encodeBatch(calls))).toBeUndefined()
  expect(getCallParts('0x1234')).toBeUndefined()
})

test("a bundle gives its operations, and another contract's data none", () => {
  const callData = encodeBatch([buildGuardCall(guard, window), own, fee])
  const zero: Hex = `0x${'00'.repeat(32)}`
  const operation = {
    sender: account,
    nonce: 5n,
    initCode: '0x',
    callData,
    accountGasLimits: zero,
    preVerificationGas: 1n,
    gasFees: zero,
    paymasterAndData: '0x',
    signature: '0x',
  } as const
  const data = encodeFunctionData({
    abi: entryPointAbi,
    functionName: 'handleOps',
    args: [[operation], solver],
  })
  expect(decodeBundle(data)).toEqual([{ sender: account, nonce: 5n, callData }])
  expect(decodeBundle(own.data)).toEqual([])
})

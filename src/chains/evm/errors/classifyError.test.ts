import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { classifyError } from './classifyError.ts'

const account = '0x00000000000000000000000000000000000000aa'
const errorAbi = parseAbi([
  'error Error(string)',
  'error ERC20InsufficientBalance(address, uint256, uint256)',
  'error Unheard(uint256)',
])

function text(reason: string) {
  return encodeErrorResult({ abi: errorAbi, errorName: 'Error', args: [reason] })
}

function failedOp(reason: string) {
  return encodeErrorResult({ abi: entryPointAbi, errorName: 'FailedOp', args: [0n, reason] })
}

test.each([
  ['Too little received', 'TOO_LITTLE_RECEIVED'],
  ['Transaction too old', 'ORDER_EXPIRED'],
  ['STF', 'TRANSFER_FROM_FAILED'],
  ['ERC20: transfer amount exceeds balance', 'TRANSFER_AMOUNT_EXCEEDS_BALANCE'],
  ['ERC20: transfer amount exceeds allowance', 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE'],
  ['something else', 'EXECUTION_REVERTED'],
] as const)('a revert with "%s" is %s', (reason, expected) => {
  expect(classifyError(text(reason), 'operation')).toBe(expected)
})

test.each([
  ['AA25 invalid account nonce', 'ACCOUNT_ABSTRACTION_INVALID_NONCE'],
  ['AA24 signature error', 'ACCOUNT_ABSTRACTION_SIGNATURE_ERROR'],
  ['AA34 signature error', 'ACCOUNT_ABSTRACTION_SIGNATURE_ERROR'],
  ['AA32 paymaster expired or not due', 'SIGNATURE_EXPIRED'],
  ['AA31 paymaster deposit too low', 'SOLVER_CAPACITY_EXCEEDED'],
] as const)("the EntryPoint's %s is %s", (reason, expected) => {
  expect(classifyError(failedOp(reason), 'operation')).toBe(expected)
})

test('a call that runs out of gas is no swap', () => {
  const data = failedOp('AA26 over verificationGasLimit')
  expect(classifyError(data, 'operation')).toBe('SWAP_USES_TOO_MUCH_GAS')
  expect(classifyError(data, 'call')).toBe('EXECUTION_REVERTED')
})

test('an account that reverts in validation is named by what it reverted with', () => {
  const inner = encodeErrorResult({
    abi: originEscrowAbi,
    errorName: 'DepositExpired',
    args: [1n, 2n],
  })
  const data = encodeErrorResult({
    abi: entryPointAbi,
    errorName: 'FailedOpWithRevert',
    args: [0n, 'AA23 reverted', inner],
  })
  expect(classifyError(data, 'operation')).toBe('ORDER_EXPIRED')
})

test('a balance that is short is the user’s in an operation and capacity in a fill', () => {
  const data = encodeErrorResult({
    abi: errorAbi,
    errorName: 'ERC20InsufficientBalance',
    args: [account, 1n, 2n],
  })
  expect(classifyError(data, 'operation')).toBe('TRANSFER_AMOUNT_EXCEEDS_BALANCE')
  expect(classifyError(data, 'fill')).toBe('SOLVER_CAPACITY_EXCEEDED')
})

test.each([
  [`0x${'00'.repeat(31)}01`, 'ORDER_IS_CANCELLED'],
  [`0x${'ab'.repeat(32)}`, 'ORDER_ALREADY_FILLED'],
] as const)('a fill that is known as %s is %s', (was, expected) => {
  const data = encodeErrorResult({
    abi: destinationSettlerAbi,
    errorName: 'FillKnown',
    args: [account, was, was],
  })
  expect(classifyError(data, 'fill')).toBe(expected)
})

test('no data and unknown errors have reasons of their own', () => {
  expect(classifyError('0x', 'operation')).toBe('MISSING_REVERT_DATA')
  const unheard = encodeErrorResult({ abi: errorAbi, errorName: 'Unheard', args: [1n] })
  expect(classifyError(unheard, 'operation')).toBe('EXECUTION_REVERTED')
})

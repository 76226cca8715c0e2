import { decodeErrorResult, parseAbi } from 'viem/utils'

import type { FailReason } from '#protocol/status/failReason.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { findErrorBySelector, findErrorByText, type KnownError } from './errorTable.ts'
import { entryPointCodes } from './signatureErrors.ts'

/** Where a revert happened; the same error means different things for the user and the solver. */
export type ErrorPlace = 'operation' | 'call' | 'fill' | 'settlement'

/** Errors whose meaning depends on their values. */
const specificErrors = parseAbi([
  'error Error(string reason)',
  'error FillKnown(address solver, bytes32 fillId, bytes32 was)',
  'error WrongNativeValue(uint256 expected, uint256 given)',
  // 0x native orders: 2 filled, 3 cancelled, 4 expired.
  'error OrderNotFillableError(bytes32 orderHash, uint8 orderStatus)',
  // Errors that wrap another revert: EntryPoint, universal router, Across, ERC-7751, EntryPoint.
  'error FailedOp(uint256 opIndex, string reason)',
  'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
  'error ExecutionFailed(uint256 commandIndex, bytes message)',
  'error LowLevelCallFailed(bytes data)',
  'error WrappedError(address target, bytes4 selector, bytes reason, bytes details)',
  'error PostOpReverted(bytes returnData)',
])

/** Most nested wrappers that are opened. */
const maxLayers = 4

const unknown: KnownError = { reason: 'EXECUTION_REVERTED', isSwap: false }
const orderStatuses: Readonly<Record<number, FailReason>> = {
  2: 'ORDER_ALREADY_FILLED',
  3: 'ORDER_IS_CANCELLED',
  4: 'ORDER_EXPIRED',
}

/**
 * Returns the fail reason for revert data. In order of precedence:
 *
 * 1. No data: MISSING_REVERT_DATA; less than a selector: UNKNOWN.
 * 2. A code of the EntryPoint; then the error inside a wrapper, since the innermost error is the
 * cause.
 * 3. The selector, which is exact; then the error text, specific texts before generic ones.
 * 4. Where it happened: if the solver fails, it is for lack of capacity and not the user's fault;
 * if a swap fails on the way back, the reason says so; and a call that runs out of gas is no swap.
 *
 * @param revertData - As returned by the chain; `0x` if none.
 * @param place - `operation`: the user's; `call`: the user's with contract calls; `fill`: the solver's;
 *   `settlement`: release, refund or cancel.
 * @returns EXECUTION_REVERTED for an unknown error. Source: wire, "failReason".
 */
export function classifyError(revertData: Hex, place: ErrorPlace): FailReason {
  if (revertData === '0x') return 'MISSING_REVERT_DATA'
  if (revertData.length < 10) return 'UNKNOWN'
  return classifyAtPlace(findKnownError(revertData, { place, layers: maxLayers }) ?? unknown, place)
}

function classifyAtPlace({ reason, isSwap }: KnownError, place: ErrorPlace): FailReason {
  const isShort =
    reason === 'TRANSFER_AMOUNT_EXCEEDS_BALANCE' || reason === 'TRANSFER_AMOUNT_EXCEEDS_ALLOWANCE'
  if (place === 'fill' && isShort) return 'SOLVER_CAPACITY_EXCEEDED'
  if (place === 'call' && reason === 'SWAP_USES_TOO_MUCH_GAS') return 'EXECUTION_REVERTED'
  return place === 'settlement' && isSwap ? 'REVERSE_SWAP_FAILED' : reason
}

type Depth = { place: ErrorPlace; layers: number }

function findKnownError(data: Hex, depth: Depth): KnownError | undefined {
  const known = findErrorBySelector.get(data.slice(0, 10))
  if (known || depth.layers === 0) return known
  const error = decode(data)
  switch (error?.errorName) {
    case 'Error':
      return findByEntryPointCode(error.args[0]) ?? findErrorByText(error.args[0])
    case 'FillKnown':
      return findOwnError(
        BigInt(error.args[2]) === 1n ? 'ORDER_IS_CANCELLED' : 'ORDER_ALREADY_FILLED',
      )
    case 'WrongNativeValue':
      return findOwnError(
        depth.place === 'operation' || depth.place === 'call'
          ? 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED'
          : 'INCORRECT_PAYMENT',
      )
    case 'OrderNotFillableError':
      return findOwnError(orderStatuses[error.args[1]] ?? 'PROTOCOL_DEX_ERROR')
    case 'FailedOp':
      return findByEntryPointCode(error.args[1]) ?? findOwnError('TRANSACTION_REVERTED')
    case 'FailedOpWithRevert':
      return (
        findByEntryPointCode(error.args[1]) ??
        findInnerError(error.args[2], depth, 'TRANSACTION_REVERTED')
      )
    case 'ExecutionFailed':
      return findInnerError(error.args[1], depth)
    case 'LowLevelCallFailed':
    case 'PostOpReverted':
      return findInnerError(error.args[0], depth)
    case 'WrappedError':
      return findInnerError(error.args[2], depth)
    case undefined:
      return undefined
  }
}

/** Whether the EntryPoint rejected an operation because the paymaster's deposit is too small. */
export function isPaymasterEmpty(data: Hex): boolean {
  const error = decode(data)
  return error?.errorName === 'FailedOp' && error.args[1].startsWith('AA31 ')
}

/** Meaning of an EntryPoint code such as `AA25 invalid account nonce`. */
function findByEntryPointCode(text: string): KnownError | undefined {
  const reason = entryPointCodes[/^AA\d\d(?= )/.exec(text)?.[0] ?? '']
  return reason && findOwnError(reason)
}

/** Classifies the error inside a wrapper; an empty wrapper has its own reason. */
function findInnerError(inner: Hex, depth: Depth, empty?: FailReason): KnownError | undefined {
  if (inner === '0x') return findOwnError(empty ?? 'MISSING_REVERT_DATA')
  return findKnownError(inner, { ...depth, layers: depth.layers - 1 })
}

function findOwnError(reason: FailReason): KnownError {
  return { reason, isSwap: false }
}

function decode(data: Hex) {
  try {
    return decodeErrorResult({ abi: specificErrors, data })
  } catch {
    // Not one of these errors.
    return undefined
  }
}

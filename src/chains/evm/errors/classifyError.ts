import { decodeErrorResult, parseAbi } from 'viem/utils'

import type { FailReason } from '#protocol/status/failReason.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { findErrorBySelector, findErrorByText, type KnownError } from './errorTable.ts'
import { entryPointCodes } from './signatureErrors.ts'

/** Where the revert happened: the same error means another thing for the user and for the solver. */
export type ErrorPlace = 'operation' | 'fill' | 'settlement'

/** Errors whose meaning stands in their values. */
const specificErrors = parseAbi([
  'error Error(string reason)',
  'error FillKnown(address solver, bytes32 fillId, bytes32 was)',
  'error WrongNativeValue(uint256 expected, uint256 given)',
  // 0x native orders: 2 filled, 3 cancelled, 4 expired.
  'error OrderNotFillableError(bytes32 orderHash, uint8 orderStatus)',
  // What carries another's revert: EntryPoint, universal router, Across, ERC-7751, EntryPoint again.
  'error FailedOp(uint256 opIndex, string reason)',
  'error FailedOpWithRevert(uint256 opIndex, string reason, bytes inner)',
  'error ExecutionFailed(uint256 commandIndex, bytes message)',
  'error LowLevelCallFailed(bytes data)',
  'error WrappedError(address target, bytes4 selector, bytes reason, bytes details)',
  'error PostOpReverted(bytes returnData)',
])

/** Wrappers in wrappers are opened so often. */
const maxLayers = 4

const unknown: KnownError = { reason: 'EXECUTION_REVERTED', isSwap: false }
const orderStatuses: Readonly<Record<number, FailReason>> = {
  2: 'ORDER_ALREADY_FILLED',
  3: 'ORDER_IS_CANCELLED',
  4: 'ORDER_EXPIRED',
}

/**
 * Names why something reverted, from the data it reverted with. What counts first:
 *
 * 1. Nothing was given: MISSING_REVERT_DATA; less than a selector says nothing: UNKNOWN.
 * 2. A code of the EntryPoint, which names who is at fault; then what a wrapper carries, since the
 *    innermost error is the cause and what is around it only passes it on.
 * 3. An error's selector: it is exact. Texts come after it, narrow ones before common ones.
 * 4. Where it happened: what the solver lacks is capacity, nothing the user did; an exchange that
 *    fails on the way back is the way back's failure.
 *
 * @param revertData - As the chain gave it; `0x` for none.
 * @param place - `operation`: the user's; `fill`: the solver's delivery; `settlement`: release,
 *   refund or cancel.
 * @returns EXECUTION_REVERTED for an error that is not known. Source: wire, "failReason".
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
        depth.place === 'operation' ? 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED' : 'INCORRECT_PAYMENT',
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

/** Whether the EntryPoint refused an operation because its paymaster's deposit is too small. */
export function isPaymasterEmpty(data: Hex): boolean {
  const error = decode(data)
  return error?.errorName === 'FailedOp' && error.args[1].startsWith('AA31 ')
}

/** What a code of the EntryPoint means, such as `AA25 invalid account nonce`. */
function findByEntryPointCode(text: string): KnownError | undefined {
  const reason = entryPointCodes[/^AA\d\d(?= )/.exec(text)?.[0] ?? '']
  return reason && findOwnError(reason)
}

/** The cause inside a wrapper; of one that carries nothing, what the wrapper itself means. */
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
    // No error whose values are read here.
    return undefined
  }
}

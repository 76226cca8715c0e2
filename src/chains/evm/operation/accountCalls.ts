import { encodeAbiParameters } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { type Order, orderComponents } from '#protocol/orders/order.ts'
import type { BatchCall } from './batch.ts'

/**
 * All calls the service ever puts into a batch, as selector and parameters: encoded by the builders
 * below and decoded in decodeOperation.ts.
 */
export const callForms = {
  /** ValidityGuard.check(validAfter, validUntil). */
  guard: { selector: '0x8aa0419f', parameters: [{ type: 'uint48' }, { type: 'uint48' }] },
  /** OutputGuard.watch(token, owner). */
  watch: { selector: '0xb8cc5e74', parameters: [{ type: 'address' }, { type: 'address' }] },
  /** OutputGuard.check(token, owner, minimum). */
  receipt: {
    selector: '0xb2e09624',
    parameters: [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
  },
  /** ERC-20 approve(spender, amount). */
  approve: { selector: '0x095ea7b3', parameters: [{ type: 'address' }, { type: 'uint256' }] },
  /** ERC-20 transfer(to, amount). */
  transfer: { selector: '0xa9059cbb', parameters: [{ type: 'address' }, { type: 'uint256' }] },
  /** OriginEscrow.deposit(order). */
  deposit: {
    selector: '0x49c4b5d8',
    parameters: [
      {
        type: 'tuple',
        components: orderComponents,
      },
    ],
  },
  /** Wrapped native coin: deposit(). */
  wrap: { selector: '0xd0e30db0', parameters: [] },
  /** Wrapped native coin: withdraw(amount). */
  unwrap: { selector: '0x2e1a7d4d', parameters: [{ type: 'uint256' }] },
  /** Uniswap SwapRouter.exactInputSingle(params). */
  swap: {
    selector: '0x414bf389',
    parameters: [
      {
        type: 'tuple',
        components: [
          { name: 'tokenIn', type: 'address' },
          { name: 'tokenOut', type: 'address' },
          { name: 'poolFee', type: 'uint24' },
          { name: 'recipient', type: 'address' },
          { name: 'deadline', type: 'uint256' },
          { name: 'amountIn', type: 'uint256' },
          { name: 'minimumOut', type: 'uint256' },
          { name: 'priceLimit', type: 'uint160' },
        ],
      },
    ],
  },
  /** Uniswap SwapRouter.unwrapWETH9(minimum, recipient). */
  swapUnwrap: { selector: '0x49404b7c', parameters: [{ type: 'uint256' }, { type: 'address' }] },
  /** Uniswap SwapRouter.multicall(data[]). */
  swapMany: { selector: '0xac9650d8', parameters: [{ type: 'bytes[]' }] },
  /** DestinationSettler.pull(prepareId, solver, tokens, amounts). */
  pull: {
    selector: '0x0458b1cf',
    parameters: [
      { type: 'bytes32' },
      { type: 'address' },
      { type: 'address[]' },
      { type: 'uint256[]' },
    ],
  },
} as const

/** Address of the native coin where a contract expects a token. */
export const nativeToken = '0x0000000000000000000000000000000000000000'

/** A call that makes the batch revert outside the window (Unix seconds, both ends included). */
export function buildGuardCall(
  guard: EvmAddress,
  window: { validAfter: bigint; validUntil: bigint },
): BatchCall {
  const { selector, parameters } = callForms.guard
  const values = [Number(window.validAfter), Number(window.validUntil)] as const
  return encodeCallData(
    guard,
    `${selector}${stripHexPrefix(encodeAbiParameters(parameters, values))}`,
  )
}

/** What a batch must bring in to its account, by the difference of balances. */
export type WatchedOutput = { token: EvmAddress; owner: EvmAddress; minimum: bigint }

/** Two calls that make the batch revert unless the balance grows by the minimum between them. */
export function buildWatchCalls(
  guard: EvmAddress,
  { token, owner, minimum }: WatchedOutput,
): readonly [watch: BatchCall, receipt: BatchCall] {
  const { watch, receipt } = callForms
  const begin = encodeAbiParameters(watch.parameters, [token, owner])
  const end = encodeAbiParameters(receipt.parameters, [token, owner, minimum])
  return [
    encodeCallData(guard, `${watch.selector}${stripHexPrefix(begin)}`),
    encodeCallData(guard, `${receipt.selector}${stripHexPrefix(end)}`),
  ]
}

/** Approves `spender` for exactly `amount` of a token. */
export function buildApproveCall(
  token: EvmAddress,
  to: { spender: EvmAddress; amount: bigint },
): BatchCall {
  const { selector, parameters } = callForms.approve
  return encodeCallData(
    token,
    `${selector}${stripHexPrefix(encodeAbiParameters(parameters, [to.spender, to.amount]))}`,
  )
}

/** Transfers a token, or the native coin if `token` is {@link nativeToken}. */
export function buildTransferCall(
  token: EvmAddress,
  to: { recipient: EvmAddress; amount: bigint },
): BatchCall {
  if (token === nativeToken) return { to: to.recipient, value: to.amount, data: '0x' }
  const { selector, parameters } = callForms.transfer
  return encodeCallData(
    token,
    `${selector}${stripHexPrefix(encodeAbiParameters(parameters, [to.recipient, to.amount]))}`,
  )
}

/** Deposits an order; the native coin is sent as value, a token must be approved before. */
export function buildDepositCall(escrow: EvmAddress, order: Order): BatchCall {
  const { selector, parameters } = callForms.deposit
  const value = order.token === nativeToken ? order.amount + order.fee : 0n
  const data = `${selector}${stripHexPrefix(encodeAbiParameters(parameters, [order]))}` as const
  return { to: escrow, value, data }
}

/** Pulls a solver's grant for a prepared call; token address 0 is the native coin. */
export function buildPullCall(
  settler: EvmAddress,
  grant: {
    prepareId: Hash
    solver: EvmAddress
    tokens: readonly EvmAddress[]
    amounts: readonly bigint[]
  },
): BatchCall {
  const { selector, parameters } = callForms.pull
  const { prepareId, solver, tokens, amounts } = grant
  const values = [prepareId, solver, tokens, amounts] as const
  return encodeCallData(
    settler,
    `${selector}${stripHexPrefix(encodeAbiParameters(parameters, values))}`,
  )
}

/** Wraps `amount` of the native coin. */
export function buildWrapCall(wrapped: EvmAddress, amount: bigint): BatchCall {
  return { to: wrapped, value: amount, data: callForms.wrap.selector }
}

/** Unwraps `amount` of the wrapped native coin. */
export function buildUnwrapCall(wrapped: EvmAddress, amount: bigint): BatchCall {
  const { selector, parameters } = callForms.unwrap
  return encodeCallData(
    wrapped,
    `${selector}${stripHexPrefix(encodeAbiParameters(parameters, [amount]))}`,
  )
}

/** A swap through one Uniswap v3 pool; amounts in the tokens' smallest units. */
export type Swap = {
  /** The wrapped token if the native coin is meant. */
  tokenIn: EvmAddress
  tokenOut: EvmAddress
  /** Whether the account pays in the native coin. */
  isNativeIn: boolean
  /** Whether the recipient receives the native coin. */
  isNativeOut: boolean
  /** Fee tier of the pool, in millionths. */
  poolFee: number
  amountIn: bigint
  minimumOut: bigint
  recipient: EvmAddress
  /** Unix seconds. */
  deadline: bigint
}

/** Swaps exactly `amountIn` for at least `minimumOut`; a token must be approved before. */
export function buildSwapCall(router: EvmAddress, swap: Swap): BatchCall {
  const value = swap.isNativeIn ? swap.amountIn : 0n
  // With recipient 0 the router keeps the output, which it then unwraps to the recipient.
  const single = encodeSingle({
    ...swap,
    recipient: swap.isNativeOut ? nativeToken : swap.recipient,
  })
  if (!swap.isNativeOut) return { to: router, value, data: single }
  const unwrap = encodeAbiParameters(callForms.swapUnwrap.parameters, [
    swap.minimumOut,
    swap.recipient,
  ])
  const many = encodeAbiParameters(callForms.swapMany.parameters, [
    [single, `${callForms.swapUnwrap.selector}${stripHexPrefix(unwrap)}`],
  ])
  return { to: router, value, data: `${callForms.swapMany.selector}${stripHexPrefix(many)}` }
}

function encodeSingle(swap: Swap): BatchCall['data'] {
  const { selector, parameters } = callForms.swap
  return `${selector}${stripHexPrefix(encodeAbiParameters(parameters, [{ ...swap, priceLimit: 0n }]))}`
}

function encodeCallData(to: EvmAddress, data: BatchCall['data']): BatchCall {
  return { to, value: 0n, data }
}

/** Removes the 0x prefix. */
function stripHexPrefix(data: BatchCall['data']): string {
  return data.slice(2)
}

import type { AbiParameter } from 'viem'
import {
  decodeAbiParameters,
  type DecodeAbiParametersReturnType,
  encodeAbiParameters,
} from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { Order } from '#protocol/orders/order.ts'
import { callForms, nativeToken, type Swap } from './accountCalls.ts'
import { type BatchCall, decodeBatch } from './batch.ts'

/**
 * What one call of a batch does. Addresses are those of the call: the caller must check that they
 * are the right guard, escrow or router.
 */
export type CallFact =
  /** Reverts outside the window; Unix seconds, both ends included. */
  | { kind: 'guard'; guard: EvmAddress; validAfter: bigint; validUntil: bigint }
  /** Notes a balance; the `receipt` after it reverts unless it has grown by `minimum`. */
  | { kind: 'watch'; guard: EvmAddress; token: EvmAddress; owner: EvmAddress }
  | { kind: 'receipt'; guard: EvmAddress; token: EvmAddress; owner: EvmAddress; minimum: bigint }
  | { kind: 'approval'; token: EvmAddress; spender: EvmAddress; amount: bigint }
  /** `token` 0 is the native coin. */
  | { kind: 'transfer'; token: EvmAddress; recipient: EvmAddress; amount: bigint }
  /** `value` is the native coin sent, in wei. */
  | { kind: 'deposit'; escrow: EvmAddress; value: bigint; order: Order }
  | ({ kind: 'swap'; router: EvmAddress } & Swap)
  | { kind: 'wrap' | 'unwrap'; token: EvmAddress; amount: bigint }
  | {
      kind: 'pull'
      settler: EvmAddress
      prepareId: Hash
      solver: EvmAddress
      tokens: readonly EvmAddress[]
      amounts: readonly bigint[]
    }
  /** A call the service never builds, with unknown effect. */
  | { kind: 'unknown'; call: BatchCall }

/**
 * Decodes an account's call data to one fact per call, in order.
 *
 * Only canonical encodings are decoded; anything else is `unknown`. Runs in the browser.
 *
 * @returns Undefined if the call data is not a batch.
 */
export function decodeOperation(callData: Hex): readonly CallFact[] | undefined {
  return decodeBatch(callData)?.map((call) => decodeCall(call) ?? { kind: 'unknown', call })
}

function decodeCall(call: BatchCall): CallFact | undefined {
  if (call.data === '0x')
    return { kind: 'transfer', token: nativeToken, recipient: call.to, amount: call.value }
  try {
    return decodeWithValue(call) ?? (call.value === 0n ? decodePlain(call) : undefined)
  } catch {
    // Parameters that do not match the selector.
    return undefined
  }
}

/** Calls that may send the native coin. */
function decodeWithValue(call: BatchCall): CallFact | undefined {
  if (call.data === callForms.wrap.selector)
    return { kind: 'wrap', token: call.to, amount: call.value }
  const deposit = read(call.data, callForms.deposit)
  if (deposit) return { kind: 'deposit', escrow: call.to, value: call.value, order: deposit[0] }
  const swap = decodeSwap(call)
  return swap && { kind: 'swap', router: call.to, ...swap }
}

function decodePlain({ to, data }: BatchCall): CallFact | undefined {
  const guard = read(data, callForms.guard)
  if (guard) {
    const [validAfter, validUntil] = guard
    return {
      kind: 'guard',
      guard: to,
      validAfter: BigInt(validAfter),
      validUntil: BigInt(validUntil),
    }
  }
  const watch = read(data, callForms.watch)
  if (watch) return { kind: 'watch', guard: to, token: watch[0], owner: watch[1] }
  const receipt = read(data, callForms.receipt)
  if (receipt) {
    const [token, owner, minimum] = receipt
    return { kind: 'receipt', guard: to, token, owner, minimum }
  }
  const approve = read(data, callForms.approve)
  if (approve) return { kind: 'approval', token: to, spender: approve[0], amount: approve[1] }
  const transfer = read(data, callForms.transfer)
  if (transfer) return { kind: 'transfer', token: to, recipient: transfer[0], amount: transfer[1] }
  const unwrap = read(data, callForms.unwrap)
  if (unwrap) return { kind: 'unwrap', token: to, amount: unwrap[0] }
  const pull = read(data, callForms.pull)
  if (!pull) return undefined
  const [prepareId, solver, tokens, amounts] = pull
  return { kind: 'pull', settler: to, prepareId, solver, tokens, amounts }
}

/** A plain swap, or one whose output the router unwraps. */
function decodeSwap(call: BatchCall): Swap | undefined {
  const single = read(call.data, callForms.swap)
  if (single) return findSwap(single[0], { value: call.value })
  const many = read(call.data, callForms.swapMany)
  const [first, second] = many?.[0] ?? []
  if (!first || !second || many?.[0].length !== 2) return undefined
  const inner = read(first, callForms.swap)?.[0]
  const unwrap = read(second, callForms.swapUnwrap)
  if (!inner || !unwrap || inner.recipient !== nativeToken) return undefined
  if (inner.minimumOut !== unwrap[0]) return undefined
  return findSwap(inner, { value: call.value, unwrapTo: unwrap[1] })
}

function findSwap(
  params: Omit<Swap, 'isNativeIn' | 'isNativeOut'> & { priceLimit: bigint },
  options: { value: bigint; unwrapTo?: EvmAddress },
): Swap | undefined {
  const { priceLimit, ...swap } = params
  const isNativeIn = options.value !== 0n
  if (priceLimit !== 0n || (isNativeIn && options.value !== swap.amountIn)) return undefined
  return {
    ...swap,
    isNativeIn,
    isNativeOut: options.unwrapTo !== undefined,
    recipient: options.unwrapTo ?? swap.recipient,
  }
}

/** Decodes a call's parameters; undefined unless the data is exactly their canonical encoding. */
function read<const parameters extends readonly AbiParameter[]>(
  data: Hex,
  form: { selector: Hex; parameters: parameters },
): DecodeAbiParametersReturnType<parameters> | undefined {
  if (!data.startsWith(form.selector)) return undefined
  const values = decodeAbiParameters(form.parameters, `0x${data.slice(10)}`)
  const again = encodeAbiParameters<readonly AbiParameter[]>(form.parameters, [...values])
  return again.slice(2) === data.slice(10).toLowerCase() ? values : undefined
}

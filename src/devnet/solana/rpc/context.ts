import type { Bank } from '../bank/bank.ts'
import { checkMinimumSlot } from '../bank/blocks.ts'
import type { Json } from '../bank/rpcAnswer.ts'
import { getCommitment, getCount, type RpcOptions, type Params } from '../bank/params.ts'

/** RPC methods by name; each may throw an RpcError. */
export type Methods = Readonly<Record<string, (params: Params) => Json>>

/** RPC version that this node follows. */
export const interfaceVersion = '3.0.0'

/**
 * Wraps a value with the slot it was read at.
 *
 * @throws RpcError -32016 when the options require a later slot, -32602 for an unknown commitment.
 */
export function withContext(
  { blocks }: Bank,
  { value, options = {} }: { value: Json; options?: RpcOptions },
): Json {
  checkMinimumSlot(blocks, getCount(options, 'minContextSlot'))
  const slot = blocks.slot(getCommitment(options))
  return { context: { apiVersion: interfaceVersion, slot }, value }
}

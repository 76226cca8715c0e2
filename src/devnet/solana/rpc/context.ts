import type { Bank } from '../bank/bank.ts'
import { checkMinimumSlot } from '../bank/blocks.ts'
import type { Json } from '../bank/json.ts'
import { getCommitment, getCount, type RpcOptions } from '../bank/params.ts'

/** The version of the interface that this one follows. */
export const interfaceVersion = '3.0.0'

/**
 * Puts a value beside the slot that it was read at.
 *
 * @throws RpcError -32016 when the options ask for a later slot, -32602 when their commitment does
 *   not exist.
 */
export function withContext(
  { blocks }: Bank,
  { value, options = {} }: { value: Json; options?: RpcOptions },
): Json {
  checkMinimumSlot(blocks, getCount(options, 'minContextSlot'))
  const slot = blocks.slot(getCommitment(options))
  return { context: { apiVersion: interfaceVersion, slot }, value }
}

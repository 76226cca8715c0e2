import type { Action, PreparedTransaction, SettlementChain } from '#chains/ports/settlementChain.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import { dearestGas } from '../../quotes/pricing/rates.ts'
import type { Storage } from '../../storage/database.ts'
import { recordEvent } from '../../storage/tables/events.ts'
import {
  type Fence,
  type ValuesOnChain,
  valuesOnChain,
} from '../../storage/executions/executionRows.ts'
import type { StepKey } from '../../storage/executions/stepRows.ts'
import type { WorkerMemory } from './memory.ts'
import type { Plan } from '../plan/plan.ts'

/**
 * Whether a transaction would cost more now than it is worth: the service pays for its gas, whatever a block
 * costs by then. An operation and a delivery wait for as long as they may be made; what pays out, gives back or
 * calls off waits as long as it must.
 *
 * Source: security rule 32.
 */
export async function waitsForCheaperBlocks(
  storage: Storage,
  options: {
    prepared: Pick<PreparedTransaction, 'gas'>
    chain: Pick<SettlementChain, 'chainId'>
    action: Action
    key: StepKey
    plan: Plan
    fence: Fence
    memory: Pick<WorkerMemory, 'waitsTold'>
  },
): Promise<boolean> {
  const { prepared, chain, key, fence, memory } = options
  if (!prepared.gas) return false
  const { quoteId } = fence
  const values = await valuesOnChain(storage, { quoteId, chain: chain.chainId })
  const { used, cost } = prepared.gas
  if (!values || cost <= mostCost({ ...options, values, gasUsed: used })) return false
  const told = `${quoteId} ${key.action} ${key.leg}`
  if (memory.waitsTold.has(told)) return true
  memory.waitsTold.add(told)
  const detail = { leg: key.leg, cost: cost.toString() }
  await recordEvent(storage, { quoteId, kind: `${key.action} waits for cheaper blocks`, detail })
  return true
}

/** The most that a step may cost, in the smallest unit of the coin: never more than what is at stake. */
function mostCost(options: {
  action: Action
  plan: Plan
  gasUsed: bigint
  values: ValuesOnChain
}): bigint {
  const { action, plan, gasUsed, values } = options
  const { held, fee, dollar } = values
  const little = (dearestGas.cents * dollar) / 100n
  const legs = BigInt(plan.legs.length)
  if ('operation' in action) {
    // An approval does not bind what gas may cost: what was quoted does, and what is paid for it.
    const [quoted, paid] = [gasUsed * quotedPrice(action), fee / legs]
    return dearestGas.times * (quoted > paid ? quoted : paid) + little
  }
  if (action.kind === 'fill' || action.kind === 'grant') return dearestGas.times * fee + little
  // Each deposit is paid out or given back by itself.
  return action.kind === 'cancel' ? held : held / legs
}

/** What a unit of gas cost when an operation was quoted, with room for the base fee to double. */
function quotedPrice({ operation }: Action & { operation: ChainOperation }): bigint {
  return isEvmOperation(operation) ? BigInt(operation.userOp.maxFeePerGas) : 0n
}

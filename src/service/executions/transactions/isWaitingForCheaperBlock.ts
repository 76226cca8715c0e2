import type { Action, PreparedTransaction, SettlementChain } from '#chains/ports/settlementChain.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import { maxGasPrice } from '../../quotes/pricing/rates.ts'
import type { Storage } from '../../storage/database.ts'
import { recordEvent } from '../../storage/tables/events.ts'
import {
  type Fence,
  type ValuesOnChain,
  readValuesOnChain,
} from '../../storage/executions/executionRows.ts'
import type { StepKey } from '../../storage/executions/stepRows.ts'
import type { WorkerMemory } from './memory.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'

/**
 * Whether a transaction would cost more now than it is worth: the service pays for its gas, whatever a block
 * costs by then. An operation and a delivery wait for as long as they may be made; what pays out, gives back or
 * calls off waits as long as it must.
 *
 * Source: security rule 32.
 */
export async function isWaitingForCheaperBlock(
  storage: Storage,
  options: {
    prepared: Pick<PreparedTransaction, 'gas'>
    chain: Pick<SettlementChain, 'chainId'>
    action: Action
    key: StepKey
    plan: ExecutionPlan
    fence: Fence
    memory: Pick<WorkerMemory, 'reportedWaits'>
  },
): Promise<boolean> {
  const { prepared, chain, key, fence, memory } = options
  if (!prepared.gas) return false
  const { quoteId } = fence
  const values = await readValuesOnChain(storage, { quoteId, chain: chain.chainId })
  const { used, cost } = prepared.gas
  if (!values || cost <= getMaxCost({ ...options, values, gasUsed: used })) return false
  const told = `${quoteId} ${key.action} ${key.leg}`
  if (memory.reportedWaits.has(told)) return true
  memory.reportedWaits.add(told)
  const detail = { leg: key.leg, cost: cost.toString() }
  await recordEvent(storage, { quoteId, kind: `${key.action} waits for cheaper blocks`, detail })
  return true
}

/** The most that a step may cost, in the smallest unit of the coin: never more than what is at stake. */
function getMaxCost(options: {
  action: Action
  plan: ExecutionPlan
  gasUsed: bigint
  values: ValuesOnChain
}): bigint {
  const { action, plan, gasUsed, values } = options
  const { held, fee, dollar } = values
  const little = (maxGasPrice.cents * dollar) / 100n
  const legs = BigInt(plan.legs.length)
  if ('operation' in action) {
    // An approval does not bind what gas may cost: what was quoted does, and what is paid for it.
    const [quoted, paid] = [gasUsed * getQuotedGasPrice(action), fee / legs]
    return maxGasPrice.times * (quoted > paid ? quoted : paid) + little
  }
  if (action.kind === 'fill' || action.kind === 'grant') return maxGasPrice.times * fee + little
  // Each deposit is paid out or given back by itself.
  return action.kind === 'cancel' ? held : held / legs
}

/** What a unit of gas cost when an operation was quoted, with room for the base fee to double. */
function getQuotedGasPrice({ operation }: Action & { operation: ChainOperation }): bigint {
  return isEvmOperation(operation) ? BigInt(operation.userOp.maxFeePerGas) : 0n
}

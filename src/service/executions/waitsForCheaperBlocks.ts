import type { PreparedTransaction, SettlementChain } from '#chains/settlementChain.ts'
import { dearestDelivery } from '../quotes/rates.ts'
import type { Storage } from '../storage/database.ts'
import { recordEvent } from '../storage/events.ts'
import { type Fence, type ValuesOnChain, valuesOnChain } from '../storage/executionRows.ts'
import type { StepKey } from '../storage/stepRows.ts'
import type { WorkerMemory } from './memory.ts'
import type { Plan } from './plan.ts'

/**
 * Whether a transaction would cost more now than it is worth: the service pays for its gas, whatever a block
 * costs by then. A delivery waits for as long as it may be made; what pays out, gives back or calls off waits
 * as long as it must.
 *
 * Source: security rule 32.
 */
export async function waitsForCheaperBlocks(
  storage: Storage,
  options: {
    prepared: Pick<PreparedTransaction, 'cost'>
    chain: Pick<SettlementChain, 'chainId'>
    key: StepKey
    plan: Plan
    fence: Fence
    memory: Pick<WorkerMemory, 'dearTold'>
  },
): Promise<boolean> {
  const { prepared, chain, key, plan, fence, memory } = options
  if (prepared.cost === undefined) return false
  const { quoteId } = fence
  const values = await valuesOnChain(storage, { quoteId, chain: chain.chainId })
  if (!values || prepared.cost <= mostCost(key, { values, plan })) return false
  const told = `${quoteId} ${key.action} ${key.leg}`
  if (memory.dearTold.has(told)) return true
  memory.dearTold.add(told)
  const detail = { leg: key.leg, cost: prepared.cost.toString() }
  await recordEvent(storage, { quoteId, kind: `${key.action} waits for cheaper blocks`, detail })
  return true
}

/** The most that a step may cost, in the smallest unit of the coin: never more than what is at stake. */
function mostCost(
  { action }: StepKey,
  { values: { held, fee, dollar }, plan }: { values: ValuesOnChain; plan: Plan },
): bigint {
  if (action === 'fill' || action === 'grant')
    return dearestDelivery.timesFee * fee + (dearestDelivery.cents * dollar) / 100n
  // Each deposit is paid out or given back by itself.
  return action === 'cancel' ? held : held / BigInt(plan.legs.length)
}

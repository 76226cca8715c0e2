import type { Action, PreparedTransaction, SettlementChain } from '#chains/ports/settlementChain.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import { maxGasPrice } from '../../quotes/pricing/rates.ts'
import { recordEvent } from '../../storage/tables/events.ts'
import { readValuesOnChain, type ValuesOnChain } from '../../storage/executions/executionRows.ts'
import type { StepKey } from '../../storage/executions/stepRows.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'
import type { TransactionContext } from './transactionContext.ts'

/**
 * Whether a transaction would cost more than it is worth in the current block. The service pays for
 * its gas, whatever a block costs. Operations and fills wait as long as they are valid; releases,
 * refunds and cancels wait as long as they must.
 *
 * @param transaction.gas - Its gas and cost as prepared; undefined where fees do not vary by block.
 * Source: security rule 32.
 */
export async function isWaitingForCheaperBlock(
  { storage, memory }: Pick<TransactionContext, 'storage' | 'memory'>,
  plan: ExecutionPlan,
  transaction: {
    key: StepKey
    action: Action
    chain: Pick<SettlementChain, 'chainId'>
    gas: PreparedTransaction['gas']
  },
): Promise<boolean> {
  const { key, action, chain, gas } = transaction
  if (!gas) return false
  const { quoteId } = plan
  const values = await readValuesOnChain(storage, { quoteId, chain: chain.chainId })
  if (!values || gas.cost <= getMaxCost(plan, action, { values, gasUsed: gas.used })) return false
  const name = `${quoteId} ${key.action} ${key.leg}`
  if (memory.reportedWaits.has(name)) return true
  memory.reportedWaits.add(name)
  await recordEvent(storage, {
    quoteId,
    kind: `${key.action} waits for cheaper blocks`,
    leg: key.leg,
    detail: { cost: gas.cost.toString() },
  })
  return true
}

/** The most an action may cost, in the smallest unit of the coin: never more than is at stake. */
function getMaxCost(
  plan: ExecutionPlan,
  action: Action,
  { values, gasUsed }: { values: ValuesOnChain; gasUsed: bigint },
): bigint {
  const { held, fee, dollar } = values
  const margin = (maxGasPrice.cents * dollar) / 100n
  const legs = BigInt(plan.legs.length)
  if ('operation' in action) {
    // The user's signature does not bound what gas costs us; the quoted gas price and the fee do.
    const [quoted, paid] = [gasUsed * getQuotedGasPrice(action), fee / legs]
    return maxGasPrice.times * (quoted > paid ? quoted : paid) + margin
  }
  if (action.kind === 'fill' || action.kind === 'grant') return maxGasPrice.times * fee + margin
  // Each deposit is released or refunded by itself.
  return action.kind === 'cancel' ? held : held / legs
}

/** The gas price an operation was quoted with, which leaves room for the base fee to double. */
function getQuotedGasPrice({ operation }: Action & { operation: ChainOperation }): bigint {
  return isEvmOperation(operation) ? BigInt(operation.userOp.maxFeePerGas) : 0n
}

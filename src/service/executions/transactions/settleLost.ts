import { classifyState } from '#chains/classifyState.ts'
import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import { recordEvent } from '../../storage/tables/events.ts'
import { settleStep, type StepRow, type TransactionRow } from '../../storage/executions/stepRows.ts'
import { findLeg } from '../plan/executionPlan.ts'
import { getPositionOnChain, getSnapshot } from '../state/chainSnapshots.ts'
import { type ExecutionTick, lost } from '../state/executionTick.ts'
import { getRawTransaction, type TransactionContext } from './transactionContext.ts'

/** Age and interval, in blocks, of asking a chain whether a transaction is lost. */
const minAgeBlocks = 12
const askAgainBlocks = 5

/**
 * Settles a step whose transaction has no nonce, never landed and never can, because its blockhash
 * expired. The step is recorded as reverted with {@link lost}, and attempted again where possible.
 * A fill is never attempted twice: what the service alone signs is signed again under the same step
 * instead (see `replace`).
 *
 * @param sent.candidates - The step's transactions, oldest first.
 * @returns Whether the step was settled.
 * @throws ChainUnavailable when the chain does not answer.
 * Source: durability 13.
 */
export async function settleLost(
  worker: TransactionContext,
  { plan }: Pick<ExecutionTick, 'plan'>,
  sent: { step: StepRow; chain: SettlementChain; candidates: readonly TransactionRow[] },
): Promise<boolean> {
  const { storage, memory, onFailpoint } = worker
  const { step, chain, candidates } = sent
  const newest = candidates.at(-1)
  if (!newest || !isAttemptedAgain(step) || !isTimeToAsk(newest, { chain, memory })) return false
  memory.lostAskedMs.set(newest.hash, performance.now())
  if ((await chain.isLost?.(getRawTransaction(newest))) !== true) return false
  const { quoteId } = plan
  const { leg, action, attempt } = step
  const about = `${action} lost`
  await onFailpoint('before settle', about, { plan, leg })
  await settleStep(storage, {
    quoteId,
    step,
    state: 'reverted',
    isCorrection: true,
    hash: newest.hash,
    block: 0n,
    detail: { outcome: 'none', reason: classifyState('deadline passed'), ...lost },
  })
  const detail = { action, attempt, hash: newest.hash }
  await recordEvent(storage, { quoteId, kind: 'lost', leg, detail })
  memory.lostAskedMs.delete(newest.hash)
  await onFailpoint('after settle', about, { plan, leg })
  return true
}

/**
 * Whether the escrow no longer shows the effect of a mined step. It was rolled back, and without a
 * nonce it may never land again.
 */
export function isUndone(
  { plan, snapshots }: Pick<ExecutionTick, 'plan' | 'snapshots'>,
  step: StepRow,
): boolean {
  const leg = findLeg(plan, step.leg)
  if (!leg?.orderHash) return false
  const state = getSnapshot(snapshots, leg.chainId).state.orders[getPositionOnChain(plan, leg)]
  if (step.action === 'deposit') return state === 'none'
  return (step.action === 'release' || step.action === 'refund') && state === 'held'
}

/** Whether others sign the action too, or its next attempt depends on what has changed since. */
function isAttemptedAgain({ action }: StepRow): boolean {
  return action === 'deposit' || action === 'release' || action === 'refund'
}

function isTimeToAsk(
  { hash, createdAt }: TransactionRow,
  { chain, memory }: { chain: SettlementChain; memory: TransactionContext['memory'] },
): boolean {
  const sinceAskedMs = performance.now() - (memory.lostAskedMs.get(hash) ?? -Infinity)
  const isOld = Date.now() - createdAt.getTime() > minAgeBlocks * chain.blockMs
  return isOld && sinceAskedMs > askAgainBlocks * chain.blockMs
}

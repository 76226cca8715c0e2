import { classifyState } from '#chains/classifyState.ts'
import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { Storage } from '../../storage/database.ts'
import { recordEvent } from '../../storage/tables/events.ts'
import { settleStep, type StepRow, type TransactionRow } from '../../storage/executions/stepRows.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import { type ChainSnapshots, getSnapshot } from '../state/buildFacts.ts'
import { lost } from '../state/findLastStep.ts'
import type { WorkerMemory } from './memory.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'

/** Blocks for which nobody asks whether bytes are lost, and between two such questions. */
const patienceBlocks = 12
const askAgainBlocks = 5

/**
 * Bytes without a nonce that never landed and never can: their blockhash is gone. The step is noted as
 * reverted in that sense, and is made anew where it can be. What only the service signs is signed anew
 * under the same step instead (see `replace`): a delivery is never made a second time.
 *
 * @returns Whether it was noted.
 * @throws ChainUnavailable when the chain does not answer.
 * Source: durability 13.
 */
export async function settleLost(
  storage: Storage,
  options: {
    plan: ExecutionPlan
    step: StepRow
    chain: SettlementChain
    candidates: readonly TransactionRow[]
    memory: Pick<WorkerMemory, 'lostAskedMs'>
    onFailpoint: OnFailpoint
  },
): Promise<boolean> {
  const { plan, step, chain, candidates, memory, onFailpoint } = options
  const newest = candidates.at(-1)
  if (!newest || !isReplaced(step) || !isTimeToAsk(newest, { chain, memory })) return false
  memory.lostAskedMs.set(newest.hash, performance.now())
  if ((await chain.isLost?.(Hex.parse(newest.raw))) !== true) return false
  const { quoteId } = plan
  const about = `${step.action} lost`
  await onFailpoint('before settle', about, { plan, leg: step.leg })
  await settleStep(storage, {
    quoteId,
    step,
    state: 'reverted',
    isCorrection: true,
    hash: newest.hash,
    block: 0n,
    detail: { outcome: 'none', reason: classifyState('deadline passed'), ...lost },
  })
  await recordEvent(storage, {
    quoteId,
    kind: 'lost',
    detail: { leg: step.leg, action: step.action, attempt: step.attempt, hash: newest.hash },
  })
  memory.lostAskedMs.delete(newest.hash)
  await onFailpoint('after settle', about, { plan, leg: step.leg })
  return true
}

/**
 * Whether the chain shows nothing of a step that counted: it was rolled back, and where no nonce holds
 * its place it may never come again.
 */
export function isUndone(
  { plan, snapshots }: { plan: ExecutionPlan; snapshots: ChainSnapshots },
  { leg: index, action }: StepRow,
): boolean {
  const leg = plan.legs[index]
  if (!leg?.orderHash) return false
  const here = plan.legs.filter(({ chainId }) => chainId === leg.chainId)
  const state = getSnapshot(snapshots, leg.chainId).state.orders[here.indexOf(leg)]
  if (action === 'deposit') return state === 'none'
  return (action === 'release' || action === 'refund') && state === 'held'
}

/** Signed by others too, or useless without a look at what has changed since. */
function isReplaced({ action }: StepRow): boolean {
  return action === 'deposit' || action === 'release' || action === 'refund'
}

function isTimeToAsk(
  { hash, createdAt }: TransactionRow,
  { chain, memory }: { chain: SettlementChain; memory: Pick<WorkerMemory, 'lostAskedMs'> },
): boolean {
  const sinceAskedMs = performance.now() - (memory.lostAskedMs.get(hash) ?? -Infinity)
  const isOld = Date.now() - createdAt.getTime() > patienceBlocks * chain.blockMs
  return isOld && sinceAskedMs > askAgainBlocks * chain.blockMs
}

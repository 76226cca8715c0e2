import { classifyState } from '#chains/classifyState.ts'
import type { TransactionOutcome, SettlementChain } from '#chains/ports/settlementChain.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { Storage } from '../../storage/database.ts'
import { recordEvent } from '../../storage/tables/events.ts'
import { endReservations } from '../../storage/tables/reservations.ts'
import { addSponsorLoss, readGasUsd } from '../../storage/tables/sponsorBudgets.ts'
import {
  insertLandedStep,
  settleStep,
  type StepRow,
  type TransactionRow,
} from '../../storage/executions/stepRows.ts'
import { findLeg, getLeg, getSettlement, type ExecutionPlan } from '../plan/executionPlan.ts'
import { findExecutorChain } from '../schedule/executorChains.ts'
import { getPositionOnChain, getSnapshot } from '../state/chainSnapshots.ts'
import { type ExecutionTick, findLastStep, lost } from '../state/executionTick.ts'
import { isUndone, settleLost } from './settleLost.ts'
import { isRevocation, type TransactionContext } from './transactionContext.ts'

/**
 * Records how signed steps ended: mined at depth, succeeded or reverted. Also ends the reservations
 * this settles, and counts sponsored gas that was lost.
 *
 * @returns Whether anything was recorded: then the steps must be read again.
 */
export async function settleSteps(
  worker: TransactionContext,
  execution: ExecutionTick,
): Promise<boolean> {
  const sent = execution.steps.filter(({ state }) => state === 'sent')
  const settled = await Promise.all(sent.map((step) => settleSent(worker, execution, step)))
  const unsettled = sent.filter((_, index) => settled[index] === false)
  const single = await settleForeignOperation(worker, execution, unsettled)
  const orders = await settleForeignOrders(worker, execution, unsettled)
  const call = await settleForeignCall(worker, execution, unsettled)
  const undone = await settleUndone(worker, execution)
  return single || orders || call || undone || settled.some(Boolean)
}

/**
 * Settles mined steps that were rolled back: a release whose revocation landed in its place, or a
 * transaction without a nonce, which may be lost for good.
 */
async function settleUndone(
  worker: TransactionContext,
  execution: ExecutionTick,
): Promise<boolean> {
  const rolledBack = execution.steps.filter(
    (step) =>
      step.state === 'mined' &&
      (findTransactions(execution, step).some(isRevocation) || isUndone(execution, step)),
  )
  const settled = await Promise.all(rolledBack.map((step) => settleSent(worker, execution, step)))
  return settled.some(Boolean)
}

function findTransactions(
  { transactions }: Pick<ExecutionTick, 'transactions'>,
  step: StepRow,
): readonly TransactionRow[] {
  return transactions.filter(
    ({ leg, action, attempt }) =>
      leg === step.leg && action === step.action && attempt === step.attempt,
  )
}

async function settleSent(
  worker: TransactionContext,
  execution: ExecutionTick,
  step: StepRow,
): Promise<boolean> {
  const { storage, onFailpoint } = worker
  const { plan, snapshots } = execution
  const chainId = findLeg(plan, step.leg)?.chainId ?? plan.destination?.chainId
  if (chainId === undefined) return false
  const all = findTransactions(execution, step)
  // The outcome of a mined step is recorded already; only a revocation can change it.
  const candidates = step.state === 'mined' ? all.filter(isRevocation) : all
  const chain = getSettlement(worker.chains, chainId)
  for (const candidate of candidates) {
    const outcome = await chain.readTransactionOutcome(candidate.hash, candidate.meta.userOpHash)
    if (!outcome) continue
    // Mined, but not at depth yet: neither settled nor lost.
    if (outcome.block > getSnapshot(snapshots, chainId).settledBlock) return false
    await onFailpoint('before settle', step.action, { plan, leg: step.leg })
    const isRevoked = isRevocation(candidate)
    await recordOutcome(storage, { plan, step, outcome, isRevoked })
    await onFailpoint('after settle', step.action, { plan, leg: step.leg })
    return true
  }
  if (!chain.nonces) return settleLost(worker, execution, { step, chain, candidates: all })
  return step.state === 'sent' && settleLostNonce(worker, execution, { step, chain, candidates })
}

/** Blocks for which a nonce must be reported as used before that counts without a receipt. */
const lostAfterBlocks = 10

/**
 * Records a step as reverted when its nonce is used and none of its transactions is mined: somebody
 * else signed with the key, and the step can never land. Source: durability 6.
 */
async function settleLostNonce(
  { storage, memory }: TransactionContext,
  { plan: { quoteId } }: ExecutionTick,
  sent: { step: StepRow; chain: SettlementChain; candidates: readonly TransactionRow[] },
): Promise<boolean> {
  const { step, chain, candidates } = sent
  // They share a nonce; only the last of them is still sent.
  const [first] = candidates
  const refusal = memory.broadcastErrors.get(candidates.at(-1)?.hash ?? '')
  const sinceMs = refusal?.answer === 'nonce used' ? refusal.sinceMs : performance.now()
  const isOver = performance.now() - sinceMs > lostAfterBlocks * chain.blockMs
  if (!first || !isOver) return false
  const lane = findExecutorChain(chain, first)
  const role = first.signer === toAddressKey(chain.senders.solver) ? 'solver' : 'executor'
  const counted = await lane?.nonces?.readTransactionCount(lane.senders[role], 'latest')
  if (counted === undefined || counted <= first.nonce) return false
  await settleStep(storage, {
    quoteId,
    step,
    state: 'reverted',
    hash: first.hash,
    block: 0n,
    detail: { outcome: 'none', reason: classifyState('transaction reverted') },
  })
  await recordEvent(storage, { quoteId, kind: 'nonce lost', leg: step.leg, detail: step })
  return true
}

/** Records deposits and refunds of our orders that no transaction of ours made. */
async function settleForeignOrders(
  { storage, chains }: TransactionContext,
  execution: ExecutionTick,
  unsettled: readonly StepRow[],
): Promise<boolean> {
  const { plan, snapshots, transactions, row } = execution
  const found = plan.legs.map(async ({ chainId, orderHash }, leg) => {
    const missing = findMissingActions(execution, leg, unsettled)
    if (!orderHash || missing.length === 0) return false
    const events = await getSettlement(chains, chainId).findOrderEvents(orderHash, {
      fromBlock: BigInt(row.fromBlocks[chainId] ?? 0),
    })
    for (const { action, attempt } of missing) {
      const event = events.find(({ kind }) => kind === eventKinds[action])
      if (!event || transactions.some(({ hash }) => hash === event.hash)) continue
      await insertLandedStep(storage, {
        quoteId: plan.quoteId,
        step: { leg, action, attempt },
        chain: chainId,
        hash: event.hash,
        block: getSnapshot(snapshots, chainId).settledBlock,
        detail: { outcome: 'none', reason: null },
      })
    }
    return true
  })
  return (await Promise.all(found)).some(Boolean)
}

const eventKinds = { deposit: 'deposited', refund: 'refunded' } as const

/** Actions that the escrow shows as done and no step of ours did. */
function findMissingActions(
  { plan, snapshots, steps }: ExecutionTick,
  index: number,
  unsettled: readonly StepRow[],
): { action: 'deposit' | 'refund'; attempt: number }[] {
  const leg = getLeg(plan, index)
  const { orders } = getSnapshot(snapshots, leg.chainId).state
  const state = orders[getPositionOnChain(plan, leg)] ?? 'none'
  const done: ('deposit' | 'refund')[] =
    state === 'none' ? [] : state === 'refunded' ? ['deposit', 'refund'] : ['deposit']
  return done.flatMap((action) => {
    const known = findLastStep(steps, { leg: index, action })
    return isRecorded(known, unsettled) ? [] : [{ action, attempt: getNextAttempt(known) }]
  })
}

/** Whether a step's landing is recorded: before this tick, or a moment ago. */
function isRecorded(step: StepRow | undefined, unsettled: readonly StepRow[]): boolean {
  return step?.state === 'mined' || (step?.state === 'sent' && !unsettled.includes(step))
}

function getNextAttempt(known: StepRow | undefined): number {
  return (known?.attempt ?? 0) + 1
}

/**
 * Records how an operation without an escrow went whose nonce is used though none of our
 * transactions is seen to have executed it. Somebody else may have bundled it, or used the nonce
 * for another operation; the database may have lost our transaction; or the node serves state
 * before receipts. In the last case there is no event either, and the next tick looks again.
 */
async function settleForeignOperation(
  { storage, chains }: TransactionContext,
  { plan, snapshots, steps, transactions, row }: ExecutionTick,
  unsettled: readonly StepRow[],
): Promise<boolean> {
  const [leg] = plan.legs
  if (plan.destination || !leg || getSnapshot(snapshots, leg.chainId).state.nonces[0] !== true)
    return false
  const known = findLastStep(steps, { leg: 0, action: 'deposit' })
  if (isRecorded(known, unsettled)) return false
  const outcome = await getSettlement(chains, leg.chainId).findOperation(leg, {
    fromBlock: BigInt(row.fromBlocks[leg.chainId] ?? 0),
  })
  const own = transactions.find(({ hash }) => hash === outcome?.hash)
  // A transaction of ours that is still sent is settled as such once its receipt is there.
  if (!outcome || (own && known?.state === 'sent' && own.attempt === known.attempt)) return false
  await insertLandedStep(storage, {
    quoteId: plan.quoteId,
    step: { leg: 0, action: 'deposit', attempt: getNextAttempt(known) },
    chain: leg.chainId,
    hash: outcome.hash,
    block: outcome.block,
    detail: { outcome: outcome.outcome, reason: outcome.reason },
  })
  return true
}

/**
 * Records a call that took delivery without a transaction of ours: its owner brought the operation
 * to the chain. There is nothing to record when delivery was taken without any operation.
 */
async function settleForeignCall(
  { storage, chains }: TransactionContext,
  { plan, snapshots, steps, row }: ExecutionTick,
  unsettled: readonly StepRow[],
): Promise<boolean> {
  const { destination, quoteId } = plan
  if (destination?.kind !== 'call') return false
  const { chainId, account, operation, fillHash } = destination
  const { settledBlock, state } = getSnapshot(snapshots, chainId)
  const known = findLastStep(steps, { leg: 'destination', action: 'fill' })
  if (state.fills[0] !== fillHash || isRecorded(known, unsettled)) return false
  const outcome = await getSettlement(chains, chainId).findOperation(
    { sender: account, nonce: BigInt(operation.userOp.nonce) },
    { fromBlock: BigInt(row.fromBlocks[chainId] ?? 0) },
  )
  if (!outcome || outcome.hash === known?.hash) return false
  await insertLandedStep(storage, {
    quoteId,
    step: { leg: 'destination', action: 'fill', attempt: getNextAttempt(known) },
    chain: chainId,
    hash: outcome.hash,
    block: settledBlock,
    detail: { outcome: 'none', reason: null },
  })
  return true
}

async function recordOutcome(
  storage: Storage,
  options: {
    plan: ExecutionPlan
    step: StepRow
    outcome: TransactionOutcome
    isRevoked: boolean
  },
): Promise<void> {
  const { plan, step, outcome, isRevoked } = options
  const { quoteId } = plan
  const { leg, action } = step
  const isFailed = outcome.outcome === 'reverted' || (isForeignCodeRun(step) && !outcome.isSuccess)
  const reason = isRevoked ? classifyState('transaction reverted') : outcome.reason
  const [first] = plan.legs
  const account = findLeg(plan, leg)?.sender ?? findDestinationSender(plan) ?? first?.sender
  await storage.transaction(async (database) => {
    const isFirst = await settleStep(database, {
      quoteId,
      step,
      state: isDone(step, outcome) && !isRevoked ? 'mined' : 'reverted',
      isCorrection: isRevoked,
      hash: outcome.hash,
      block: outcome.block,
      detail: {
        outcome: outcome.outcome,
        reason,
        gasWei: outcome.sponsoredWei.toString(),
        isCounted: isFailed && account !== undefined,
        ...(isRevoked && lost),
      },
    })
    if (!isFirst) return
    const isSpent = outcome.isSuccess && outcome.outcome !== 'reverted'
    const ends = action === 'deposit' || action === 'fill' || action === 'cancel'
    if (ends && outcome.isSuccess && !isRevoked)
      await endReservations(database, {
        quoteId,
        leg,
        spentBlock: isSpent && action !== 'cancel' ? outcome.block : null,
      })
    if (isFailed && account) {
      const gas = { quoteId, chain: step.chain, wei: outcome.sponsoredWei }
      const usd = await readGasUsd(database, gas)
      await addSponsorLoss(database, { account: toAddressKey(account), usd, quoteId })
    }
    await recordEvent(database, {
      quoteId,
      kind: `${action} ${isRevoked ? 'revoked' : outcome.isSuccess ? 'mined' : 'reverted'}`,
      leg,
      detail: { hash: outcome.hash, outcome: outcome.outcome },
    })
  })
}

/**
 * Whether the user can make a step fail that succeeded in simulation: it is the user's own
 * operation, or it pays the user. Its gas is counted at once: otherwise the user could start such
 * executions over and over before the first of them ends.
 */
function isForeignCodeRun({ action }: StepRow): boolean {
  return action === 'deposit' || action === 'arrive' || action === 'fill' || action === 'refund'
}

function findDestinationSender({
  destination,
  destinationDeployment,
}: ExecutionPlan): string | undefined {
  return destination?.kind === 'call' ? destination.account : destinationDeployment?.sender
}

/** A bundle succeeds even when its operation reverts; then delivery was not taken. */
function isDone(step: StepRow, { isSuccess, outcome }: TransactionOutcome): boolean {
  const isTaking = step.action === 'fill' || step.action === 'arrive'
  return isSuccess && !(isTaking && outcome === 'reverted')
}

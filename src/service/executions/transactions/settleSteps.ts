import { classifyState } from '#chains/classifyState.ts'
import type { TransactionOutcome, SettlementChain } from '#chains/ports/settlementChain.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { Storage } from '../../storage/database.ts'
import { recordEvent } from '../../storage/tables/events.ts'
import { endReservation } from '../../storage/tables/reservations.ts'
import { addSponsorLoss, readGasUsd } from '../../storage/tables/sponsorBudgets.ts'
import {
  insertLandedStep,
  settleStep,
  type StepRow,
  type TransactionRow,
} from '../../storage/executions/stepRows.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import { type ChainSnapshots, getSnapshot } from '../state/buildFacts.ts'
import { findExecutorChain } from '../schedule/executorChains.ts'
import { findLastStep, lost } from '../state/findLastStep.ts'
import type { WorkerMemory } from './memory.ts'
import {
  type ExecutionPlan,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
} from '../plan/executionPlan.ts'
import { isUndone, settleLost } from './settleLost.ts'
import { isRevocation, findUserOpHash } from './storedTransaction.ts'

type SettleContext = {
  plan: ExecutionPlan
  snapshots: ChainSnapshots
  steps: readonly StepRow[]
  transactions: readonly TransactionRow[]
  /** Block from which each chain is searched for what others did. */
  fromBlocks: Readonly<Record<string, string>>
  chains: SettlementChains
  memory: Pick<WorkerMemory, 'broadcastErrors' | 'lostAskedMs'>
  onFailpoint: OnFailpoint
}

/**
 * Notes how signed steps ended: mined at depth, succeeded or reverted. Also ends the reservations
 * that this settles and counts sponsored gas that was lost.
 *
 * @returns Whether anything was noted: then the steps must be read again.
 */
export async function settleSteps(storage: Storage, options: SettleContext): Promise<boolean> {
  const sent = options.steps.filter(({ state }) => state === 'sent')
  const settled = await Promise.all(sent.map((step) => settleSent(storage, { ...options, step })))
  const unsettled = sent.filter((_, index) => settled[index] === false)
  const single = await settleForeign(storage, { ...options, unsettled })
  const orders = await settleForeignOrders(storage, { ...options, unsettled })
  const call = await settleForeignCall(storage, { ...options, unsettled })
  const revoked = await settleRevoked(storage, options)
  return single || orders || call || revoked || settled.some(Boolean)
}

/**
 * What had counted and was rolled back: what took a release back then counts in its place, and bytes
 * without a nonce may be lost for good.
 */
async function settleRevoked(storage: Storage, options: SettleContext): Promise<boolean> {
  const rolledBack = options.steps.filter(
    (step) =>
      step.state === 'mined' &&
      (getCandidates(options, step).some(isRevocation) || isUndone(options, step)),
  )
  const settled = await Promise.all(
    rolledBack.map((step) => settleSent(storage, { ...options, step })),
  )
  return settled.some(Boolean)
}

function getCandidates(
  { transactions }: Pick<SettleContext, 'transactions'>,
  step: StepRow,
): readonly TransactionRow[] {
  return transactions.filter(
    ({ leg, action, attempt }) =>
      leg === step.leg && action === step.action && attempt === step.attempt,
  )
}

async function settleSent(
  storage: Storage,
  {
    step,
    transactions,
    chains,
    snapshots,
    plan,
    onFailpoint,
    memory,
  }: SettleContext & { step: StepRow },
): Promise<boolean> {
  const chainId = plan.legs[step.leg]?.chainId ?? plan.destination?.chainId
  if (chainId === undefined) return false
  const all = getCandidates({ transactions }, step)
  // What is noted already is only news when it was taken back since.
  const candidates = step.state === 'mined' ? all.filter(isRevocation) : all
  const chain = getSettlement(chains, chainId)
  for (const candidate of candidates) {
    const landing = await chain.readTransactionOutcome(candidate.hash, findUserOpHash(candidate))
    if (!landing) continue
    // Mined, and not deep enough to count: it is not lost either.
    if (landing.block > getSnapshot(snapshots, chainId).settledBlock) return false
    await onFailpoint('before settle', step.action, { plan, leg: step.leg })
    const isRevoked = isRevocation(candidate)
    await recordOutcome(storage, { plan, step, landing, isRevoked })
    await onFailpoint('after settle', step.action, { plan, leg: step.leg })
    return true
  }
  if (!chain.nonces)
    return settleLost(storage, { plan, step, chain, candidates: all, memory, onFailpoint })
  return step.state === 'sent' && settleUsed(storage, { plan, step, chain, candidates, memory })
}

/** Blocks for which a chain must say that a nonce is used before it is believed without a receipt. */
const lostAfterBlocks = 10

/**
 * A nonce that the chain has counted without any of our transactions being in it: somebody else used
 * the key. The step can never land, and is noted as reverted. Source: durability 6.
 */
async function settleUsed(
  storage: Storage,
  options: {
    plan: ExecutionPlan
    step: StepRow
    chain: SettlementChain
    candidates: readonly TransactionRow[]
    memory: Pick<WorkerMemory, 'broadcastErrors'>
  },
): Promise<boolean> {
  const { plan, step, chain, candidates, memory } = options
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
    quoteId: plan.quoteId,
    step,
    state: 'reverted',
    hash: first.hash,
    block: 0n,
    detail: { outcome: 'none', reason: classifyState('transaction reverted') },
  })
  await recordEvent(storage, { quoteId: plan.quoteId, kind: 'nonce lost', detail: { ...step } })
  return true
}

/** What others did to our orders: a deposit or refund that no transaction of ours made. */
async function settleForeignOrders(
  storage: Storage,
  options: SettleContext & { unsettled: readonly StepRow[] },
): Promise<boolean> {
  const { plan, snapshots, chains, fromBlocks, transactions } = options
  const found = plan.legs.map(async (leg, index) => {
    const missing = findMissingActions(options, { leg, index })
    if (!leg.orderHash || missing.length === 0) return false
    const events = await getSettlement(chains, leg.chainId).findOrderEvents(leg.orderHash, {
      fromBlock: BigInt(fromBlocks[leg.chainId] ?? 0),
    })
    for (const { action, attempt } of missing) {
      const event = events.find(({ kind }) => kind === eventKinds[action])
      if (!event || transactions.some(({ hash }) => hash === event.hash)) continue
      await insertLandedStep(storage, {
        quoteId: plan.quoteId,
        step: { leg: index, action, attempt },
        chain: leg.chainId,
        hash: event.hash,
        block: getSnapshot(snapshots, leg.chainId).settledBlock,
        detail: { outcome: 'none', reason: null },
      })
    }
    return true
  })
  return (await Promise.all(found)).some(Boolean)
}

/** The escrow's event that shows an action. */
const eventKinds = { deposit: 'deposited', refund: 'refunded' } as const

/** Actions that the escrow shows as done and no step of ours did. */
function findMissingActions(
  { plan, snapshots, steps, unsettled }: SettleContext & { unsettled: readonly StepRow[] },
  { leg, index }: { leg: PlanLeg; index: number },
): { action: 'deposit' | 'refund'; attempt: number }[] {
  const here = plan.legs.filter(({ chainId }) => chainId === leg.chainId)
  const state = getSnapshot(snapshots, leg.chainId).state.orders[here.indexOf(leg)] ?? 'none'
  const done: ('deposit' | 'refund')[] =
    state === 'none' ? [] : state === 'refunded' ? ['deposit', 'refund'] : ['deposit']
  return done.flatMap((action) => {
    const known = findLastStep(steps, { leg: index, action })
    const isSettled = known?.state === 'sent' && !unsettled.includes(known)
    return known?.state === 'mined' || isSettled
      ? []
      : [{ action, attempt: (known?.attempt ?? 0) + 1 }]
  })
}

/**
 * An operation without escrow whose nonce is used, and none of our transactions is seen to have
 * done it: its event says how it went. Somebody else may have bundled another operation, the
 * database may have lost what it knew, or the node shows receipts later than state; then there is
 * no event either, and it is looked for again.
 */
async function settleForeign(
  storage: Storage,
  options: SettleContext & { unsettled: readonly StepRow[] },
): Promise<boolean> {
  const { plan, snapshots, steps, transactions, chains, fromBlocks, unsettled } = options
  const [leg] = plan.legs
  if (plan.destination || !leg || getSnapshot(snapshots, leg.chainId).state.nonces[0] !== true)
    return false
  const known = findLastStep(steps, { leg: 0, action: 'deposit' })
  if (known?.state === 'mined' || (known?.state === 'sent' && !unsettled.includes(known)))
    return false
  const landing = await getSettlement(chains, leg.chainId).findOperation(leg, {
    fromBlock: BigInt(fromBlocks[leg.chainId] ?? 0),
  })
  const own = transactions.find(({ hash }) => hash === landing?.hash)
  // One of ours that still waits is settled as such, once its receipt is there.
  if (!landing || (own && known?.state === 'sent' && own.attempt === known.attempt)) return false
  await insertLandedStep(storage, {
    quoteId: plan.quoteId,
    step: { leg: 0, action: 'deposit', attempt: (known?.attempt ?? 0) + 1 },
    chain: leg.chainId,
    hash: landing.hash,
    block: landing.block,
    detail: { outcome: landing.outcome, reason: landing.reason },
  })
  return true
}

/**
 * A call that took delivery though no transaction of ours did it: its owner brought the operation to
 * the chain. Drawn without any operation, there is none to show.
 */
async function settleForeignCall(
  storage: Storage,
  {
    plan,
    snapshots,
    steps,
    chains,
    fromBlocks,
    unsettled,
  }: SettleContext & { unsettled: readonly StepRow[] },
): Promise<boolean> {
  const { destination, quoteId } = plan
  if (destination?.kind !== 'call') return false
  const { chainId, account, operation, fillHash } = destination
  const { settledBlock, state } = getSnapshot(snapshots, chainId)
  const known = findLastStep(steps, { leg: -1, action: 'fill' })
  const isSettled = known?.state === 'sent' && !unsettled.includes(known)
  if (state.fills[0] !== fillHash || known?.state === 'mined' || isSettled) return false
  const landing = await getSettlement(chains, chainId).findOperation(
    { sender: account, nonce: BigInt(operation.userOp.nonce) },
    { fromBlock: BigInt(fromBlocks[chainId] ?? 0) },
  )
  if (!landing || landing.hash === known?.hash) return false
  await insertLandedStep(storage, {
    quoteId,
    step: { leg: -1, action: 'fill', attempt: (known?.attempt ?? 0) + 1 },
    chain: chainId,
    hash: landing.hash,
    block: settledBlock,
    detail: { outcome: 'none', reason: null },
  })
  return true
}

async function recordOutcome(
  storage: Storage,
  options: { plan: ExecutionPlan; step: StepRow; landing: TransactionOutcome; isRevoked: boolean },
): Promise<void> {
  const { plan, step, landing, isRevoked } = options
  const { quoteId } = plan
  const isFailed = landing.outcome === 'reverted' || (isForeignCodeRun(step) && !landing.isSuccess)
  const reason = isRevoked ? classifyState('transaction reverted') : landing.reason
  const [first] = plan.legs
  const account = plan.legs[step.leg]?.sender ?? findDestinationSender(plan) ?? first?.sender
  await storage.transaction(async (database) => {
    const isFirst = await settleStep(database, {
      quoteId,
      step,
      state: isDone(step, landing) && !isRevoked ? 'mined' : 'reverted',
      isCorrection: isRevoked,
      hash: landing.hash,
      block: landing.block,
      detail: {
        outcome: landing.outcome,
        reason,
        gasWei: landing.sponsoredWei.toString(),
        isCounted: isFailed && account !== undefined,
        ...(isRevoked && lost),
      },
    })
    if (!isFirst) return
    const isSpent = landing.isSuccess && landing.outcome !== 'reverted'
    const ends = step.action === 'deposit' || step.action === 'fill' || step.action === 'cancel'
    if (ends && landing.isSuccess && !isRevoked)
      await endReservation(database, {
        quoteId,
        leg: step.leg,
        spentBlock: isSpent && step.action !== 'cancel' ? landing.block : null,
      })
    if (isFailed && account) {
      const gas = { quoteId, chain: step.chain, wei: landing.sponsoredWei }
      const usd = await readGasUsd(database, gas)
      await addSponsorLoss(database, { account: toAddressKey(account), usd, quoteId })
    }
    await recordEvent(database, {
      quoteId,
      kind: `${step.action} ${isRevoked ? 'revoked' : landing.isSuccess ? 'mined' : 'reverted'}`,
      detail: { leg: step.leg, hash: landing.hash, outcome: landing.outcome },
    })
  })
}

/**
 * Whether whoever asked for an execution can make a step fail that went well when it was tried: it is their
 * own operation, or it pays them. What it cost is counted at once: an execution that ends much later
 * would be begun again and again meanwhile.
 */
function isForeignCodeRun({ action }: StepRow): boolean {
  return action === 'deposit' || action === 'arrive' || action === 'fill' || action === 'refund'
}

/** The account whose own operation takes delivery: its gas is sponsored too. */
function findDestinationSender({
  destination,
  destinationDeployment,
}: ExecutionPlan): string | undefined {
  return destination?.kind === 'call' ? destination.account : destinationDeployment?.sender
}

/** A bundle succeeds even when its operation does not: then nothing was taken delivery of. */
function isDone(step: StepRow, { isSuccess, outcome }: TransactionOutcome): boolean {
  const isTaking = step.action === 'fill' || step.action === 'arrive'
  return isSuccess && !(isTaking && outcome === 'reverted')
}

/** The bytes of a stored transaction. */
export function getRawTransaction({ raw }: { raw: string }): Hex {
  return Hex.parse(raw)
}

import { classifyState } from '#chains/classifyState.ts'
import type { Action, PreparedTransaction, SettlementChain } from '#chains/ports/settlementChain.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import { requestAttestation } from '../../storage/executions/attestationRows.ts'
import { prepareStep, refuseStep, type StepKey } from '../../storage/executions/stepRows.ts'
import { recordEvent, refundWaits } from '../../storage/tables/events.ts'
import {
  type ExecutionPlan,
  findLeg,
  getLeg,
  getSettlement,
  isPaidInCoins,
  type PlanDestination,
  type SettlementChains,
  getAllGiven,
} from '../plan/executionPlan.ts'
import { countOutflow } from '../guards/sessionUse.ts'
import { pickExecutorChain } from '../schedule/executorChains.ts'
import { hasSpentOwnBudget } from '../sponsorship/checkSponsorship.ts'
import { isSponsored } from '../sponsorship/reserveSponsorship.ts'
import type { ExecutionTick } from '../state/executionTick.ts'
import { findAttestation } from '../state/findAttestation.ts'
import type { PlannedAction } from '../state/step.ts'
import { draftPayout, isWaitingForReceiver } from '../transactions/draftPayout.ts'
import { isServiceShort, isWaitingForAllowance } from '../transactions/isServiceShort.ts'
import { isWaitingForCheaperBlock } from '../transactions/isWaitingForCheaperBlock.ts'
import { PaymasterEmptyError, ReleaseRefusedError } from '../transactions/executionErrors.ts'
import { broadcast, isStep, resend, revokeSent } from '../transactions/resend.ts'
import { isRevocation } from '../transactions/transactionContext.ts'
import type { WorkerContext } from './workerContext.ts'
import type { Repricing } from '../../quotes/pricing/repricing.ts'
import { deliveryBoundBps } from '../../quotes/pricing/rates.ts'
import { ServiceError } from '../../ServiceError.ts'

type SendAction = PlannedAction & { kind: 'send' }

/** A transaction to prepare: the step it is for, what it does, and on which chain. */
type Sending = { key: StepKey; action: Action; chain: SettlementChain }

type Prepared = Awaited<ReturnType<SettlementChain['prepare']>>

/** How long to wait for an attestation before requesting it again, milliseconds. */
const askAgainMs = 5_000

/**
 * Performs an action that `step` decided on. Performing it twice has the effect of once: the same
 * step has the same signed transaction, and the same attestation is requested.
 *
 * @throws FenceLost when another worker holds the execution; ChainUnavailable without an answer.
 */
export async function performAction(
  worker: WorkerContext,
  execution: ExecutionTick,
  planned: PlannedAction,
): Promise<void> {
  switch (planned.kind) {
    case 'attest':
      return requestLegAttestation(worker, execution, planned)
    case 'revoke':
      return revokeRelease(worker, execution, planned)
    case 'send':
      return sendOrResend(worker, execution, planned)
  }
}

async function sendOrResend(
  worker: WorkerContext,
  execution: ExecutionTick,
  planned: SendAction,
): Promise<void> {
  const { leg, action, attempt } = planned
  const chain = getChain(worker.chains, execution.plan, planned)
  const known = execution.steps.find((step) => isStep(step, planned))
  return known && known.state !== 'refused'
    ? resend(worker, execution, { chain, step: known })
    : send(worker, execution, {
        key: { leg, action, attempt },
        action: buildAction(worker.chains, execution, planned),
        chain,
      })
}

function getChain(
  chains: SettlementChains,
  plan: ExecutionPlan,
  planned: SendAction,
): SettlementChain {
  switch (planned.action) {
    case 'deposit':
    case 'release':
    case 'refund':
      return getSettlement(chains, getLeg(plan, planned.leg).chainId)
    case 'arrive':
      return getSettlement(chains, getDeployment(plan).chainId)
    case 'grant':
    case 'fill':
    case 'cancel':
      return getSettlement(chains, getDestination(plan).chainId)
  }
}

function getDeployment({ quoteId, destinationDeployment }: ExecutionPlan) {
  if (!destinationDeployment) throw new Error(`${quoteId} deploys no destination account.`)
  return destinationDeployment
}

function getDestination({ quoteId, destination }: ExecutionPlan): PlanDestination {
  if (!destination) throw new Error(`${quoteId} delivers nothing elsewhere.`)
  return destination
}

function buildAction(
  chains: SettlementChains,
  execution: ExecutionTick,
  planned: SendAction,
): Action {
  const { plan } = execution
  switch (planned.action) {
    case 'deposit': {
      const { operation, validUntil, isCall } = getLeg(plan, planned.leg)
      return { kind: isCall ? 'call' : 'deposit', operation, validUntil }
    }
    case 'release':
    case 'refund':
      return buildPayoutAction(chains, execution, { kind: planned.action, leg: planned.leg })
    case 'arrive': {
      const { operation, validUntil } = getDeployment(plan)
      return { kind: 'arrive', operation, validUntil }
    }
    case 'grant':
    case 'fill':
    case 'cancel':
      return buildDeliveryAction(planned.action, getDestination(plan))
  }
}

function buildDeliveryAction(
  kind: 'grant' | 'fill' | 'cancel',
  destination: PlanDestination,
): Action {
  if (kind === 'cancel') return { kind, fillId: destination.fillId }
  if (destination.kind === 'fill') {
    const { fill, amount, makesAccount } = destination
    return { kind: 'fill', fill, amount, makesAccount }
  }
  const { operation, grant, validUntil } = destination
  return kind === 'grant' ? { kind, grant } : { kind: 'call', operation, validUntil }
}

function buildPayoutAction(
  chains: SettlementChains,
  execution: ExecutionTick,
  { kind, leg }: { kind: 'release' | 'refund'; leg: number },
): Action {
  const { order } = getLeg(execution.plan, leg)
  if (!order) throw new Error('An operation without a deposit has nothing to pay out.')
  const verdict = kind === 'release' ? 'Filled' : 'Cancelled'
  const attestation = findAttestation(execution, { chains, leg, verdict })
  if (kind === 'refund') return { kind, order, attestation }
  if (!attestation) throw new Error('A release without an attestation would revert.')
  return { kind, order, attestation }
}

async function send(
  worker: WorkerContext,
  execution: ExecutionTick,
  wanted: Sending,
): Promise<void> {
  const { storage, onFailpoint } = worker
  const { plan, token } = execution
  const { key, action } = wanted
  const place = { plan, leg: key.leg }
  const isOperation = 'operation' in action
  const chain = isOperation ? await pickExecutorChain(storage, wanted.chain) : wanted.chain
  const prepared = await prepareUnlessWaiting(worker, execution, { key, action, chain })
  if (!prepared) return
  if ('refused' in prepared) {
    if (await isWaitingForReceiver(chain, action)) return
    return recordRefusal(worker, execution, { key, action, chain, prepared })
  }
  if (await isAuthorityBusy(chain, prepared)) return
  const cost = { key, action, chain, gas: prepared.gas }
  if (await isWaitingForCheaperBlock(worker, plan, cost)) return
  await onFailpoint('before sign', key.action, place)
  const transaction = await prepareStep(storage, {
    fence: token.fence,
    step: key,
    chain: chain.chainId,
    signer: toAddressKey(chain.senders[prepared.sender]),
    deploys: prepared.deploys,
    sign: async (nonce) => ({
      ...(await prepared.sign(nonce)),
      meta: {
        sender: prepared.sender,
        ...(prepared.userOpHash && { userOpHash: prepared.userOpHash }),
        ...(prepared.deploys && { deploys: toAddressKey(prepared.deploys.account) }),
      },
    }),
  })
  if (!transaction) return
  await onFailpoint('after sign', key.action, place)
  await broadcast(worker, chain, transaction)
  await onFailpoint('after broadcast', key.action, place)
}

/** Records that a simulation refused a step, and reports what an operator should look at. */
async function recordRefusal(
  { storage, onError, onFailpoint }: WorkerContext,
  { plan, token }: ExecutionTick,
  refusal: Sending & { prepared: Extract<Prepared, { refused: unknown }> },
): Promise<void> {
  const { key, action, chain, prepared } = refusal
  const { refused: reason, revertData } = prepared
  const { quoteId } = plan
  const place = { plan, leg: key.leg }
  const isOwn = await isServiceShort(prepared, { chain, plan, action })
  const detail = { outcome: 'none', reason, ...(isOwn && { isOwn }) }
  await onFailpoint('before refuse', key.action, place)
  await refuseStep(storage, { fence: token.fence, step: key, chain: chain.chainId, detail })
  await onFailpoint('after refuse', key.action, place)
  await recordEvent(storage, {
    quoteId,
    kind: `${key.action} refused`,
    leg: key.leg,
    detail: { reason, revertData },
  })
  const leg = findLeg(plan, key.leg)
  if (key.action === 'release' && leg) onError(new ReleaseRefusedError(leg, reason), { quoteId })
  if ('operation' in action && isOwn) onError(new PaymasterEmptyError(chain.chainId), { quoteId })
}

/**
 * Whether an account whose authorization is included has pending transactions of its own. No node
 * would take ours, and everything signed after it would wait for its nonce. So it is not signed
 * until they are mined. Source: security rule 33.
 */
async function isAuthorityBusy(
  { nonces }: SettlementChain,
  { authority }: Pick<PreparedTransaction, 'authority'>,
): Promise<boolean> {
  if (!nonces || !authority) return false
  const [mined, pending] = await Promise.all([
    nonces.readTransactionCount(authority, 'latest'),
    nonces.readTransactionCount(authority, 'pending'),
  ])
  return pending > mined
}

/** Prepares a transaction; undefined while a fill waits for the treasury's allowance. */
async function prepareUnlessWaiting(
  worker: WorkerContext,
  { plan }: ExecutionTick,
  wanted: Sending,
): Promise<Prepared | undefined> {
  const prepared = await prepare(worker, plan, wanted)
  if (!('refused' in prepared) || wanted.key.action !== 'fill') return prepared
  if (await isWaitingForAllowance(wanted.chain, plan)) return undefined
  // The treasury may have raised the allowance between the refusal and this check.
  return prepare(worker, plan, wanted)
}

/**
 * Prepares a transaction after checking once more that it is worth it: that the sponsor may still
 * lose gas on a user's operation, and that the start of a delivery still pays at current prices.
 */
async function prepare(
  worker: WorkerContext,
  plan: ExecutionPlan,
  { key, action, chain }: Sending,
): Promise<Prepared> {
  const { storage, sponsorLimits: limits, repricing } = worker
  const { quoteId } = plan
  const begins = action.kind === 'grant' || action.kind === 'fill'
  if (begins && key.attempt === 1 && (await isUnderpriced(plan, repricing)))
    return { refused: classifyState('price outgrown'), revertData: '0x' }
  const unpaid =
    action.kind === 'grant' || action.kind === 'call' ? 'call not paid for' : 'gas not paid for'
  const account = isPaidInCoins(plan) ? plan.legs[0]?.sender : undefined
  // The recipient's code would run, for an account that has used up its budget of today.
  if (begins && account && (await hasSpentOwnBudget(storage, { account, limits })))
    return { refused: classifyState(unpaid), revertData: '0x' }
  const isOperation = 'operation' in action
  if (isOperation && !(await isSponsored(storage, { quoteId, leg: key.leg, limits })))
    return { refused: classifyState(unpaid), revertData: '0x' }
  const prepared = await chain.prepare(action)
  if (action.kind !== 'call' || 'refused' in prepared || !isEvmOperation(action.operation))
    return prepared
  const { operation } = action
  const isAllowed = await countOutflow(worker, {
    plan,
    chain,
    operation,
    outflow: prepared.outflow,
  })
  return isAllowed ? prepared : { refused: classifyState('session limit passed'), revertData: '0x' }
}

async function revokeRelease(
  worker: WorkerContext,
  execution: ExecutionTick,
  { leg, attempt }: PlannedAction & { kind: 'revoke' },
): Promise<void> {
  const { plan, steps, transactions } = execution
  const key: StepKey = { leg, action: 'release', attempt }
  const step = steps.find((row) => isStep(row, key))
  const newest = transactions.findLast((transaction) => isStep(transaction, key))
  // A release by somebody else has no transaction of ours.
  if (!step || !newest) return
  const chain = getSettlement(worker.chains, getLeg(plan, leg).chainId)
  return isRevocation(newest)
    ? resend(worker, execution, { chain, step })
    : revokeSent(worker, execution, { chain, newest })
}

async function requestLegAttestation(
  worker: WorkerContext,
  execution: ExecutionTick,
  { leg, verdict }: PlannedAction & { kind: 'attest' },
): Promise<void> {
  const { storage, chains, memory, onFailpoint } = worker
  const { plan, row } = execution
  const { orderHash } = getLeg(plan, leg)
  if (!orderHash) return
  const key = `${orderHash} ${verdict}`
  const sinceAskedMs = performance.now() - (memory.askedMs.get(key) ?? -Infinity)
  if (sinceAskedMs < askAgainMs) return
  await onFailpoint('before attest', verdict, { plan, leg })
  const signing = await draftPayout(execution, { chains, leg, verdict })
  if (signing === 'unpayable') {
    memory.askedMs.set(key, performance.now())
    if (verdict === 'Cancelled' && !memory.reportedWaits.has(key)) {
      memory.reportedWaits.add(key)
      await recordEvent(storage, { quoteId: plan.quoteId, kind: refundWaits, leg })
    }
    return
  }
  await requestAttestation(storage, {
    orderHash,
    verdict,
    request: {
      quote: row.quote,
      leg,
      ...(row.call !== null && { call: row.call }),
      ...(signing && { signing }),
    },
  })
  memory.askedMs.set(key, performance.now())
  await onFailpoint('after attest', verdict, { plan, leg })
}

/**
 * Whether prices moved so far that a delivery is worth more than its deposits, beyond the bound the
 * service accepts. A missing price is no reason to refund.
 *
 * @throws Whatever reading prices throws, except for missing prices.
 */
async function isUnderpriced(
  plan: ExecutionPlan,
  repricing: Pick<Repricing, 'shortBps'>,
): Promise<boolean> {
  const { destination } = plan
  if (!destination) return false
  try {
    const exchange = { given: getAllGiven(plan), delivered: destination.gives }
    return (await repricing.shortBps(exchange)) < -deliveryBoundBps
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}

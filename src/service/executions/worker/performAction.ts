import { classifyState } from '#chains/classifyState.ts'
import type { Action, PreparedTransaction, SettlementChain } from '#chains/ports/settlementChain.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import {
  type AttestationRow,
  requestAttestation,
} from '../../storage/executions/attestationRows.ts'
import type { Storage } from '../../storage/database.ts'
import { recordEvent, refundWaits } from '../../storage/tables/events.ts'
import type { Fence } from '../../storage/executions/executionRows.ts'
import {
  prepareStep,
  refuseStep,
  type StepKey,
  type StepRow,
  type TransactionRow,
} from '../../storage/executions/stepRows.ts'
import type { Repricing } from '../../quotes/pricing/repricing.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import { hasSpentOwnBudget, type SponsorLimits } from '../sponsorship/checkSponsorship.ts'
import { getSnapshot, type ChainSnapshots } from '../state/buildFacts.ts'
import { draftPayout, isWaitingForReceiver } from '../transactions/draftPayout.ts'
import { findAttestation } from '../state/findAttestation.ts'
import { pickExecutorChain } from '../schedule/executorChains.ts'
import type { WorkerMemory } from '../transactions/memory.ts'
import {
  isPaidInCoins,
  type ExecutionPlan,
  type PlanDestination,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
} from '../plan/executionPlan.ts'
import { isUnderpriced } from '../transactions/isUnderpriced.ts'
import { PaymasterEmptyError } from '../transactions/PaymasterEmptyError.ts'
import { ReleaseRefusedError } from '../transactions/ReleaseRefusedError.ts'
import { isSponsored } from '../sponsorship/reserveSponsorship.ts'
import { isWaitingForCheaperBlock } from '../transactions/isWaitingForCheaperBlock.ts'
import { isServiceShort, isWaitingForAllowance } from '../transactions/isServiceShort.ts'
import { broadcast, isStep, resend, revokeSent } from '../transactions/resend.ts'
import type { PlannedAction } from '../state/step.ts'
import { isRevocation } from '../transactions/storedTransaction.ts'

/** Everything that performing needs. */
export type PerformContext = {
  plan: ExecutionPlan
  fence: Fence
  quote: unknown
  /** The call of a call quote, as stored. */
  call: unknown
  steps: readonly StepRow[]
  transactions: readonly TransactionRow[]
  attestations: readonly AttestationRow[]
  /** What the chains said when the step was decided. */
  snapshots: ChainSnapshots
  chains: SettlementChains
  sponsorLimits: SponsorLimits
  /** Holds what is to be delivered against the prices of this moment. */
  repricing: Pick<Repricing, 'shortBps'>
  memory: WorkerMemory
  /** Hears what somebody should look at. */
  onError: (error: unknown, about: { quoteId?: string }) => void
  onFailpoint: OnFailpoint
}

/** After which an attestation that did not come is asked for again, milliseconds. */
const askAgainMs = 5_000

/**
 * Does what a step decided. Whatever happens twice happens once on the chain: the same step has the
 * same bytes, and the same attestation is asked for.
 *
 * @throws FenceLost when another worker has the execution; ChainUnavailable without an answer.
 */
export async function performAction(
  storage: Storage,
  effect: PlannedAction,
  options: PerformContext,
): Promise<void> {
  if (effect.kind === 'attest') return requestLegAttestation(storage, { ...options, effect })
  if (effect.kind === 'revoke') return revoke(storage, { ...options, effect })
  const target = getTarget(effect, options)
  const known = options.steps.find((step) => isStep(step, effect))
  return known && known.state !== 'refused'
    ? resend(storage, { ...options, ...target, step: known })
    : send(storage, { ...options, ...target, key: effect })
}

type Target = { chain: SettlementChain; action: () => Action }

function getTarget(effect: PlannedAction & { kind: 'send' }, options: PerformContext): Target {
  const { plan, chains } = options
  if (effect.action === 'arrive') {
    const { destinationDeployment } = plan
    if (!destinationDeployment) throw new Error(`${plan.quoteId} brings no account anywhere.`)
    const { chainId, operation, validUntil } = destinationDeployment
    return {
      chain: getSettlement(chains, chainId),
      action: () => ({ kind: 'arrive', operation, validUntil }),
    }
  }
  if (effect.action === 'grant' || effect.action === 'fill' || effect.action === 'cancel') {
    const { destination } = plan
    if (!destination) throw new Error(`${plan.quoteId} delivers nothing elsewhere.`)
    const { action } = effect
    return {
      chain: getSettlement(chains, destination.chainId),
      action: () => buildDeliveryAction(action, destination),
    }
  }
  const leg = getLeg(plan, effect.leg)
  const kind = effect.action
  return {
    chain: getSettlement(chains, leg.chainId),
    action: () => buildLegAction(kind, { ...options, leg, index: effect.leg }),
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

function buildLegAction(
  kind: 'deposit' | 'release' | 'refund',
  options: PerformContext & { leg: PlanLeg; index: number },
): Action {
  const { leg, index, snapshots } = options
  const { operation, validUntil, order } = leg
  if (kind === 'deposit') return { kind: leg.isCall ? 'call' : kind, operation, validUntil }
  if (!order) throw new Error('An operation without a deposit has nothing to give back.')
  const verdict = kind === 'release' ? 'Filled' : 'Cancelled'
  const { state } = getSnapshot(snapshots, leg.chainId)
  const attestation = findAttestation({ leg, index, verdict }, { ...options, state })
  if (kind === 'refund') return { kind, order, attestation }
  if (!attestation) throw new Error('A release without an attestation would revert.')
  return { kind, order, attestation }
}

/** Signs, stores and sends the first transaction of a step. */
async function send(
  storage: Storage,
  options: PerformContext & Target & { key: StepKey },
): Promise<void> {
  const { fence, key, plan, onFailpoint } = options
  const place = { plan, leg: key.leg }
  const step: StepKey = { leg: key.leg, action: key.action, attempt: key.attempt }
  const isOperation = 'operation' in options.action()
  const chain = isOperation ? await pickExecutorChain(storage, options.chain) : options.chain
  const prepared = await prepareUnlessWaiting(storage, { ...options, chain })
  if (!prepared) return
  if ('refused' in prepared) {
    if (await isWaitingForReceiver(chain, options.action())) return
    const isOwn = await isServiceShort(prepared, { ...options, chain, action: options.action() })
    const detail = { outcome: 'none', reason: prepared.refused, ...(isOwn && { isOwn }) }
    await onFailpoint('before refuse', step.action, place)
    await refuseStep(storage, { fence, step, chain: chain.chainId, detail })
    await onFailpoint('after refuse', step.action, place)
    await recordEvent(storage, {
      quoteId: fence.quoteId,
      kind: `${step.action} refused`,
      detail: { leg: step.leg, reason: prepared.refused, revertData: prepared.revertData },
    })
    if (step.action === 'release')
      options.onError(new ReleaseRefusedError(getLeg(plan, step.leg), prepared.refused), fence)
    if (isOperation && isOwn) options.onError(new PaymasterEmptyError(chain.chainId), fence)
    return
  }
  if (await isAuthorityBusy(chain, prepared)) return
  if (
    await isWaitingForCheaperBlock(storage, {
      ...options,
      chain,
      prepared,
      action: options.action(),
    })
  )
    return
  await onFailpoint('before sign', step.action, place)
  const transaction = await prepareStep(storage, {
    fence,
    step,
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
  await onFailpoint('after sign', step.action, place)
  await broadcast(chain, { ...options, transaction })
  await onFailpoint('after broadcast', step.action, place)
}

/**
 * Whether an account whose authorization goes along has transactions of its own that wait. No node
 * would take this one, and everything that is signed after it would wait for its nonce: so it gets none
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

/** Undefined where a delivery waits for an allowance that the treasury is about to raise. */
async function prepareUnlessWaiting(
  storage: Storage,
  options: PerformContext & Target & { key: StepKey },
): Promise<Awaited<ReturnType<typeof prepare>> | undefined> {
  const prepared = await prepare(storage, options)
  if (!('refused' in prepared) || options.key.action !== 'fill') return prepared
  if (await isWaitingForAllowance(options.chain, options.plan)) return undefined
  // The treasury may have allowed it between the refusal and this look.
  return prepare(storage, options)
}

/**
 * An operation of somebody else's is looked at once more: is there money left to lose on it? So is what
 * begins a delivery: does it still pay?
 */
async function prepare(
  storage: Storage,
  options: PerformContext & Target & { key: StepKey },
): ReturnType<SettlementChain['prepare']> {
  const { chain, action, key, fence, sponsorLimits: limits } = options
  const wanted = action()
  const begins = wanted.kind === 'grant' || wanted.kind === 'fill'
  if (begins && key.attempt === 1 && (await isUnderpriced(options.plan, options.repricing)))
    return { refused: classifyState('price outgrown'), revertData: '0x' }
  if (begins && (await isSpent(storage, options)))
    return { refused: classifyState('gas not paid for'), revertData: '0x' }
  const isOperation = 'operation' in wanted
  const { quoteId } = fence
  if (isOperation && !(await isSponsored(storage, { quoteId, leg: key.leg, limits })))
    return { refused: classifyState('gas not paid for'), revertData: '0x' }
  return chain.prepare(wanted)
}

/** Whether a delivery would run a stranger's code for an account that has cost all that it may today. */
async function isSpent(
  storage: Storage,
  { plan, sponsorLimits: limits }: Pick<PerformContext, 'plan' | 'sponsorLimits'>,
): Promise<boolean> {
  const account = plan.legs[0]?.sender
  return (
    account !== undefined && isPaidInCoins(plan) && hasSpentOwnBudget(storage, { account, limits })
  )
}

/** Takes a signed release back, see {@link revokeSent}. */
async function revoke(
  storage: Storage,
  options: PerformContext & { effect: PlannedAction & { kind: 'revoke' } },
): Promise<void> {
  const { plan, effect, steps, transactions, chains } = options
  const { leg, attempt } = effect
  const key: StepKey = { leg, action: 'release', attempt }
  const step = steps.find((row) => isStep(row, key))
  const released = transactions.filter((transaction) => isStep(transaction, key)).at(-1)
  // Paid out by somebody else, it has no bytes of ours.
  if (!step || !released) return
  const chain = getSettlement(chains, getLeg(plan, leg).chainId)
  return isRevocation(released)
    ? resend(storage, { ...options, chain, step })
    : revokeSent(storage, { ...options, chain, newest: released })
}

async function requestLegAttestation(
  storage: Storage,
  options: PerformContext & { effect: PlannedAction & { kind: 'attest' } },
): Promise<void> {
  const { plan, effect, quote, memory, onFailpoint } = options
  const { orderHash } = getLeg(plan, effect.leg)
  if (!orderHash) return
  const key = `${orderHash} ${effect.verdict}`
  const sinceAskedMs = performance.now() - (memory.askedMs.get(key) ?? -Infinity)
  if (sinceAskedMs < askAgainMs) return
  await onFailpoint('before attest', effect.verdict, { plan, leg: effect.leg })
  const signing = await draftPayout(getLeg(plan, effect.leg), { ...options, ...effect })
  if (signing === 'unpayable') {
    memory.askedMs.set(key, performance.now())
    if (effect.verdict === 'Cancelled' && !memory.reportedWaits.has(key)) {
      memory.reportedWaits.add(key)
      const { quoteId } = plan
      await recordEvent(storage, { quoteId, kind: refundWaits, detail: { leg: effect.leg } })
    }
    return
  }
  await requestAttestation(storage, {
    orderHash,
    verdict: effect.verdict,
    request: {
      quote,
      leg: effect.leg,
      ...(options.call !== null && { call: options.call }),
      ...(signing && { signing }),
    },
  })
  memory.askedMs.set(key, performance.now())
  await onFailpoint('after attest', effect.verdict, { plan, leg: effect.leg })
}

function getLeg(plan: ExecutionPlan, index: number): PlanLeg {
  const leg = plan.legs[index]
  if (!leg) throw new Error(`${plan.quoteId} has no leg ${index}.`)
  return leg
}

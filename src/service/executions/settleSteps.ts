import type { Landing } from '#chains/settlementChain.ts'
import { Hash, Hex } from '#protocol/hex.ts'
import type { Storage } from '../storage/database.ts'
import { recordEvent } from '../storage/events.ts'
import { endReservation } from '../storage/reservations.ts'
import { addSponsorLoss } from '../storage/sponsorBudgets.ts'
import {
  insertLandedStep,
  settleStep,
  type StepRow,
  type TransactionRow,
} from '../storage/stepRows.ts'
import type { OnBoundary } from './boundary.ts'
import { lastStep, type Views, viewOf } from './gatherFacts.ts'
import { type Plan, type SettlementChains, settlementOf } from './plan.ts'

type Options = {
  plan: Plan
  views: Views
  steps: readonly StepRow[]
  transactions: readonly TransactionRow[]
  /** Block from which each chain is searched for what others did. */
  fromBlocks: Readonly<Record<string, string>>
  chains: SettlementChains
  onBoundary: OnBoundary
}

/**
 * Notes how signed steps ended: mined at depth, succeeded or reverted. Also ends the reservations
 * that this settles and counts sponsored gas that was lost.
 *
 * @returns Whether anything was noted: then the steps must be read again.
 */
export async function settleSteps(storage: Storage, options: Options): Promise<boolean> {
  const sent = options.steps.filter(({ state }) => state === 'sent')
  const settled = await Promise.all(sent.map((step) => settleSent(storage, { ...options, step })))
  const foreign = await settleForeign(storage, options)
  return foreign || settled.some(Boolean)
}

async function settleSent(
  storage: Storage,
  { step, transactions, chains, views, plan, onBoundary }: Options & { step: StepRow },
): Promise<boolean> {
  const chainId = plan.legs[step.leg]?.chainId ?? plan.destination?.chainId
  if (chainId === undefined) return false
  const candidates = transactions.filter(
    ({ leg, action, attempt }) =>
      leg === step.leg && action === step.action && attempt === step.attempt,
  )
  const chain = settlementOf(chains, chainId)
  for (const candidate of candidates) {
    const landing = await chain.readLanding(Hash.parse(candidate.hash), userOpHashOf(candidate))
    if (!landing || landing.block > viewOf(views, chainId).settledBlock) continue
    onBoundary('before settle', step.action)
    await noteLanding(storage, { plan, step, landing })
    onBoundary('after settle', step.action)
    return true
  }
  return false
}

/**
 * An operation without escrow whose nonce is used, and none of our transactions did it: then
 * somebody else bundled it, or the database lost what it knew. The chain says how it went.
 */
async function settleForeign(storage: Storage, options: Options): Promise<boolean> {
  const { plan, views, steps, chains, fromBlocks } = options
  const [leg] = plan.legs
  if (plan.destination || !leg || viewOf(views, leg.chainId).state.nonces[0] !== true) return false
  const known = lastStep(steps, { leg: 0, action: 'deposit' })
  if (known && known.state !== 'refused' && known.state !== 'reverted') return false
  const landing = await settlementOf(chains, leg.chainId).findOperation(leg, {
    fromBlock: BigInt(fromBlocks[leg.chainId] ?? 0),
  })
  if (!landing) return false
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

async function noteLanding(
  storage: Storage,
  { plan, step, landing }: { plan: Plan; step: StepRow; landing: Landing },
): Promise<void> {
  const { quoteId } = plan
  const isLost = landing.outcome === 'reverted' || (step.action === 'deposit' && !landing.isSuccess)
  await storage.transaction(async (database) => {
    const isFirst = await settleStep(database, {
      quoteId,
      step,
      state: landing.isSuccess ? 'mined' : 'reverted',
      hash: landing.hash,
      block: landing.block,
      detail: { outcome: landing.outcome, reason: landing.reason },
    })
    if (!isFirst) return
    const isSpent = landing.isSuccess && landing.outcome !== 'reverted'
    const ends = step.action === 'deposit' || step.action === 'fill' || step.action === 'cancel'
    if (ends && landing.isSuccess)
      await endReservation(database, {
        quoteId,
        leg: step.leg,
        spentBlock: isSpent && step.action !== 'cancel' ? landing.block : null,
      })
    const account = plan.legs[step.leg]?.sender
    if (isLost && account)
      await addSponsorLoss(database, {
        account: account.toLowerCase(),
        wei: landing.sponsoredWei,
      })
    await recordEvent(database, {
      quoteId,
      kind: `${step.action} ${landing.isSuccess ? 'mined' : 'reverted'}`,
      detail: { leg: step.leg, hash: landing.hash, outcome: landing.outcome },
    })
  })
}

/** The user operation in a stored transaction. */
export function userOpHashOf({ meta }: TransactionRow): Hash | undefined {
  if (typeof meta !== 'object' || meta === null || !('userOpHash' in meta)) return undefined
  const hash = Hash.safeParse(meta.userOpHash)
  return hash.success ? hash.data : undefined
}

/** The bytes of a stored transaction. */
export function rawOf({ raw }: { raw: string }): Hex {
  return Hex.parse(raw)
}

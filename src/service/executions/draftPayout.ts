import type { Action, SettlementChain } from '#chains/settlementChain.ts'
import type { SigningRequest, Verdict } from '../storage/attestationRows.ts'
import { viewOf, type Views } from './gatherFacts.ts'
import { type PlanLeg, type SettlementChains, settlementOf } from './plan.ts'

/** After which others are asked to sign, where more can than must. */
const turnMs = 15_000

/**
 * Writes the transaction that attestors are to sign, where they sign such, and names who shall: as many
 * as the chain wants. One that is silent is left out in a later turn.
 *
 * @returns Undefined where attestations are data; `unpayable` while the depositor has no account that
 *   it could go back to: nobody need sign what would fail.
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function draftPayout(
  { chainId, order }: PlanLeg,
  { chains, views, verdict }: { chains: SettlementChains; views: Views; verdict: Verdict },
): Promise<SigningRequest | 'unpayable' | undefined> {
  const { attested } = settlementOf(chains, chainId)
  if (!attested || !order) return undefined
  const { threshold, attestors: all } = viewOf(views, chainId).state
  const first = Math.floor(Date.now() / turnMs) % Math.max(1, all.length)
  const turned = [...all.slice(first), ...all.slice(0, first)]
  const attestors = turned.slice(0, threshold).toSorted()
  const kind = verdict === 'Filled' ? 'release' : 'refund'
  const payout = { kind, order, attestors } as const
  if (!(await attested.hasReceiver(payout))) return 'unpayable'
  const message = await attested.draft(payout)
  return { message, attestors }
}

/**
 * Whether an attested refund failed only because the depositor has no account that it could go back to:
 * that is waited for, and no attempt, until the clock lets anybody refund. Source: security rule 23.
 */
export async function waitsForReceiver(
  { attested }: SettlementChain,
  wanted: Action,
): Promise<boolean> {
  if (wanted.kind !== 'refund' || wanted.attestation === undefined || !attested) return false
  return !(await attested.hasReceiver({ kind: 'refund', order: wanted.order, attestors: [] }))
}

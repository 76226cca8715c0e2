import type { Action, SettlementChain } from '#chains/ports/settlementChain.ts'
import type {
  AttestationRow,
  SigningRequest,
  AttestedState,
} from '../../storage/executions/attestationRows.ts'
import { getSnapshot, type ChainSnapshots } from '../state/buildFacts.ts'
import { type PlanLeg, type SettlementChains, getSettlement } from '../plan/executionPlan.ts'

/** After which others are asked to sign, where more can than must. */
const turnMs = 15_000

/**
 * Writes the transaction that attestors are to sign, where they sign such, and names who shall: as many
 * as the chain wants. One that is silent is left out in a later turn, one that is bound to the other
 * verdict at once while others suffice.
 *
 * @returns Undefined where attestations are data; `unpayable` while the depositor has no account that
 *   it could go back to: nobody need sign what would fail.
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function draftPayout(
  { chainId, order, orderHash }: PlanLeg,
  options: {
    chains: SettlementChains
    snapshots: ChainSnapshots
    verdict: AttestedState
    attestations: readonly AttestationRow[]
  },
): Promise<SigningRequest | 'unpayable' | undefined> {
  const { chains, snapshots, verdict, attestations } = options
  const { attested } = getSettlement(chains, chainId)
  if (!attested || !order) return undefined
  const { threshold, attestors: all } = getSnapshot(snapshots, chainId).state
  const opposed = attestations.filter(
    (row) => row.orderHash === orderHash && row.verdict !== verdict,
  )
  const names = opposed.map(({ attestor }) => attestor)
  const attestors = getNamedAttestors(Date.now(), { all, threshold, opposed: names })
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
export async function isWaitingForReceiver(
  { attested }: SettlementChain,
  wanted: Action,
): Promise<boolean> {
  if (wanted.kind !== 'refund' || wanted.attestation === undefined || !attested) return false
  return !(await attested.hasReceiver({ kind: 'refund', order: wanted.order, attestors: [] }))
}

/** Whose turn it is to sign: as many as must, those who would not only when others do not suffice. */
export function getNamedAttestors<Attestor extends string>(
  nowMs: number,
  given: { all: readonly Attestor[]; threshold: number; opposed: readonly string[] },
): Attestor[] {
  const { all, threshold, opposed } = given
  const willing = all.filter((attestor) => !opposed.includes(attestor))
  const able = willing.length < threshold ? all : willing
  const first = Math.floor(nowMs / turnMs) % Math.max(1, able.length)
  const turned = [...able.slice(first), ...able.slice(0, first)]
  return turned.slice(0, threshold).toSorted()
}

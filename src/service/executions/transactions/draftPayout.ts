import type { AttestedState } from '#chains/evm/settlement/evmKeys.ts'
import type { Action, SettlementChain } from '#chains/ports/settlementChain.ts'
import type { SigningRequest } from '../../storage/executions/attestationRows.ts'
import { getLeg, getSettlement, type SettlementChains } from '../plan/executionPlan.ts'
import { getSnapshot } from '../state/chainSnapshots.ts'
import type { ExecutionTick } from '../state/executionTick.ts'

/** How often the selection of attestors rotates when there are more than the threshold. */
const rotationMs = 15_000

/**
 * Drafts the transaction that attestors sign, on chains where they sign transactions, and selects
 * as many of them as the threshold requires. A silent attestor is left out of a later selection;
 * one bound to the other verdict is left out at once while the others suffice.
 *
 * @param options.leg - Index of the leg in its plan.
 * @returns Undefined where attestations are data; `unpayable` while the depositor has no account to
 *   refund to, as the transaction would fail.
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function draftPayout(
  { plan, snapshots, attestations }: Pick<ExecutionTick, 'plan' | 'snapshots' | 'attestations'>,
  options: { chains: SettlementChains; leg: number; verdict: AttestedState },
): Promise<SigningRequest | 'unpayable' | undefined> {
  const { chains, leg, verdict } = options
  const { chainId, order, orderHash } = getLeg(plan, leg)
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
 * Whether an attested refund failed only because the depositor has no account to refund to. The
 * refund waits for one, without counting an attempt, until anybody may refund by the clock.
 * Source: security rule 23.
 */
export async function isWaitingForReceiver(
  { attested }: SettlementChain,
  wanted: Action,
): Promise<boolean> {
  if (wanted.kind !== 'refund' || wanted.attestation === undefined || !attested) return false
  return !(await attested.hasReceiver({ kind: 'refund', order: wanted.order, attestors: [] }))
}

/**
 * Selects the attestors that sign now, as many as the threshold, ascending. Those bound to the
 * other verdict are included only when the rest do not suffice.
 */
export function getNamedAttestors<Attestor extends string>(
  nowMs: number,
  given: { all: readonly Attestor[]; threshold: number; opposed: readonly string[] },
): Attestor[] {
  const { all, threshold, opposed } = given
  const willing = all.filter((attestor) => !opposed.includes(attestor))
  const able = willing.length < threshold ? all : willing
  const first = Math.floor(nowMs / rotationMs) % Math.max(1, able.length)
  const rotated = [...able.slice(first), ...able.slice(0, first)]
  return rotated.slice(0, threshold).toSorted()
}

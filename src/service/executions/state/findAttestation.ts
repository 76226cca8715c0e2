import type { SettlementState } from '#chains/ports/settlementChain.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { AttestationRow, AttestedState } from '../../storage/executions/attestationRows.ts'
import type { StepRow } from '../../storage/executions/stepRows.ts'
import { buildQuorumSignature, findCountedSignatures } from './quorumSignature.ts'
import { findLastStep } from './findLastStep.ts'
import { type PlanLeg, type SettlementChains, getSettlement } from '../plan/executionPlan.ts'

/** How old a signature of a transaction may be before that is sent: its blockhash ends soon. */
const maxAgeMs = 30_000

/** What is known when an attestation is looked for. */
export type AttestationContext = {
  attestations: readonly AttestationRow[]
  steps: readonly StepRow[]
  chains: SettlementChains
  /** The origin chain's, at depth. */
  state: Pick<SettlementState, 'threshold' | 'attestors'>
}

/**
 * What enough attestors said about a leg, as its chain takes it.
 *
 * Where they sign the transaction itself, what they signed is good for one attempt, and for half a
 * minute: then they are asked again. What is on its way already stays attested.
 *
 * @param verdict.index - Place of the leg in its plan.
 * @returns Undefined while fewer have said so.
 */
export function findAttestation(
  { leg, index, verdict }: { leg: PlanLeg; index: number; verdict: AttestedState },
  { attestations, steps, chains, state }: AttestationContext,
): Hex | undefined {
  const { orderHash } = leg
  const question = { attestations, orderHash, verdict, ...state }
  const { attested } = getSettlement(chains, leg.chainId)
  if (!attested) return buildQuorumSignature(question)
  const action = verdict === 'Filled' ? 'release' : 'refund'
  const last = findLastStep(steps, { leg: index, action })
  const isOut = last?.state === 'sent' || last?.state === 'mined'
  const fresh = findCountedSignatures(question).filter(
    (row) => isOut || (row.ageMs < maxAgeMs && !isUsed(row, last)),
  )
  return attested.join(fresh.map(({ signature }) => Hex.parse(signature)))
}

/** What was signed before an attempt is in it. */
function isUsed({ signedAt }: AttestationRow, last: StepRow | undefined): boolean {
  return last?.state === 'reverted' && signedAt.getTime() <= last.createdAt.getTime()
}

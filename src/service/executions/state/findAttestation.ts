import type { AttestedState } from '#chains/evm/settlement/evmKeys.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { AttestationRow } from '../../storage/executions/attestationRows.ts'
import type { StepRow } from '../../storage/executions/stepRows.ts'
import { getLeg, getSettlement, type SettlementChains } from '../plan/executionPlan.ts'
import { getSnapshot } from './chainSnapshots.ts'
import { type ExecutionTick, findLastStep } from './executionTick.ts'
import { buildQuorumSignature, findCountedSignatures } from './quorumSignature.ts'

/** How old a transaction's signature may be when it is sent: its blockhash expires soon after. */
const maxAgeMs = 30_000

/**
 * The attestation of a leg's order by a quorum of attestors, in the form its chain takes.
 *
 * Where attestors sign the transaction itself, their signatures serve one attempt and expire after
 * half a minute; then they are requested again. A transaction already sent stays attested.
 *
 * @param options.leg - Index of the leg in its plan.
 * @returns Undefined while there is no quorum.
 */
export function findAttestation(
  execution: Pick<ExecutionTick, 'plan' | 'snapshots' | 'attestations' | 'steps'>,
  options: { chains: SettlementChains; leg: number; verdict: AttestedState },
): Hex | undefined {
  const { plan, snapshots, attestations, steps } = execution
  const { chains, leg, verdict } = options
  const { chainId, orderHash } = getLeg(plan, leg)
  const { threshold, attestors } = getSnapshot(snapshots, chainId).state
  const query = { attestations, orderHash, verdict, threshold, attestors }
  const { attested } = getSettlement(chains, chainId)
  if (!attested) return buildQuorumSignature(query)
  const last = findLastStep(steps, { leg, action: verdict === 'Filled' ? 'release' : 'refund' })
  const isSent = last?.state === 'sent' || last?.state === 'mined'
  const usable = findCountedSignatures(query).filter(
    (row) => isSent || (row.ageMs < maxAgeMs && !isUsed(row, last)),
  )
  return attested.join(usable.map(({ signature }) => Hex.parse(signature)))
}

function isUsed({ signedAt }: AttestationRow, last: StepRow | undefined): boolean {
  return last?.state === 'reverted' && signedAt.getTime() <= last.createdAt.getTime()
}

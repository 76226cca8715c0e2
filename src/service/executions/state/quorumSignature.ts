import type { AttestedState } from '#chains/evm/settlement/evmKeys.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { AccountAddress } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { AttestationRow } from '../../storage/executions/attestationRows.ts'

/** Which attestations count towards a quorum. */
export type QuorumSignatureQuery = {
  /** Ascending by attestor. */
  attestations: readonly AttestationRow[]
  orderHash: string | undefined
  verdict: AttestedState
  /** Signatures required by the escrow's Signers. */
  threshold: number
  /** Keys that are attestors now; signatures of any other key are void. */
  attestors: readonly AccountAddress[]
}

/**
 * The quorum signature in the form an escrow takes: the attestors' signatures concatenated,
 * ascending by address, exactly as many as the threshold.
 *
 * @returns Undefined while fewer have signed.
 * Source: Signers.sol, `isAttested`.
 */
export function buildQuorumSignature(query: QuorumSignatureQuery): Hex | undefined {
  const { threshold } = query
  const signed = findCountedSignatures(query)
  if (threshold === 0 || signed.length < threshold) return undefined
  const digits = signed.slice(0, threshold).map(({ signature }) => signature.slice(2))
  return Hex.parse(`0x${digits.join('')}`)
}

/** The signatures of current attestors for this order and verdict, ascending by attestor. */
export function findCountedSignatures({
  attestations,
  orderHash,
  verdict,
  attestors,
}: Omit<QuorumSignatureQuery, 'threshold'>): readonly (AttestationRow & { signature: string })[] {
  const counted = new Set(attestors.map(toAddressKey))
  return attestations.flatMap((row) => {
    const { signature } = row
    const isMeant = row.orderHash === orderHash && row.verdict === verdict
    return isMeant && signature !== null && counted.has(row.attestor) ? [{ ...row, signature }] : []
  })
}

/** The addresses that signed these attestations, each once. */
export function getAttestationSigners(
  attestations: readonly AttestationRow[],
): readonly AccountAddress[] {
  const signed = attestations.filter(({ signature }) => signature !== null)
  return [...new Set(signed.map(({ attestor }) => attestor))].flatMap((key) => {
    const address = AccountAddress.safeParse(key)
    return address.success ? [address.data] : []
  })
}

import { toAddressKey } from '#protocol/accounts/account.ts'
import { AccountAddress } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { AttestationRow, AttestedState } from '../../storage/executions/attestationRows.ts'

/** Which attestations count together. */
export type QuorumSignatureQuery = {
  /** Ascending by attestor. */
  attestations: readonly AttestationRow[]
  orderHash: string | undefined
  verdict: AttestedState
  /** How many attestors the escrow's Signers want. */
  threshold: number
  /** Keys that are attestors now: what others signed, or these before they were shut off, is void. */
  attestors: readonly AccountAddress[]
}

/**
 * The word of enough attestors, as an escrow takes it: their signatures one after the other,
 * ascending by address, exactly as many as it wants.
 *
 * @returns Undefined while fewer have signed.
 * Source: Signers.sol, `isAttested`.
 */
export function buildQuorumSignature(question: QuorumSignatureQuery): Hex | undefined {
  const { threshold } = question
  const signed = findCountedSignatures(question)
  if (threshold === 0 || signed.length < threshold) return undefined
  const digits = signed.slice(0, threshold).map(({ signature }) => signature.slice(2))
  return Hex.parse(`0x${digits.join('')}`)
}

/** What those who are attestors now signed of this, ascending by attestor. */
export function findCountedSignatures({
  attestations,
  orderHash,
  verdict,
  attestors,
}: Omit<QuorumSignatureQuery, 'threshold'>): readonly (AttestationRow & { signature: string })[] {
  const counting = new Set(attestors.map(toAddressKey))
  return attestations.flatMap((row) => {
    const { signature } = row
    const isMeant = row.orderHash === orderHash && row.verdict === verdict
    return isMeant && signature !== null && counting.has(row.attestor)
      ? [{ ...row, signature }]
      : []
  })
}

/** The keys that signed these attestations, each once. */
export function getAttestationSigners(
  attestations: readonly AttestationRow[],
): readonly AccountAddress[] {
  const signed = attestations.filter(({ signature }) => signature !== null)
  return [...new Set(signed.map(({ attestor }) => attestor))].flatMap((key) => {
    const address = AccountAddress.safeParse(key)
    return address.success ? [address.data] : []
  })
}

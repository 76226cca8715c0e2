import { checksumAddress, type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { FindingId } from './claims.ts'

/** One comparison of the verifier; a finding summarizes several. */
export type Check = {
  id: FindingId
  isMet: boolean
  /** What was compared, with the values; shown below the claim. */
  evidence: string
}

/** The actual value and the expected one. */
export type Compared = { actual: unknown; expected: unknown }

/** Compares two values by their text; bigints and numbers by their digits. */
export function checkSame(id: FindingId, what: string, compared: Compared): Check {
  const [actual, expected] = [String(compared.actual), String(compared.expected)]
  const isMet = actual === expected
  return {
    id,
    isMet,
    evidence: isMet ? `${what}: ${expected}` : describeDifference(what, actual, expected),
  }
}

/** Compares an address on the wire with `expected`, which must be checksummed there. */
export function checkAddress(
  id: FindingId,
  what: string,
  compared: { actual: EvmAddress; expected: EvmAddress },
): Check {
  return checkSame(id, what, { ...compared, expected: checksumAddress(compared.expected) })
}

/** Compares two addresses, regardless of case. */
export function checkSameAddress(
  id: FindingId,
  what: string,
  compared: { actual: string; expected: string },
): Check {
  const { actual, expected } = compared
  const isMet = isSameAddress(actual, expected)
  return {
    id,
    isMet,
    evidence: isMet ? `${what}: ${expected}` : describeDifference(what, actual, expected),
  }
}

/** A check whose outcome is known; the evidence must fit it. */
export function checkThat(id: FindingId, isMet: boolean, evidence: string): Check {
  return { id, isMet, evidence }
}

function describeDifference(what: string, actual: string, expected: string): string {
  return `${what} is ${actual}, expected ${expected}`
}

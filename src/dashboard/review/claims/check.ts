import { checksumAddress, type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { FindingId } from './claims.ts'

/** One comparison of the verifier; many of them make a finding. */
export type Check = {
  id: FindingId
  isMet: boolean
  /** What was compared, with the values: shown below the claim. */
  evidence: string
}

/** What a quote has and what it must have. */
export type Compared = { actual: unknown; expected: unknown }

/** Whether two values are written the same way; bigints and numbers count as their digits. */
export function checkSame(id: FindingId, what: string, compared: Compared): Check {
  const [actual, expected] = [String(compared.actual), String(compared.expected)]
  const isMet = actual === expected
  return {
    id,
    isMet,
    evidence: isMet ? `${what}: ${expected}` : describeDifference(what, actual, expected),
  }
}

/** Whether an address on the wire is `expected` in the one spelling that the service uses. */
export function checkAddress(
  id: FindingId,
  what: string,
  compared: { actual: EvmAddress; expected: EvmAddress },
): Check {
  return checkSame(id, what, { ...compared, expected: checksumAddress(compared.expected) })
}

/** Whether two addresses, read from call data, are the same account. */
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

/** A comparison whose outcome is known; the evidence says it either way. */
export function checkThat(id: FindingId, isMet: boolean, evidence: string): Check {
  return { id, isMet, evidence }
}

function describeDifference(what: string, actual: string, expected: string): string {
  return `${what} is ${actual}, expected ${expected}`
}

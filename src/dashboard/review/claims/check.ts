import { checksumAddress, type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import type { FindingId } from './claims.ts'
import { describeAmount, describeNone, describeTime, type NamedAsset } from './evidence.ts'

/**
 * One comparison of the verifier; a finding summarizes several. What is compared is data, and never a
 * text of a language: only the evidence is.
 */
export type Check = {
  id: FindingId
  isMet: boolean
  /** What was compared, with the values; shown below the claim. */
  evidence: string
}

/** The actual value and the expected one. */
export type Compared = {
  actual: unknown
  expected: unknown
  /** Puts a value into words for the evidence; it never decides the outcome. */
  describe?: (text: string) => string
}

/** The text of a value that is not there, which is compared like any other. */
const missing = String(undefined)

/** Compares two values by their text; bigints and numbers by their digits. */
export function checkSame(id: FindingId, what: string, compared: Compared): Check {
  const [actual, expected] = [String(compared.actual), String(compared.expected)]
  function describe(text: string): string {
    return text === missing ? describeNone() : (compared.describe ?? String)(text)
  }
  const isMet = actual === expected
  return {
    id,
    isMet,
    evidence: isMet
      ? `${what}: ${describe(expected)}`
      : describeDifference(what, { actual, expected, describe }),
  }
}

/** Like {@link checkSame} for amounts in smallest units, told with their ticker. */
export function checkAmount(
  id: FindingId,
  what: string,
  { of, ...compared }: Compared & { of: NamedAsset | undefined },
): Check {
  return checkSame(id, what, {
    ...compared,
    describe: (text) => (/^\d+$/.test(text) ? describeAmount(text, of) : text),
  })
}

/** Like {@link checkSame} for times in Unix seconds, told as UTC. */
export function checkTime(id: FindingId, what: string, compared: Compared): Check {
  return checkSame(id, what, {
    ...compared,
    describe: (text) => (/^\d+$/.test(text) ? describeTime(text) : text),
  })
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
    evidence: isMet ? `${what}: ${expected}` : describeDifference(what, { actual, expected }),
  }
}

/** A check whose outcome is known. Evidence without values needs another sentence for where it is not met. */
export function checkThat(
  id: FindingId,
  isMet: boolean,
  evidence: string,
  otherwise = evidence,
): Check {
  return { id, isMet, evidence: isMet ? evidence : otherwise }
}

/** Different values that read the same are told as they are. */
function describeDifference(
  what: string,
  {
    actual,
    expected,
    describe = String,
  }: { actual: string; expected: string } & Pick<Compared, 'describe'>,
): string {
  const words = [describe(actual), describe(expected)]
  const [is = actual, wanted = expected] = words[0] === words[1] ? [] : words
  return translate('{what} is {is}, expected {wanted}', { what, is, wanted })
}

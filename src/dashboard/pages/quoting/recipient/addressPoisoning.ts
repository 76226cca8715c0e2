import { toAddressKey } from '#protocol/accounts/account.ts'

/** A known address that another one resembles: at both ends it blocks, at one end it warns. */
export type AddressPoisoning = { known: string; level: 'block' | 'warn' }

/** Characters at each end that users compare. */
const comparedCharacters = 4

/**
 * Finds the known address that `address` imitates; undefined if it is known itself or like none.
 * Source: pages, "Transfer adds".
 */
export function findAddressPoisoning(
  address: string,
  known: readonly string[],
): AddressPoisoning | undefined {
  const own = getEnds(address)
  if (known.some((other) => toAddressKey(other) === toAddressKey(address))) return undefined
  const both = known.find((other) => {
    const ends = getEnds(other)
    return ends.head === own.head && ends.tail === own.tail
  })
  if (both !== undefined) return { known: both, level: 'block' }
  const one = known.find((other) => {
    const ends = getEnds(other)
    return ends.head === own.head || ends.tail === own.tail
  })
  return one === undefined ? undefined : { known: one, level: 'warn' }
}

function getEnds(address: string): { head: string; tail: string } {
  const body = toAddressKey(address).replace(/^0x/, '')
  return { head: body.slice(0, comparedCharacters), tail: body.slice(-comparedCharacters) }
}

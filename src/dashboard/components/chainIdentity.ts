/** A place in the colour series of chains; `other` once the eight are taken. */
export type SeriesSlot = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 'other'

/** How a chain is told apart on every screen: name, two letters, and a colour that never moves. */
export type ChainIdentity = {
  /** CAIP-2 id. */
  chain: string
  name: string
  /** Two letters for the square glyph. */
  code: string
  slot: SeriesSlot
}

const slots: readonly SeriesSlot[] = [1, 2, 3, 4, 5, 6, 7, 8]

/**
 * Identities of the chains in the order given: chain n takes colour n, the ninth and later `other`.
 * The order is the service's supported list, so that a colour stays with its chain.
 */
export function identifyChains(
  chains: readonly { chain: string; name: string }[],
): ReadonlyMap<string, ChainIdentity> {
  return new Map(
    chains.map(({ chain, name }, index) => [
      chain,
      { chain, name, code: name.slice(0, 2).toUpperCase(), slot: slots[index] ?? 'other' },
    ]),
  )
}

/** A neutral identity for a chain that no list names: the raw id, in the colour for others. */
export function unknownChain(chain: string): ChainIdentity {
  return { chain, name: chain, code: '??', slot: 'other' }
}

/** The CSS colour of a chain, for fills and strokes. */
export function chainColour(identity: { slot: SeriesSlot }): string {
  return `var(--series-${identity.slot})`
}

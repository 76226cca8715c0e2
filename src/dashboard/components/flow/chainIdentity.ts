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

const seriesSlots: readonly SeriesSlot[] = [1, 2, 3, 4, 5, 6, 7, 8]

/** Public chains keep one colour, whichever others are there. Source: pages, "Everywhere". */
const publicChainSlots: Readonly<Record<string, SeriesSlot>> = {
  'eip155:1': 1,
  'eip155:8453': 2,
  'eip155:42161': 3,
  'eip155:10': 4,
  'eip155:137': 5,
}
/** Kept for Solana, which has one id for each of its networks. */
const solanaSlot = 6

/**
 * Identities of the chains in the order given: public ones have colours of their own, the others
 * take the next free one, in order, and `other` when none is left.
 * The order is the service's supported list, so that a colour stays with its chain.
 */
export function identifyChains(
  chains: readonly { chain: string; name: string }[],
): ReadonlyMap<string, ChainIdentity> {
  const taken = chains.flatMap(({ chain }) => findSlot(chain) ?? [])
  const free = seriesSlots.filter((slot) => !taken.includes(slot))
  return new Map(
    chains.map(({ chain, name }) => {
      const slot = findSlot(chain) ?? free.shift() ?? 'other'
      return [chain, { chain, name, code: name.slice(0, 2).toUpperCase(), slot }]
    }),
  )
}

function findSlot(chain: string): SeriesSlot | undefined {
  return publicChainSlots[chain] ?? (chain.startsWith('solana:') ? solanaSlot : undefined)
}

/** A neutral identity for a chain that no list names: the raw id, in the colour for others. */
export function buildUnknownChain(chain: string): ChainIdentity {
  return { chain, name: chain, code: '??', slot: 'other' }
}

/** The CSS colour of a chain, for fills and strokes. */
export function getChainColour(identity: { slot: SeriesSlot }): string {
  return `var(--series-${identity.slot})`
}

/** Index into the colour series of chains; `other` once all eight are taken. */
export type SeriesSlot = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 'other'

/** How a chain is shown everywhere: name, two letters, and a colour that never changes. */
export type ChainIdentity = {
  /** CAIP-2 id. */
  chain: string
  name: string
  /** Two letters for the square glyph. */
  code: string
  slot: SeriesSlot
}

const seriesSlots: readonly SeriesSlot[] = [1, 2, 3, 4, 5, 6, 7, 8]

/** Public chains keep their colour whatever other chains there are. Source: pages, "Everywhere". */
const publicChainSlots: Readonly<Record<string, SeriesSlot>> = {
  'eip155:1': 1,
  'eip155:8453': 2,
  'eip155:42161': 3,
  'eip155:10': 4,
  'eip155:137': 5,
}
/** Reserved for Solana, which has a different id for each of its networks. */
const solanaSlot = 6

/**
 * Returns the identities of chains in the given order. Public chains have fixed colours; the others
 * take the next free one, then `other`. The order is that of the service's supported list, so that
 * a chain keeps its colour.
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

/** Returns a neutral identity for an unlisted chain: its raw id in the colour for others. */
export function buildUnknownChain(chain: string): ChainIdentity {
  return { chain, name: chain, code: '??', slot: 'other' }
}

/** Returns the CSS colour of a chain, for fills and strokes. */
export function getChainColour(identity: { slot: SeriesSlot }): string {
  return `var(--series-${identity.slot})`
}

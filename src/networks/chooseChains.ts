import { type ChainId, getEvmChainNumber, splitAssetType } from '#protocol/ids/caip.ts'
import type { Network, NetworkChain } from './network.ts'

/** Name of a chain in CHAINS: the EIP-155 number of an EVM chain, `solana` for a Solana cluster. */
export type ChainName = number | 'solana'

/** Returns the name that CHAINS uses for a chain. */
export function toChainName({ chainId }: Pick<NetworkChain, 'chainId'>): ChainName {
  return getEvmChainNumber(chainId) ?? 'solana'
}

/** Returns the names of a network's chains, comma-separated as in CHAINS. */
export function toChainNames({ chains }: Pick<Network, 'chains'>): string {
  return chains.map(toChainName).join(',')
}

/**
 * Parses a list of chain names.
 *
 * @param text - Comma-separated names in any order; all chains when absent or empty.
 * @param known - Names of the network's chains, in network order.
 * @returns The named chains in network order.
 * @throws Error when a name is not a chain of the network.
 */
export function chooseChains<Name extends ChainName>(
  text: string | undefined,
  known: readonly Name[],
): Name[] {
  if (!text) return [...known]
  const wanted = text.split(',').map((part) => part.trim())
  const unknown = wanted.find((part) => !known.some((name) => String(name) === part))
  if (unknown !== undefined)
    throw new Error(`CHAINS names "${unknown}"; the network has ${known.join(', ')}.`)
  return known.filter((name) => wanted.includes(String(name)))
}

/**
 * Returns a network reduced to some of its chains, with their assets, pools and aggregates.
 *
 * @throws Error when the feeds that price a remaining asset are on a chain left out.
 */
export function withChains(network: Network, names: readonly ChainName[]): Network {
  const chains = network.chains.filter((chain) => names.includes(toChainName(chain)))
  const chainIds: ReadonlySet<ChainId> = new Set(chains.map(({ chainId }) => chainId))
  const aggregates = network.aggregates.flatMap((aggregate) => {
    const members = aggregate.members.filter(({ assetType }) =>
      chainIds.has(splitAssetType(assetType).chainId),
    )
    return members.length === 0 ? [] : [{ ...aggregate, members }]
  })
  const unpriced = aggregates
    .flatMap(({ members }) => members)
    .find(({ feedChainId }) => feedChainId !== undefined && !chainIds.has(feedChainId))
  if (unpriced?.feedChainId)
    throw new Error(
      `CHAINS names "solana" without ${getEvmChainNumber(unpriced.feedChainId)}, whose feeds price its assets.`,
    )
  return {
    ...network,
    chains,
    pools: network.pools.filter(({ chainId }) => chainIds.has(chainId)),
    ...(network.currencies && {
      currencies: network.currencies.filter(({ chainId }) => chainIds.has(chainId)),
    }),
    aggregates,
  }
}

import { type ChainId, getEvmChainNumber, splitAssetType } from '#protocol/ids/caip.ts'
import type { Network, NetworkChain } from './network.ts'

/** What CHAINS calls a chain: an EVM chain by its EIP-155 number, a network's Solana cluster `solana`. */
export type ChainName = number | 'solana'

/** What CHAINS calls a chain of a network. */
export function toChainName({ chainId }: Pick<NetworkChain, 'chainId'>): ChainName {
  return getEvmChainNumber(chainId) ?? 'solana'
}

/** The chains of a network as CHAINS takes them. */
export function toChainNames({ chains }: Pick<Network, 'chains'>): string {
  return chains.map(toChainName).join(',')
}

/**
 * Reads which chains of a network are wanted.
 *
 * @param text - Names of chains, comma-separated, in any order; all when absent or empty.
 * @param known - Names of the network's chains, in network order.
 * @returns The wanted ones in network order.
 * @throws Error that names what is no chain of the network.
 */
export function chooseChains<Name extends ChainName>(
  text: string | undefined,
  known: readonly Name[],
): Name[] {
  if (!text) return [...known]
  const wanted = text.split(',').map((part) => part.trim())
  const stranger = wanted.find((part) => !known.some((name) => String(name) === part))
  if (stranger !== undefined)
    throw new Error(`CHAINS names "${stranger}"; the network has ${known.join(', ')}.`)
  return known.filter((name) => wanted.includes(String(name)))
}

/**
 * A network reduced to some of its chains: their assets and pools, and the aggregates that are left
 * with a member.
 *
 * @throws Error that names the chain whose feeds price what is left, when it is not among them.
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
    aggregates,
  }
}

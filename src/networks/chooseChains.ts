import { evmChainId, splitAssetType } from '#protocol/caip.ts'
import type { Network } from './network.ts'

/**
 * Reads which chains of a network are wanted.
 *
 * @param text - EIP-155 numbers, comma-separated, in any order; all chains when absent or empty.
 * @param known - Numbers of the network's chains, in network order.
 * @returns The wanted ones in network order.
 * @throws Error that names what is no chain of the network.
 */
export function chooseChains(text: string | undefined, known: readonly number[]): number[] {
  if (!text) return [...known]
  const wanted = text.split(',').map((part) => part.trim())
  const stranger = wanted.find((part) => !known.some((number) => String(number) === part))
  if (stranger !== undefined)
    throw new Error(`CHAINS names "${stranger}"; the network has ${known.join(', ')}.`)
  return known.filter((number) => wanted.includes(String(number)))
}

/**
 * A network reduced to some of its chains: their assets and pools, and the aggregates that are left
 * with a member.
 */
export function withChains(network: Network, numbers: readonly number[]): Network {
  const chainIds: ReadonlySet<string> = new Set(numbers.map(evmChainId))
  return {
    ...network,
    chains: network.chains.filter(({ chainId }) => chainIds.has(chainId)),
    pools: network.pools.filter(({ chainId }) => chainIds.has(chainId)),
    aggregates: network.aggregates.flatMap((aggregate) => {
      const members = aggregate.members.filter(({ assetType }) =>
        chainIds.has(splitAssetType(assetType).chainId),
      )
      return members.length === 0 ? [] : [{ ...aggregate, members }]
    }),
  }
}

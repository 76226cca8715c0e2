import {
  type AccountAddress,
  splitAssetType,
  type ChainId,
  EvmAddress,
} from '#protocol/ids/caip.ts'
import { getEvmChains, getSolanaChains } from './getChain.ts'
import type { Network } from './network.ts'

/** Returns the ERC-20 contracts of a network's assets on one chain, without duplicates. */
export function getTokenContracts(
  { aggregates }: Network,
  chainId: ChainId,
): readonly EvmAddress[] {
  const tokens = aggregates
    .flatMap(({ members }) => members.map(({ assetType }) => splitAssetType(assetType)))
    .filter((asset) => asset.chainId === chainId && asset.namespace === 'erc20')
  return [...new Set(tokens.map(({ reference }) => reference))].map((reference) =>
    EvmAddress.parse(reference),
  )
}

/**
 * Returns the network's contracts, pools, tokens and programs by name; funds sent there are lost.
 */
export function getOwnContracts(
  network: Pick<Network, 'chains' | 'pools' | 'aggregates'>,
): readonly (readonly [name: string, address: string])[] {
  return [
    ...getEvmChains(network).flatMap(({ contracts, vault }): [string, AccountAddress][] => [
      ...Object.entries(contracts),
      ...(vault ? [['vault', vault] satisfies [string, AccountAddress]] : []),
    ]),
    ...getSolanaChains(network).map(({ program }) => ['the escrow program', program] as const),
    ...network.pools.map(({ pool }) => ['pool', pool] as const),
    ...network.aggregates.flatMap(({ members }) =>
      members.flatMap(({ assetType, symbol }) => {
        const { namespace, reference } = splitAssetType(assetType)
        return namespace === 'slip44' ? [] : [[`the token ${symbol}`, reference] as const]
      }),
    ),
  ]
}

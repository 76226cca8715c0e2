import { type ChainId, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
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

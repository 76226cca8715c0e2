import { toEvmChainId, isSameAsset } from '#protocol/ids/caip.ts'
import type { Member, Network } from '#networks/network.ts'

/** Finds a chain's native coin by EVM chain id; undefined when the network lacks the chain. */
export function findCoin(where: { network: Network; chainId: number }): Member | undefined {
  const { network, chainId } = where
  const chain = network.chains.find((one) => one.chainId === toEvmChainId(chainId))
  if (!chain) return undefined
  return network.aggregates
    .flatMap(({ members }) => members)
    .find(({ assetType }) => isSameAsset(assetType, chain.nativeAsset))
}

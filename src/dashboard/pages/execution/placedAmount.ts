import type { Network } from '#networks/network.ts'
import { unitsOf } from '#protocol/amount.ts'
import { type AssetType, type ChainId, isSameAsset, splitAssetType } from '#protocol/caip.ts'
import { type ChainIdentity, unknownChain } from '../../components/chainIdentity.ts'

/** An amount of an asset on a chain. */
export type PlacedAmount = {
  units: bigint
  decimals: number
  symbol: string
  valueUsd: number
  chain: ChainIdentity
  chainId: ChainId
}

/** An amount with the names of its asset and chain. */
export function placed(
  { network, chains }: { network: Network; chains: ReadonlyMap<string, ChainIdentity> },
  what: { assetType: AssetType; amount: string; valueUsd: number },
): PlacedAmount {
  const member = memberOf(network, what.assetType)
  const { chainId } = splitAssetType(what.assetType)
  return {
    units: unitsOf(what.amount),
    decimals: member?.decimals ?? 0,
    symbol: member?.symbol ?? 'units',
    valueUsd: what.valueUsd,
    chainId,
    chain: chains.get(chainId) ?? unknownChain(chainId),
  }
}

/** How the network names an asset; undefined for one that it does not list. */
export function memberOf(network: Network, assetType: AssetType) {
  return network.aggregates
    .flatMap(({ members }) => members)
    .find((member) => isSameAsset(member.assetType, assetType))
}

/** The asset of a token; address 0 is the chain's own coin. */
export function assetOf(chainId: ChainId, token: `0x${string}`): AssetType {
  const number = chainId.slice('eip155:'.length)
  return BigInt(token) === 0n ? `eip155:${number}/slip44:60` : `eip155:${number}/erc20:${token}`
}

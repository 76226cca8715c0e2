import type { Network } from '#networks/network.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import { AssetType, type ChainId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import { nativeMint } from '#protocol/orders/solanaOrder.ts'
import type { UnlistedName } from '#dashboard/api/chains/unlistedTokens.ts'
import { translate } from '../../../language/translate.ts'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'

/** An amount of an asset on a chain. */
export type ChainAmount = {
  units: bigint
  decimals: number
  symbol: string
  /** US dollars by the quote's prices; undefined where they are not known. */
  valueUsd: number | undefined
  chain: ChainIdentity
  chainId: ChainId
  /** No list names the asset. */
  isUnlisted?: true
}

/** Returns an amount with the names of its asset and chain. */
export function toChainAmount(
  {
    network,
    chains,
    unlisted = [],
  }: {
    network: Network
    chains: ReadonlyMap<string, ChainIdentity>
    unlisted?: readonly UnlistedName[]
  },
  what: { assetType: AssetType; amount: string; valueUsd: number | undefined },
): ChainAmount {
  const listed = findMember(network, what.assetType)
  const member = listed ?? unlisted.find((one) => isSameAsset(one.assetType, what.assetType))
  const { chainId } = splitAssetType(what.assetType)
  return {
    units: toUnits(what.amount),
    decimals: member?.decimals ?? 0,
    symbol: member?.symbol ?? translate('units'),
    valueUsd: what.valueUsd,
    chainId,
    chain: chains.get(chainId) ?? buildUnknownChain(chainId),
    ...(member && !listed && { isUnlisted: true }),
  }
}

/** Returns the network's record of an asset; undefined if it does not list it. */
export function findMember(network: Network, assetType: AssetType) {
  return network.aggregates
    .flatMap(({ members }) => members)
    .find((member) => isSameAsset(member.assetType, assetType))
}

/** Returns the asset of a token; address 0 or the native mint stands for the native coin. */
export function toAssetType(chainId: ChainId, token: string): AssetType {
  if (chainId.startsWith('solana:'))
    return AssetType.parse(
      token === nativeMint ? `${chainId}/slip44:501` : `${chainId}/token:${token}`,
    )
  return AssetType.parse(
    BigInt(token) === 0n ? `${chainId}/slip44:60` : `${chainId}/erc20:${token}`,
  )
}

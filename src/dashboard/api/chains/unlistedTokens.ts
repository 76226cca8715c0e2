import { useMemo } from 'react'
import { queryOptions, skipToken, useQueries } from '@tanstack/react-query'

import { findEvmChain, getEvmChains } from '#networks/getChain.ts'
import type { EvmNetworkChain, Network } from '#networks/network.ts'
import {
  type AssetType,
  type ChainId,
  checksumAddress,
  EvmAddress,
  isAssetType,
  isSameAsset,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { type UnlistedReading, nameUnlisted } from '#protocol/quotes/unlistedToken.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/** What this browser read of a token that no list names; `silent` where the chain does not answer. */
export type UnlistedRead = {
  assetType: AssetType
  /** Undefined while it is being read. */
  reading: UnlistedReading | 'silent' | undefined
}

/** A token that no list names, by its own words. */
export type UnlistedName = {
  assetType: AssetType
  decimals: number
  symbol: string
  name: string
}

/** Whether an id is that of a token on an EVM chain of the network that its file does not list. */
export function isUnlistedToken(network: Network, assetId: string): assetId is AssetType {
  if (!isAssetType(assetId)) return false
  const { chainId, namespace, reference } = splitAssetType(assetId)
  return (
    namespace === 'erc20' &&
    EvmAddress.safeParse(reference).success &&
    findEvmChain(network, chainId) !== undefined &&
    !getMembers(network).some((member) => isSameAsset(member.assetType, assetId))
  )
}

/** The id of a token with the checksum of its address, as quotes and chains are compared by it. */
export function normalizeTokenId(assetType: AssetType): AssetType {
  const { chainId, reference } = splitAssetType(assetType)
  return `${chainId}/erc20:${checksumAddress(EvmAddress.parse(reference))}`
}

/** The tokens among assets that the network file does not list, each once. */
export function findUnlistedTypes(
  network: Network,
  assetTypes: Iterable<AssetType>,
): readonly AssetType[] {
  const unlisted = [...new Set(assetTypes)].filter((one) => isUnlistedToken(network, one))
  return [...new Set(unlisted.map(normalizeTokenId))]
}

/** The ids under which an address would be a token: one on each EVM chain, or on the one named. */
export function listTokenIds(
  network: Network,
  { address, chainId }: { address: EvmAddress; chainId: string | undefined },
): readonly AssetType[] {
  return getEvmChains(network)
    .filter((chain) => chainId === undefined || chain.chainId === chainId)
    .map((chain): AssetType => `${chain.chainId}/erc20:${checksumAddress(address)}`)
}

/** Query of a token and of its pools of the pinned exchange, as the chain has them. */
export function unlistedTokenOptions(
  network: Network,
  of: { assetType: AssetType; rpcUrls: ReadonlyMap<ChainId, string> | undefined },
) {
  const { assetType, rpcUrls } = of
  const { chainId, reference } = splitAssetType(assetType)
  const chain = findEvmChain(network, chainId)
  return queryOptions({
    queryKey: ['unlistedToken', network.name, chainId, reference.toLowerCase()],
    queryFn:
      chain && rpcUrls
        ? () => readToken(network, { chain, rpcUrls, token: EvmAddress.parse(reference) })
        : skipToken,
    staleTime: 10_000,
    retry: 1,
  })
}

/**
 * What the chains say of tokens that no list names, in the order asked.
 *
 * @param options.isLive - Reads them again every 15 seconds, for a quote that is compared with them.
 */
export function useUnlistedTokens(
  network: Network,
  assetTypes: readonly AssetType[],
  { isLive = false } = {},
): readonly UnlistedRead[] {
  const rpcUrls = useRpcUrls(network, { isNeeded: assetTypes.length > 0 })
  return useQueries({
    queries: assetTypes.map((assetType) => ({
      ...unlistedTokenOptions(network, { assetType, rpcUrls }),
      refetchInterval: isLive ? 15_000 : (false as const),
    })),
    combine: (read) =>
      read.map(({ data, isError }, index): UnlistedRead => ({
        assetType: assetTypes[index] ?? 'eip155:0/erc20:0x',
        reading: data ?? (isError ? 'silent' : undefined),
      })),
  })
}

/** The names of those tokens that have been read; each is known by its own words only. */
export function useUnlistedNames(
  network: Network,
  assetTypes: readonly AssetType[],
): readonly UnlistedName[] {
  const reads = useUnlistedTokens(network, assetTypes)
  return useMemo(() => reads.flatMap((read) => nameToken(read) ?? []), [reads])
}

/** Names a token that has been read; undefined for what does not say its decimals. */
export function nameToken({ assetType, reading }: UnlistedRead): UnlistedName | undefined {
  if (reading === undefined || reading === 'silent' || reading.decimals === undefined)
    return undefined
  return { assetType, decimals: reading.decimals, ...nameUnlisted(reading) }
}

/** Loads what reads tokens on first use. */
async function readToken(
  network: Network,
  of: { chain: EvmNetworkChain; rpcUrls: ReadonlyMap<ChainId, string>; token: EvmAddress },
): Promise<UnlistedReading> {
  const { chain, rpcUrls, token } = of
  const listed = getMembers(network).flatMap(({ assetType }) => {
    const { chainId, namespace, reference } = splitAssetType(assetType)
    return chainId === chain.chainId && namespace === 'erc20' ? [EvmAddress.parse(reference)] : []
  })
  const { readUnlisted } = await import('#chains/evm/assets/readUnlisted.ts')
  const factory = chain.contracts.poolFactory
  return readUnlisted(getEvmClient(chain, rpcUrls), { token, factory, listed })
}

function getMembers({ aggregates }: Network) {
  return aggregates.flatMap(({ members }) => members)
}

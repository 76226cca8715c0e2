import type { PoolFault } from '#chains/evm/assets/findUnlistedPool.ts'
import { type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import { readEvmAddress } from '#protocol/ids/pastedAddress.ts'
import { findResembled } from '#protocol/quotes/resemblance.ts'
import { useFeedPrices } from '#dashboard/api/chains/feedPrices.ts'
import {
  listTokenIds,
  nameToken,
  type UnlistedName,
  type UnlistedRead,
  useUnlistedTokens,
} from '#dashboard/api/chains/unlistedTokens.ts'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import { findPricedPool } from '#dashboard/review/cases/unlisted.ts'
import {
  findRootAsset,
  findRootToken,
  type RootAsset,
  type Roots,
} from '#dashboard/review/cases/roots.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../../chains/useChainIdentities.ts'
import { useRoots } from '../../chains/useInstallation.ts'

/** A token on no list that can be chosen, with the pool that prices it. */
export type UnlistedChoice = {
  token: UnlistedName
  chain: ChainIdentity
  /** The listed token of its pool, and how much of it is there, smallest units. */
  pairedWith: RootAsset
  held: bigint
  /** The listed asset that it is called like. */
  resembles: RootAsset | undefined
}

/** What a chain has at an address that cannot be chosen, or not yet. */
export type UnlistedMiss = {
  assetType: AssetType
  chain: ChainIdentity
  token: UnlistedName | undefined
  why: 'reading' | 'silent' | PoolFault
}

/** What the chains have at an address that was typed. */
export type UnlistedSearch = {
  found: readonly UnlistedChoice[]
  missed: readonly UnlistedMiss[]
}

/**
 * Looks for a token on no list at an address, on every EVM chain or the one that is chosen; finds
 * nothing for another text.
 */
export function useUnlistedSearch(
  text: string | undefined,
  chainId: string | undefined,
): UnlistedSearch {
  const network = useNetwork()
  const chains = useChainIdentities()
  const roots = useRoots()
  const prices = useFeedPrices(network).data
  const address = readEvmAddress(text ?? '')
  const reads = useUnlistedTokens(
    network,
    address ? listTokenIds(network, { address, chainId }) : [],
  )
  return sortReads(reads, { roots, prices, chains })
}

/** Tells what can be chosen from what cannot. */
export function sortReads(
  reads: readonly UnlistedRead[],
  known: {
    roots: Roots
    prices: ReadonlyMap<string, number> | undefined
    chains: ReadonlyMap<string, ChainIdentity>
  },
): UnlistedSearch {
  const results = reads.map((read) => toResult(read, known))
  return {
    found: results.flatMap((one) => ('held' in one ? [one] : [])),
    missed: results.flatMap((one) => ('why' in one ? [one] : [])),
  }
}

function toResult(
  read: UnlistedRead,
  { roots, prices, chains }: Parameters<typeof sortReads>[1],
): UnlistedChoice | UnlistedMiss {
  const { assetType, reading } = read
  const { chainId } = splitAssetType(assetType)
  const chain = chains.get(chainId) ?? buildUnknownChain(chainId)
  const token = nameToken(read)
  if (reading === 'silent') return { assetType, chain, token, why: 'silent' }
  if (!reading || !prices) return { assetType, chain, token, why: 'reading' }
  const result = findPricedPool(reading, { roots, prices, assetType })
  if ('fault' in result) return { assetType, chain, token, why: result.fault }
  const { held, pairedWith: address } = result.pool
  const pairedWith = findRootToken(roots, { chainId, token: address })
  if (!token || !pairedWith) return { assetType, chain, token, why: { kind: 'noPool' } }
  const like = findResembled(reading, roots.assets)
  return { token, chain, pairedWith, held, resembles: like && findRootAsset(roots, like) }
}

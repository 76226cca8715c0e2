import { findEvmChain } from '#networks/getChain.ts'
import type { Network, Pool } from '#networks/network.ts'
import { type AssetType, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { RouteKind } from '../pricing/rates.ts'

/** How one asset is converted to another; a swap names its pool. */
export type RoutePath =
  | { kind: Exclude<RouteKind, 'swap'>; pool: undefined }
  | { kind: 'swap'; pool: Pool }

/** Through escrow, for any pair of assets. */
export const throughEscrow: RoutePath = { kind: 'deposit', pool: undefined }

/**
 * Returns how a single operation converts one asset to another: without escrow where one chain
 * allows it, otherwise through escrow. Pools see the native coin as its wrapped token.
 */
export function getPathBetween(
  network: Network,
  [from, to]: readonly [AssetType, AssetType],
): RoutePath {
  if (splitAssetType(from).chainId !== splitAssetType(to).chainId) return throughEscrow
  if (isSameAsset(from, to)) return { kind: 'transfer', pool: undefined }
  const sides = findWrappedPair(network, [from, to])
  if (sides && isSameAsset(...sides)) return { kind: 'convert', pool: undefined }
  const pool = network.pools.find(({ tokens }) =>
    sides?.every((side) => tokens.some((token) => isSameAsset(token, side))),
  )
  return pool ? { kind: 'swap', pool } : throughEscrow
}

/** Two assets of one EVM chain, with the native coin replaced by its wrapped token. */
function findWrappedPair(
  network: Network,
  [a, b]: readonly [AssetType, AssetType],
): [AssetType, AssetType] | undefined {
  const chain = findEvmChain(network, splitAssetType(a).chainId)
  if (!chain) return undefined
  const wrapped: AssetType = `${chain.chainId}/erc20:${chain.contracts.wrappedNative}`
  const [from, to] = [a, b].map((one) => (isSameAsset(one, chain.nativeAsset) ? wrapped : one))
  return from && to ? [from, to] : undefined
}

import { findEvmChain } from '#networks/chainsOf.ts'
import type { Network, Pool } from '#networks/network.ts'
import { type AssetType, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { PlanKind } from '../pricing/rates.ts'

/** How one asset comes to be another; a swap names its pool. */
export type Way =
  | { kind: Exclude<PlanKind, 'swap'>; pool: undefined }
  | { kind: 'swap'; pool: Pool }

/** Through escrow, whatever the assets are. */
export const throughEscrow: Way = { kind: 'deposit', pool: undefined }

/**
 * How value gets from one asset to another when one operation draws all of it: on one chain without
 * escrow, where it can; the native coin counts as its wrapped token in a pool.
 */
export function wayBetween(network: Network, [from, to]: readonly [AssetType, AssetType]): Way {
  if (splitAssetType(from).chainId !== splitAssetType(to).chainId) return throughEscrow
  if (isSameAsset(from, to)) return { kind: 'transfer', pool: undefined }
  const sides = wrappedSides(network, [from, to])
  if (sides && isSameAsset(...sides)) return { kind: 'convert', pool: undefined }
  const pool = network.pools.find(({ tokens }) =>
    sides?.every((side) => tokens.some((token) => isSameAsset(token, side))),
  )
  return pool ? { kind: 'swap', pool } : throughEscrow
}

/** Two assets of one EVM chain with the native coin named as its wrapped token. */
function wrappedSides(
  network: Network,
  [a, b]: readonly [AssetType, AssetType],
): [AssetType, AssetType] | undefined {
  const chain = findEvmChain(network, splitAssetType(a).chainId)
  if (!chain) return undefined
  const wrapped: AssetType = `${chain.chainId}/erc20:${chain.contracts.wrappedNative}`
  const [from, to] = [a, b].map((one) => (isSameAsset(one, chain.nativeAsset) ? wrapped : one))
  return from && to ? [from, to] : undefined
}

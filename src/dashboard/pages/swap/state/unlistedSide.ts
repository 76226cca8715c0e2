import type { PoolFault, PricedPool } from '#chains/evm/assets/findUnlistedPool.ts'
import { type AssetType, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { UnlistedRead } from '#dashboard/api/chains/unlistedTokens.ts'
import { findPricedPool } from '#dashboard/review/cases/unlisted.ts'
import { findRootToken, type Roots } from '#dashboard/review/cases/roots.ts'
import type { ChosenAsset } from '../../quoting/assets/assetChoices.ts'

/** The token of a form that no list names, and what this browser found out about it. */
export type FormToken = {
  side: 'from' | 'to'
  assetType: AssetType
  /** `both`: neither side is on a list. `reading`: the chain or the price feeds have yet to answer. */
  state:
    | { kind: 'both' | 'reading' | 'silent' }
    | { kind: 'fault'; fault: PoolFault }
    | { kind: 'ready'; pool: PricedPool; pairedWith: AssetType }
}

/** What a form with such a token is judged by. */
export type UnlistedContext = {
  roots: Roots
  /** US dollars by the pinned feeds; undefined while they are not read. */
  prices: ReadonlyMap<string, number> | undefined
}

/** Finds the token of a form that no list names; undefined where both sides are listed. */
export function findUnlistedSide(
  sides: { from: UnlistedRead | undefined; to: UnlistedRead | undefined },
  context: UnlistedContext,
): FormToken | undefined {
  const side = sides.from ? 'from' : 'to'
  const read = sides[side]
  if (!read) return undefined
  const { assetType } = read
  if (sides.from && sides.to) return { side, assetType, state: { kind: 'both' } }
  return { side, assetType, state: getState(read, context) }
}

function getState(
  { assetType, reading }: UnlistedRead,
  { roots, prices }: UnlistedContext,
): FormToken['state'] {
  if (reading === 'silent') return { kind: 'silent' }
  if (!reading || !prices) return { kind: 'reading' }
  const found = findPricedPool(reading, { roots, prices, assetType })
  if ('fault' in found) return { kind: 'fault', fault: found.fault }
  const { pool } = found
  const { chainId } = splitAssetType(assetType)
  const paired = findRootToken(roots, { chainId, token: pool.pairedWith })
  if (!paired) return { kind: 'fault', fault: { kind: 'noPool' } }
  return { kind: 'ready', pool, pairedWith: paired.assetType }
}

/**
 * Narrows the other side to what the pool trades the token against, on its chain; without members where
 * that is not among the chosen asset.
 */
export function narrowToPool(
  chosen: ChosenAsset | undefined,
  { state }: FormToken,
): ChosenAsset | undefined {
  if (!chosen || state.kind !== 'ready') return chosen
  const members = chosen.only ? [chosen.only] : chosen.asset.members
  const only = members.find(({ assetId }) => isSameAsset(assetId, state.pairedWith))
  return only ? { asset: chosen.asset, only } : { asset: { ...chosen.asset, members: [] }, only }
}

/** The sides of a form with what the pool trades the token against in place of the other one. */
export function pairSides<Search extends { from: string; to: string }>(
  search: Search,
  unlisted: FormToken | undefined,
): Search {
  if (unlisted?.state.kind !== 'ready') return search
  const { pairedWith } = unlisted.state
  return { ...search, [unlisted.side === 'from' ? 'to' : 'from']: pairedWith }
}

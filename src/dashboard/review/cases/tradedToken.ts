import type { PricedPool } from '#chains/evm/assets/findUnlistedPool.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { UnlistedReading } from '#protocol/quotes/unlistedToken.ts'
import type { EvmRootAsset } from './roots.ts'

/** The token of a request that no list names, and its pool, as this app read them from the chain. */
export type TradedToken = {
  side: 'bought' | 'sold'
  asset: EvmRootAsset
  reading: UnlistedReading
  pool: PricedPool
  /** The listed token of the pool. */
  pairedWith: EvmRootAsset
  /** The listed asset that it bears the name of, or resembles. */
  resembles: AssetType | undefined
  /** US dollars of a whole token by the pool's average price; undefined without a feed. */
  priceUsd: number | undefined
  /** Not read from the chain, but as a sealed quote of the past names it. */
  isAgreed?: true
}

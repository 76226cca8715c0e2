import type { PricedPool } from '#chains/evm/assets/findUnlistedPool.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { UnlistedReading } from '#protocol/quotes/unlistedReading.ts'
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
}

import { z } from 'zod/mini'

import { AggregatedAssetId, AssetType, ChainId } from '../ids/caip.ts'

/** A supported chain. Source: specification section 2.8. */
export const SupportedChain = z.object({
  chain: z.object({ chain: ChainId, namespace: z.string(), reference: z.string() }),
  isTestnet: z.boolean(),
})
export type SupportedChain = z.output<typeof SupportedChain>

/** An aggregated asset and its members. Source: specification section 2.9. */
export const AssetRecord = z.object({
  aggregatedAssetId: AggregatedAssetId,
  symbol: z.string(),
  name: z.string(),
  decimals: z.int().check(z.nonnegative()),
  aggregatedEntities: z.array(
    z.object({
      assetType: AssetType,
      decimals: z.int().check(z.nonnegative()),
      name: z.string(),
      symbol: z.string(),
    }),
  ),
})
export type AssetRecord = z.output<typeof AssetRecord>

import { z } from 'zod'

import { AmountText } from '../ids/amount.ts'
import { describeBeta } from '../ids/beta.ts'
import {
  AccountAddress,
  AggregatedAssetId,
  AssetType,
  ChainId,
  EvmAddress,
  SolanaAddress,
} from '../ids/caip.ts'

/**
 * An account's balance of one asset on one chain; `fiatValue` in US dollars. For a token that is on
 * no list, `decimals` and `symbol` are what its contract reports, unverified.
 */
export const AssetBalance = z.object({
  assetType: AssetType,
  balance: AmountText,
  fiatValue: z.number().nonnegative(),
  decimals: z.int().nonnegative().optional(),
  symbol: z.string().optional(),
})
export type AssetBalance = z.output<typeof AssetBalance>

/** An account's balance of an aggregate; `balance` in the aggregate's smallest unit. */
export const AggregatedAssetBalance = z.object({
  aggregatedAssetId: AggregatedAssetId,
  balance: AmountText,
  individualAssetBalances: z.array(AssetBalance),
  fiatValue: z.number().nonnegative(),
})
export type AggregatedAssetBalance = z.output<typeof AggregatedAssetBalance>

/** 200 of v2 balances. Source: specification section 2.7; the last two fields are ours. */
export const BalanceRecordV2 = z.object({
  balanceByAggregatedAsset: z.array(AggregatedAssetBalance),
  balanceBySpecificAsset: z.array(AssetBalance),
  totalBalance: z.object({ fiatValue: z.number().nonnegative() }),
  /** Chains that could not be read; balances there are missing from all sums. */
  unavailableChains: z.array(ChainId).optional(),
  /** Assets without a fresh price: their `fiatValue` is 0 and they are not part of the total. */
  unpricedAssets: z.array(AssetType).optional(),
})
export type BalanceRecordV2 = z.output<typeof BalanceRecordV2>

/** 200 of v3 balances. */
export const BalanceRecord = z.object({
  ...BalanceRecordV2.shape,
  accounts: z.object({
    evm: EvmAddress.optional(),
    solana: SolanaAddress.meta(describeBeta('Solana address')).optional(),
  }),
})
export type BalanceRecord = z.output<typeof BalanceRecord>

/** Builds the schema of a comma-separated list: at most 200 items, without duplicates. */
function buildList<item extends string>(item: z.ZodType<item, string>) {
  return z
    .string()
    .max(20_000)
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item).max(200))
    .transform((items) => unique(items))
}

/** Like {@link buildList}, but an empty list counts as absent. */
function buildOptionalList<item extends string>(item: z.ZodType<item, string>) {
  return buildList(item)
    .transform((items) => (items.length === 0 ? undefined : items))
    .optional()
}

/** Removes duplicates, keeping the first; EVM ids are case-insensitive, base58 is not. */
function unique<item extends string>(items: readonly item[]): item[] {
  const found = new Map<string, item>()
  for (const item of items) {
    const key = /^(0x|eip155:)/.test(item) ? item.toLowerCase() : item
    if (!found.has(key)) found.set(key, item)
  }
  return [...found.values()]
}

/** Query of v2 balances. Source: wire, "Balances". */
export const BalanceQueryV2 = z.object({
  address: EvmAddress,
  assetId: buildOptionalList(AssetType),
})
export type BalanceQueryV2 = z.output<typeof BalanceQueryV2>

/** An account of the v3 query: CAIP-10, or `solana:<address>`. */
const BalanceAccount = z.string().transform((text, context) => {
  const address = AccountAddress.safeParse(text.slice(text.lastIndexOf(':') + 1))
  const isEvm = /^eip155:\d+:0x/.test(text)
  const isSolana = /^solana:([1-9A-HJ-NP-Za-km-z]{1,32}:)?[1-9A-HJ-NP-Za-km-z]+$/.test(text)
  if (address.success && isEvm === address.data.startsWith('0x') && (isEvm || isSolana))
    return address.data
  context.addIssue({
    code: 'custom',
    message: 'Expected eip155:<number>:<address> or solana:<address>.',
  })
  return z.NEVER
})

/**
 * Query of v3 balances: at most one EVM and one Solana address, and at least one asset id of either
 * kind. Source: specification section 4.4 and wire, "Balances".
 */
export const BalanceQuery = z
  .object({
    account: buildList(BalanceAccount).refine(
      (accounts) =>
        accounts.length > 0 &&
        accounts.filter((account) => account.startsWith('0x')).length <= 1 &&
        accounts.filter((account) => !account.startsWith('0x')).length <= 1,
      'Give one EVM account, one Solana account, or one of each.',
    ),
    aggregatedAssetId: buildOptionalList(AggregatedAssetId),
    assetId: buildOptionalList(AssetType),
  })
  .refine(
    ({ aggregatedAssetId, assetId }) => aggregatedAssetId !== undefined || assetId !== undefined,
    'Give assetId or aggregatedAssetId.',
  )
export type BalanceQuery = z.output<typeof BalanceQuery>

import { z } from 'zod/mini'

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
import { buildOptionalQueryList, buildQueryList } from '../ids/queryList.ts'

/**
 * An account's balance of one asset on one chain; `fiatValue` in US dollars. For a token that is on
 * no list, `decimals` and `symbol` are what its contract reports, unverified.
 */
export const AssetBalance = z.object({
  assetType: AssetType,
  balance: AmountText,
  fiatValue: z.number().check(z.nonnegative()),
  decimals: z.optional(z.int().check(z.nonnegative())),
  symbol: z.optional(z.string()),
})
export type AssetBalance = z.output<typeof AssetBalance>

/** An account's balance of an aggregate; `balance` in the aggregate's smallest unit. */
export const AggregatedAssetBalance = z.object({
  aggregatedAssetId: AggregatedAssetId,
  balance: AmountText,
  individualAssetBalances: z.array(AssetBalance),
  fiatValue: z.number().check(z.nonnegative()),
})
export type AggregatedAssetBalance = z.output<typeof AggregatedAssetBalance>

/** 200 of v2 balances. Source: specification section 2.7; the last two fields are ours. */
export const BalanceRecordV2 = z.object({
  balanceByAggregatedAsset: z.array(AggregatedAssetBalance),
  balanceBySpecificAsset: z.array(AssetBalance),
  totalBalance: z.object({ fiatValue: z.number().check(z.nonnegative()) }),
  /** Chains that could not be read; balances there are missing from all sums. */
  unavailableChains: z.optional(z.array(ChainId)),
  /** Assets without a fresh price: their `fiatValue` is 0 and they are not part of the total. */
  unpricedAssets: z.optional(z.array(AssetType)),
})
export type BalanceRecordV2 = z.output<typeof BalanceRecordV2>

/** 200 of v3 balances. */
export const BalanceRecord = z.object({
  ...BalanceRecordV2.shape,
  accounts: z.object({
    evm: z.optional(EvmAddress),
    solana: z.optional(SolanaAddress.check(z.meta(describeBeta('Solana address')))),
  }),
})
export type BalanceRecord = z.output<typeof BalanceRecord>

/** Most accounts or assets that a query names. */
const max = 200

/** Query of v2 balances. Source: wire, "Balances". */
export const BalanceQueryV2 = z.object({
  address: EvmAddress,
  assetId: buildOptionalQueryList(AssetType, { max }),
})
export type BalanceQueryV2 = z.output<typeof BalanceQueryV2>

/** An account of the v3 query: CAIP-10, or `solana:<address>`. */
const BalanceAccount = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const address = AccountAddress.safeParse(text.slice(text.lastIndexOf(':') + 1))
    const isEvm = /^eip155:\d+:0x/.test(text)
    const isSolana = /^solana:([1-9A-HJ-NP-Za-km-z]{1,32}:)?[1-9A-HJ-NP-Za-km-z]+$/.test(text)
    if (address.success && isEvm === address.data.startsWith('0x') && (isEvm || isSolana))
      return address.data
    context.issues.push({
      code: 'custom',
      input: text,
      message: 'Expected eip155:<number>:<address> or solana:<address>.',
    })
    return z.NEVER
  }),
)

/**
 * Query of v3 balances: at most one EVM and one Solana address, and at least one asset id of either
 * kind. Source: specification section 4.4 and wire, "Balances".
 */
export const BalanceQuery = z
  .object({
    account: buildQueryList(BalanceAccount, { max }).check(
      z.refine(
        (accounts) =>
          accounts.length > 0 &&
          accounts.filter((account) => account.startsWith('0x')).length <= 1 &&
          accounts.filter((account) => !account.startsWith('0x')).length <= 1,
        'Give one EVM account, one Solana account, or one of each.',
      ),
    ),
    aggregatedAssetId: buildOptionalQueryList(AggregatedAssetId, { max }),
    assetId: buildOptionalQueryList(AssetType, { max }),
  })
  .check(
    z.refine(
      ({ aggregatedAssetId, assetId }) => aggregatedAssetId !== undefined || assetId !== undefined,
      'Give assetId or aggregatedAssetId.',
    ),
  )
export type BalanceQuery = z.output<typeof BalanceQuery>

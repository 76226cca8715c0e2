import { z } from 'zod/mini'

import { Account, Accounts, EvmAccount, boundedList } from '../accounts/account.ts'
import { AmountText, PositiveAmountText } from '../ids/amount.ts'
import {
  AggregatedAssetId,
  AssetId,
  AssetType,
  ChainId,
  EvmRecipientAccount,
  RecipientAccount,
} from '../ids/caip.ts'
import { Hash, Hex } from '../ids/hex.ts'
import { ChainOperation, EvmChainOperation } from '../orders/operation.ts'
import { UnlistedToken } from './unlistedToken.ts'

/** Slippage tolerance in basis points, 1 to 5000. Source: ours (wire, "Quotes"). */
export const SlippageTolerance = z.int().check(z.minimum(1), z.maximum(5000))
export type SlippageTolerance = z.output<typeof SlippageTolerance>

/** An asset by its id: an aggregate or a specific asset. */
export const AssetRef = z.object({ assetId: AssetId })

/** Body of `POST /api/v1/quote`; `to.account` and `slippageTolerance` are our extension. */
export const QuoteRequestV1 = z.object({
  from: z.object({ account: EvmAccount, asset: AssetRef, amount: PositiveAmountText }),
  to: z.object({ asset: AssetRef, account: z.optional(EvmRecipientAccount) }),
  slippageTolerance: z.optional(SlippageTolerance),
})
export type QuoteRequestV1 = z.output<typeof QuoteRequestV1>

const QuoteTarget = z.object({ asset: AssetRef, account: z.optional(RecipientAccount) })

/** The chains that a quote may draw from. Source: ours (wire, "Source chains"). */
export const SourceChains = boundedList(ChainId, { min: 1, max: 100 }).check(
  z.describe('The chains that the quote may draw from; all that have the asset without it.'),
)

const QuoteSource = z.object({
  accounts: Accounts,
  asset: AssetRef,
  chains: z.optional(SourceChains),
})

/** Whether a client knows what `unlistedToken` in a quote means; without it there is none. */
const AcceptsUnlisted = z
  .optional(z.boolean())
  .check(
    z.describe(
      'Allows one of the assets to be a token that no list names, traded in a pool on its chain; the quote then has `unlistedToken`.',
    ),
  )

/** A quote request that names what is paid: `from.amount` in the smallest unit of `from.asset`. */
export const ExactInputRequest = z.object({
  from: z.extend(QuoteSource, { amount: PositiveAmountText }),
  to: QuoteTarget,
  slippageTolerance: z.optional(SlippageTolerance),
  /** Source: ours (wire, "Tokens on no list"). */
  acceptsUnlisted: AcceptsUnlisted,
})
export type ExactInputRequest = z.output<typeof ExactInputRequest>

/**
 * A quote request that names what is delivered: `to.amount` in the smallest unit of `to.asset`, and
 * no `from.amount`. Source: ours (wire, "Exact output").
 */
export const ExactOutputRequest = z.object({
  from: z.extend(QuoteSource, { amount: z.optional(z.never()) }),
  to: z.extend(QuoteTarget, { amount: PositiveAmountText }),
  slippageTolerance: z.optional(SlippageTolerance),
  acceptsUnlisted: AcceptsUnlisted,
})
export type ExactOutputRequest = z.output<typeof ExactOutputRequest>

/**
 * Body of `POST /api/v3/quote`. When both amounts are given `from.amount` counts, as the
 * specification has it; `to.amount` is then ignored like any unknown field.
 */
export const QuoteRequest = z.union([ExactInputRequest, ExactOutputRequest])
export type QuoteRequest = z.output<typeof QuoteRequest>

/** Whether a request names what is delivered instead of what is paid, which counts if it is there. */
export function isExactOutput(request: QuoteRequest): request is ExactOutputRequest {
  return request.from.amount === undefined
}

/** A decimal number of US dollars or percent, such as `12.34`. */
const DecimalText = z.string().check(z.regex(/^\d+(\.\d+)?$/, 'Expected a decimal number.'))

/**
 * What the account pays. `assetType` lists the assets spent, `fiatValue` has one entry for each.
 */
export const OriginToken = z.object({
  aggregatedAssetId: AggregatedAssetId,
  /** In the smallest unit of the requested asset, aggregate or specific. */
  amount: AmountText,
  assetType: z.array(AssetType),
  fiatValue: z.array(
    z.object({ assetType: AssetType, fiatValue: DecimalText, amount: z.optional(AmountText) }),
  ),
})
export type OriginToken = z.output<typeof OriginToken>

/** What the recipient receives; amounts in the smallest unit of `assetType`. */
export const DestinationToken = z.object({
  aggregatedAssetId: AggregatedAssetId,
  amount: AmountText,
  assetType: AssetType,
  fiatValue: DecimalText,
  minimumAmount: AmountText,
  minimumFiatValue: DecimalText,
  recipientAccount: RecipientAccount,
  symbol: z.optional(z.string()),
  name: z.optional(z.string()),
  decimals: z.optional(z.int().check(z.nonnegative())),
})
export type DestinationToken = z.output<typeof DestinationToken>

const SlippageSide = z.object({ percent: DecimalText, usd: DecimalText, value: AmountText })

/** How far either side of a quote may slip. Source: specification section 2.5. */
export const QuoteSlippage = z.object({ origin: SlippageSide, destination: SlippageSide })
export type QuoteSlippage = z.output<typeof QuoteSlippage>

/** Maximum fee of an app, basis points of what is paid. Source: ours (wire, "Fee of an app"). */
export const maxAppFeeBps = 1000

/** What the app of an API key charges in one asset: a part of that asset's fees, and who gets it. */
export const AppFeePart = z.object({
  assetType: AssetType,
  amount: PositiveAmountText,
  receiver: RecipientAccount,
})
export type AppFeePart = z.output<typeof AppFeePart>

/** Fees by asset in smallest units, and their sum. Source: specification section 2.5. */
export const QuoteFees = z.object({
  assets: z.record(z.string(), AmountText),
  /** Absent when the key of the quote charges nothing. Source: ours (wire, "Fee of an app"). */
  app: z
    .optional(boundedList(AppFeePart, { max: 100 }))
    .check(z.describe('The part of the fees that the app gets whose API key made the quote.')),
  cumulativeUSD: DecimalText.check(
    z.describe(
      'All fees in US dollars: two decimals, four below one dollar, eight below one cent.',
    ),
  ),
})
export type QuoteFees = z.output<typeof QuoteFees>

/** Ample for ten accounts on all chains. Bounds the work before a quote's signature is verified. */
const maxOperations = 100

const signedFields = {
  id: Hash,
  originChainsOperations: boundedList(ChainOperation, { max: maxOperations }),
  originToken: OriginToken,
  destinationToken: DestinationToken,
  /** Absent when no account is created. Source: ours (wire, "Quotes"). */
  createsRecipientAccount: z
    .optional(z.literal(true))
    .check(
      z.describe(
        'The fee holds the rent of the token account that delivery creates for the recipient.',
      ),
    ),
  /** Absent unless the request allows it and one asset is on no list. Source: ours (wire, "Tokens on no list"). */
  unlistedToken: z
    .optional(UnlistedToken)
    .check(
      z.describe(
        'The token of this quote that no list names: what it says of itself, the pool that prices it, and what was tried.',
      ),
    ),
  /** Unix seconds. */
  expirationTimestamp: AmountText,
  /** Ed25519 signature of the service, 64 bytes as hex; see quoteSignature.ts. */
  tamperProofSignature: Hex,
  slippage: z.optional(QuoteSlippage),
  fees: z.optional(QuoteFees),
}

/** A quote of generation 3, also the body of execute-quote. Source: specification section 2.5. */
export const Quote = z.object({
  ...signedFields,
  accounts: boundedList(Account, { min: 1, max: 10 }),
})
export type Quote = z.output<typeof Quote>

/**
 * A quote of generation 1: one account, and optionally the operation that takes delivery itself.
 */
export const QuoteV1 = z.object({
  ...signedFields,
  account: EvmAccount,
  destinationChainOperation: z.optional(EvmChainOperation),
})
export type QuoteV1 = z.output<typeof QuoteV1>

/** A quote of either generation: `accounts` in generation 3, `account` in generation 1. */
export type AnyQuote = Quote | QuoteV1

/** 200 of both execute-quote endpoints. Source: ours (wire, "execute-quote"). */
export const ExecuteQuoteAnswer = z.object({
  success: z.literal(true),
  guarantees: z.null(),
  error: z.null(),
})
export type ExecuteQuoteAnswer = z.output<typeof ExecuteQuoteAnswer>

/** Returns the accounts of a quote of either generation. */
export function getQuoteAccounts(quote: AnyQuote): readonly Account[] {
  return 'accounts' in quote ? quote.accounts : [quote.account]
}

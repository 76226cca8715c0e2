import { z } from 'zod/mini'

import { Accounts, Account, EvmAccount, boundedList } from '../accounts/account.ts'
import { AmountText } from '../ids/amount.ts'
import { AggregatedAssetId, AssetId, AssetType, ChainId, EvmAddress } from '../ids/caip.ts'
import { Hash, Hex, HexQuantity } from '../ids/hex.ts'
import { EvmChainOperation } from '../orders/operation.ts'
import { SlippageTolerance } from './quote.ts'

/** Maximum number of calls, and of items in every other list of a request. */
const maxCalls = 100
/**
 * Maximum bytes of call data in all calls of a request together. With what a batch adds it stays
 * under the 128 KiB of a transaction, above which nodes do not pass it on.
 */
export const maxCallData = 100 * 1024
/**
 * Maximum bytes of code in all overrides of a request together: the EIP-170 contract size limit.
 */
export const maxOverrideCode = 24 * 1024

/** One contract call; `value` in wei as a hex quantity, zero when absent. */
export const Call = z.object({
  to: EvmAddress,
  data: z._default(Hex, '0x'),
  value: z._default(HexQuantity, '0x0'),
})
export type Call = z.output<typeof Call>

/** An exact approval that the calls need. */
export const AllowanceRequirement = z.object({
  assetType: AssetType,
  amount: AmountText,
  spender: EvmAddress,
})
export type AllowanceRequirement = z.output<typeof AllowanceRequirement>

/** A token the account must hold on the target chain when the calls run; amount 0 only lists it. */
export const TokenRequired = z.object({ assetType: AssetType, amount: AmountText })
export type TokenRequired = z.output<typeof TokenRequired>

/** A state override for the simulation in prepare-call-quote. */
export const StateOverride = z.object({
  address: EvmAddress,
  balance: z.optional(HexQuantity),
  code: z.optional(Hex),
  stateDiff: z.optional(z.record(Hash, Hash)),
})
export type StateOverride = z.output<typeof StateOverride>

const CallTolerance = SlippageTolerance.check(
  z.describe(
    'Taken and checked; it binds nothing. What a call requires is delivered to the unit, so that nothing slips: write the limits of what the calls trade into their data.',
  ),
)

/** How far ahead times of a call may lie, seconds: one further off was most likely meant in milliseconds. */
export const maxAheadSeconds = 366 * 86_400
const UnixSeconds = AmountText.check(z.describe('Unix seconds, at most a year ahead.'))

const prepareFields = {
  targetChain: ChainId,
  calls: boundedList(Call, { min: 1, max: maxCalls }).check(
    z.refine(
      (calls) => toBytes(calls.map(({ data }) => data)) <= maxCallData,
      `Expected at most ${maxCallData} bytes of call data in all calls together.`,
    ),
  ),
  allowanceRequirements: z._default(boundedList(AllowanceRequirement, { max: maxCalls }), []),
  tokensRequired: boundedList(TokenRequired, { max: maxCalls }),
  overrides: z
    .optional(
      boundedList(StateOverride, { max: maxCalls }).check(
        z.refine(
          (overrides) => toBytes(overrides.map(({ code = '0x' }) => code)) <= maxOverrideCode,
          `Expected at most ${maxOverrideCode} bytes of code in all overrides together.`,
        ),
      ),
    )
    .check(
      z.describe(
        'State overrides for the simulation of the calls only. Overrides of the account itself, of listed tokens and of the contracts of this network are refused.',
      ),
    ),
  validAfter: z.optional(UnixSeconds),
  validUntil: z.optional(UnixSeconds),
  /**
   * Validated and stored with the terms, but without effect: the call receives exactly what it
   * requires and deposits are exact, so nothing slips between quote and execution. When prices move
   * too far before acceptance, the quote is refused. Calls that trade carry their own limits.
   */
  slippageTolerance: z.optional(CallTolerance),
}

/** Body of `POST /api/quotes/prepare-call-quote`. */
export const PrepareCallQuoteRequestV1 = z.object({ account: EvmAccount, ...prepareFields })
export type PrepareCallQuoteRequestV1 = z.output<typeof PrepareCallQuoteRequestV1>

/** Body of `POST /api/v3/quote/prepare-call-quote`. */
export const PrepareCallQuoteRequest = z.object({
  accounts: Accounts,
  ...prepareFields,
  fromAssetId: z.optional(AssetId),
})
export type PrepareCallQuoteRequest = z.output<typeof PrepareCallQuoteRequest>

/** How the call's tokens reach the target chain. Source: wire, "Contract calls". */
export const CallType = z.enum([
  'same_chain_exclude_solver',
  'cross_chain_with_solver',
  'same_chain_with_solver',
  'cross_chain_with_solver_and_swaps',
])
export type CallType = z.output<typeof CallType>

const preparedFields = {
  chainOperation: EvmChainOperation,
  tamperProofSignature: Hex,
  callType: z.optional(CallType),
  sourceAssetBalances: z.optional(
    z.array(
      z.object({
        assetType: AssetType,
        balance: AmountText,
        decimals: z.int().check(z.nonnegative()),
        fiatValue: z.number().check(z.nonnegative()),
      }),
    ),
  ),
}

/** 200 of prepare-call-quote, generation 1. Source: specification section 2.5a. */
export const PreparedCallQuoteV1 = z.object({ account: EvmAccount, ...preparedFields })
export type PreparedCallQuoteV1 = z.output<typeof PreparedCallQuoteV1>

/** 200 of prepare-call-quote, generation 3. */
export const PreparedCallQuote = z.object({
  accounts: z.array(Account).check(z.minLength(1)),
  ...preparedFields,
})
export type PreparedCallQuote = z.output<typeof PreparedCallQuote>

const callQuoteFields = {
  chainOperation: EvmChainOperation,
  tamperProofSignature: Hex,
  fromAggregatedAssetId: z.optional(AggregatedAssetId),
  fromAssetId: z.optional(AssetId),
  /** Without effect; see the same field of {@link PrepareCallQuoteRequest}. */
  slippageTolerance: z.optional(CallTolerance),
}

/** Body of `POST /api/quotes/call-quote`: the prepared operation, signed. */
export const CallQuoteRequestV1 = z.object({ account: EvmAccount, ...callQuoteFields })
export type CallQuoteRequestV1 = z.output<typeof CallQuoteRequestV1>

/** Body of `POST /api/v3/quote/call-quote`. */
export const CallQuoteRequest = z.object({ accounts: Accounts, ...callQuoteFields })
export type CallQuoteRequest = z.output<typeof CallQuoteRequest>

function toBytes(texts: readonly Hex[]): number {
  return texts.reduce((sum, text) => sum + text.length / 2 - 1, 0)
}

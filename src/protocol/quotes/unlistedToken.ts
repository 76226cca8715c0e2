import { z } from 'zod/mini'

import { AmountText } from '../ids/amount.ts'
import { AssetType, EvmAddress } from '../ids/caip.ts'

/** What a token on no list says of itself, and its pools against listed tokens, at one block. */
export type UnlistedReading = {
  token: EvmAddress
  hasCode: boolean
  /** Undefined when the token does not say it, or more than any token has. */
  decimals: number | undefined
  symbol: string | undefined
  name: string | undefined
  pools: readonly UnlistedPool[]
}

/** A pool of a token against a listed one. */
export type UnlistedPool = {
  address: EvmAddress
  /** In millionths. */
  fee: number
  /** The listed token, and what the pool holds of it, smallest units. */
  pairedWith: EvmAddress
  held: bigint
  /** Liquidity at the price now. */
  liquidity: bigint
  /** Square-root price now, as slot0 has it; 0 before the pool is initialized. */
  sqrtPrice: bigint
  /** Average tick; undefined when the pool does not remember that long. */
  tick: number | undefined
  /** Number of observations that the pool keeps. */
  observations: number
  /** Whether the token that no list names is the pool's token0. */
  isToken0: boolean
}

/** Fee tiers of Uniswap v3, in millionths. */
export const poolFees = [100, 500, 3000, 10_000] as const

/**
 * What a pool must be like to price a token that no list names. Service and verifier hold it to the
 * same. Source: ours (wire, "Tokens on no list").
 */
export const unlistedBounds = {
  /** Over how long the pool's price is averaged, seconds; it must remember that long. */
  priceSeconds: 600,
  /** Least number of observations that the pool keeps. */
  minObservations: 10,
  /** Least worth of the listed token in the pool, US dollars. */
  minPoolUsd: 25_000,
  /** Most worth of the listed side of a quote, US dollars. */
  maxQuoteUsd: 1_000,
  /** Most difference of the pool's price now to its average, basis points. */
  maxDeviationBps: 200,
  /** Most difference of the price in another of its pools that matters, basis points. */
  maxPoolsApartBps: 500,
  /** A pool matters that holds at least this share of what the largest does. */
  otherPoolShare: 0.1,
  /** Most that the promised output is worth less than what is paid, by the average, basis points. */
  maxLossBps: 500,
  /** Most that buying and selling again loses beyond twice the pool's fee, basis points. */
  maxRoundTripBps: 300,
} as const

/** What is tried with such a token, in order. */
export const triedSteps = ['buy', 'transfer', 'sell'] as const

/** A token's own symbol or name, of which 32 bytes are read. */
const TokenText = z.string().check(z.maxLength(32))

/**
 * A token of a quote that no list names, and the pool that prices it: what the service read of them
 * and tried. Amounts in smallest units. Source: ours (wire, "Tokens on no list").
 */
export const UnlistedToken = z.object({
  assetType: AssetType,
  /** What the token says of itself; what it does not say is absent. */
  symbol: z.optional(TokenText),
  name: z.optional(TokenText),
  decimals: z.int().check(z.nonnegative(), z.maximum(36)),
  /** The listed asset whose symbol or name it bears or resembles; absent if none. */
  resembles: z.optional(AssetType),
  pool: z.object({
    address: EvmAddress,
    /** In millionths. */
    fee: z.int().check(z.positive()),
    /** The listed token of the pool, and how much of it is in the pool. */
    pairedWith: AssetType,
    pairedAmount: AmountText,
    /** Seconds over which its price was averaged. */
    priceSeconds: z.int().check(z.positive()),
  }),
  /** What was tried with it on the chain's state, without sending anything. */
  tried: z.array(z.enum(triedSteps)).check(z.maxLength(triedSteps.length)),
})
export type UnlistedToken = z.output<typeof UnlistedToken>

/** What a token is called where a quote has to name it: by itself, or as one that has no name. */
export function nameUnlisted(said: { symbol?: string | undefined; name?: string | undefined }) {
  const symbol = said.symbol ?? 'unnamed'
  return { symbol, name: said.name ?? symbol }
}

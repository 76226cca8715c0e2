import type { EvmAddress } from '../ids/caip.ts'

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

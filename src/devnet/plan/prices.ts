/** Initial US dollar prices of one whole asset on a local network, by ticker, 8 decimals. */
export const firstPrices = {
  usdc: 100_000_000n,
  usdt: 100_000_000n,
  eth: 300_000_000_000n,
  btc: 6_000_000_000_000n,
  bnb: 60_000_000_000n,
  pol: 50_000_000n,
  sol: 15_000_000_000n,
} as const

/** Initial US dollar prices of one unit of a currency on a local network, 8 decimals. */
export const firstCurrencyPrices = { EUR: 108_000_000n, GBP: 126_000_000n, JPY: 650_000n } as const

/** Price and decimals of a pool's token. */
export type PricedToken = { price: bigint; decimals: number }

/**
 * Computes the square-root price at which a pool matches two prices.
 *
 * @param token0 - The pool's first token.
 * @param token1 - The pool's second token; its price in the same unit.
 * @returns sqrt(smallest units of token1 per smallest unit of token0) * 2^96, rounded down, as
 *   Uniswap v3 keeps it in slot0.
 */
export function computeSqrtPriceX96(token0: PricedToken, token1: PricedToken): bigint {
  const numerator = token0.price * 10n ** BigInt(token1.decimals)
  const denominator = token1.price * 10n ** BigInt(token0.decimals)
  return computeSquareRoot((numerator << 192n) / denominator)
}

/** Integer square root, rounded down; Newton's method. */
export function computeSquareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) >> 1n
    if (next >= guess) return guess
    guess = next
  }
}

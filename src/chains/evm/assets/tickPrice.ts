/** Price of `units` of one token of a pool in the other, by the average tick of a time. */
export type TickConversion = {
  /** log 1.0001 of smallest units of token1 per smallest unit of token0. */
  tick: number
  /** Whether token0 is given, else token1. */
  isToken0: boolean
}

/** Largest tick of a pool. Source: Uniswap v3, TickMath. */
const maxTick = 887_272

/** The factors of 1.0001 ^ -(2 ^ n / 2), as fractions of 2 ^ 128. Source: Uniswap v3, TickMath. */
const factors = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
]

/** The square-root price of a tick as slot0 has it: 96 bits after the point, rounded up. */
export function getSqrtPriceAtTick(tick: number): bigint {
  const size = Math.abs(tick)
  if (!Number.isInteger(tick) || size > maxTick) throw new Error(`${tick} is no tick of a pool.`)
  const fraction = factors.reduce(
    (product, factor, bit) => ((size >> bit) & 1 ? (product * factor) >> 128n : product),
    1n << 128n,
  )
  const ratio = tick > 0 ? ((1n << 256n) - 1n) / fraction : fraction
  return (ratio + (1n << 32n) - 1n) >> 32n
}

/** Units of the other token that `units` are worth at a tick, rounded down, without any fee. */
export function convertAtTick(units: bigint, { tick, isToken0 }: TickConversion): bigint {
  return convertAtSqrtPrice(units, { sqrtPrice: getSqrtPriceAtTick(tick), isToken0 })
}

/** The same at a square-root price as slot0 has it. */
export function convertAtSqrtPrice(
  units: bigint,
  { sqrtPrice, isToken0 }: { sqrtPrice: bigint; isToken0: boolean },
): bigint {
  const price = sqrtPrice * sqrtPrice
  return isToken0 ? (units * price) >> 192n : (units << 192n) / price
}

/** The average tick between two cumulative ticks, rounded down as Uniswap's OracleLibrary does. */
export function getAverageTick(cumulative: readonly [bigint, bigint], seconds: number): number {
  const difference = cumulative[1] - cumulative[0]
  const divisor = BigInt(seconds)
  const quotient = difference / divisor
  return Number(difference < 0n && difference % divisor !== 0n ? quotient - 1n : quotient)
}

import {
  unlistedBounds,
  type UnlistedPool,
  type UnlistedReading,
} from '#protocol/quotes/unlistedToken.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { convertAtSqrtPrice, convertAtTick, getSqrtPriceAtTick } from './tickPrice.ts'

/** A pool that a token can be priced by, with its average tick; or why there is none. */
export type FoundPool = { pool: PricedPool } | { fault: PoolFault }

/** Why nothing prices a token. */
export type PoolFault =
  /** `apart`: its large pools do not agree. */
  | { kind: 'noContract' | 'noToken' | 'noPool' | 'forgetful' | 'apart' }
  /** Its largest pool holds this much of a listed token, whole US dollars. */
  | { kind: 'thin'; usd: number }
  /** Its pool keeps so few observations of its price. */
  | { kind: 'unobserved'; observations: number }
  /** The price now is so far from its average, basis points. */
  | { kind: 'moved'; bps: number }

/** A pool that remembers its price for long enough. */
export type PricedPool = UnlistedPool & { tick: number }

/** Worth of units of a listed token in US dollars; undefined without a price. */
type Worth = (token: EvmAddress, units: bigint) => number | undefined

/**
 * Finds the pool with the most of a listed token, among those that a token may be priced by: enough
 * in it, an average price of some minutes, and a price now that is close to it and to that of its other
 * large pools. What a pool holds may lie far from its price, so that the largest can have any.
 *
 * @param worthUsd - Worth of an amount of a listed token in US dollars, smallest units; undefined
 *   without a price.
 * Source: ours (wire, "Tokens on no list").
 */
export function findUnlistedPool(
  { hasCode, decimals, pools }: UnlistedReading,
  worthUsd: Worth,
): FoundPool {
  if (!hasCode) return { fault: { kind: 'noContract' } }
  if (decimals === undefined) return { fault: { kind: 'noToken' } }
  const [first, ...others] = pools
    .flatMap((pool) => {
      const usd = pool.liquidity > 0n ? worthUsd(pool.pairedWith, pool.held) : undefined
      return usd === undefined ? [] : [{ pool, usd }]
    })
    .toSorted((a, b) => b.usd - a.usd)
  if (!first) return { fault: { kind: 'noPool' } }
  const fault = findFault(first)
  const { tick } = first.pool
  if (fault) return { fault }
  if (tick === undefined) return { fault: forgetful }
  const large = others.filter(({ usd }) => usd >= first.usd * otherPoolShare)
  const pool = { ...first.pool, tick }
  return large.some((other) => isApart(pool, { other: other.pool, decimals, worthUsd }))
    ? { fault: { kind: 'apart' } }
    : { pool }
}

/** Whether the price in another pool is far from the average of the one. */
function isApart(
  pool: PricedPool,
  { other, decimals, worthUsd }: { other: UnlistedPool; decimals: number; worthUsd: Worth },
): boolean {
  // More digits than a whole token has, for one that is worth next to nothing.
  const units = 10n ** BigInt(decimals + 18)
  const [own, others] = [
    worthUsd(pool.pairedWith, convertAtTick(units, pool)),
    worthUsd(other.pairedWith, convertAtSqrtPrice(units, other)),
  ]
  if (own === undefined || others === undefined || own === 0) return true
  return Math.abs(others / own - 1) * 10_000 > maxPoolsApartBps
}

const { minPoolUsd, minObservations, priceSeconds, maxDeviationBps } = unlistedBounds
const { otherPoolShare, maxPoolsApartBps } = unlistedBounds

const forgetful = { kind: 'forgetful' } as const

function findFault({ pool, usd }: { pool: UnlistedPool; usd: number }): PoolFault | undefined {
  if (usd < minPoolUsd) return { kind: 'thin', usd: Math.floor(usd) }
  const { observations } = pool
  if (observations < minObservations) return { kind: 'unobserved', observations }
  if (pool.tick === undefined) return forgetful
  const bps = getDeviationBps({ ...pool, tick: pool.tick })
  return bps <= BigInt(maxDeviationBps) ? undefined : { kind: 'moved', bps: Number(bps) }
}

/** Says why nothing prices a token, as a sentence of the service. */
export function describePoolFault(fault: PoolFault): string {
  switch (fault.kind) {
    case 'noContract':
      return 'There is no contract at this address.'
    case 'noToken':
      return 'The contract does not say its decimals.'
    case 'noPool':
      return 'No pool of the exchange trades it against a listed token now.'
    case 'forgetful':
      return `Its pool does not remember its price of the last ${priceSeconds / 60} minutes.`
    case 'apart':
      return 'Its pools do not agree on its price: somebody may have made one of them for that.'
    case 'thin':
      return `Its largest pool holds ${fault.usd} US dollars of a listed token; at least ${minPoolUsd} are needed.`
    case 'unobserved':
      return `Its pool keeps ${fault.observations} observations of its price; at least ${minObservations} are needed.`
    case 'moved':
      return `The price in its pool is ${fault.bps / 100} % from its average of ${priceSeconds / 60} minutes: somebody may be moving it.`
  }
}

/** Difference of a pool's price now to its average, basis points of the average. */
function getDeviationBps({ sqrtPrice, tick }: PricedPool): bigint {
  const average = getSqrtPriceAtTick(tick)
  const ratio = (sqrtPrice * sqrtPrice * 10_000n) / (average * average)
  return ratio > 10_000n ? ratio - 10_000n : 10_000n - ratio
}

import { unlistedBounds } from '#protocol/quotes/unlistedToken.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { UnlistedPool, UnlistedReading } from '#protocol/quotes/unlistedReading.ts'
import { convertAtSqrtPrice, convertAtTick, getSqrtPriceAtTick } from './tickPrice.ts'

/** A pool that a token can be priced by, with its average tick; or why there is none, a sentence. */
export type FoundPool = { pool: PricedPool } | { refused: string }

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
  if (!hasCode) return { refused: 'There is no contract at this address.' }
  if (decimals === undefined) return { refused: 'The contract does not say its decimals.' }
  const [first, ...others] = pools
    .flatMap((pool) => {
      const usd = pool.liquidity > 0n ? worthUsd(pool.pairedWith, pool.held) : undefined
      return usd === undefined ? [] : [{ pool, usd }]
    })
    .toSorted((a, b) => b.usd - a.usd)
  if (!first) return { refused: 'No pool of the exchange trades it against a listed token now.' }
  const refused = findFault(first)
  const { tick } = first.pool
  if (refused !== undefined) return { refused }
  if (tick === undefined) return { refused: forgetful }
  const large = others.filter(({ usd }) => usd >= first.usd * otherPoolShare)
  const pool = { ...first.pool, tick }
  return large.some((other) => isApart(pool, { other: other.pool, decimals, worthUsd }))
    ? {
        refused:
          'Its pools do not agree on its price: somebody may have made one of them for that.',
      }
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

const forgetful = `Its pool does not remember its price of the last ${priceSeconds / 60} minutes.`

function findFault({ pool, usd }: { pool: UnlistedPool; usd: number }): string | undefined {
  if (usd < minPoolUsd)
    return `Its largest pool holds ${Math.floor(usd)} US dollars of a listed token; at least ${minPoolUsd} are needed.`
  if (pool.observations < minObservations)
    return `Its pool keeps ${pool.observations} observations of its price; at least ${minObservations} are needed.`
  if (pool.tick === undefined) return forgetful
  const bps = getDeviationBps({ ...pool, tick: pool.tick })
  if (bps <= BigInt(maxDeviationBps)) return undefined
  return `The price in its pool is ${Number(bps) / 100} % from its average of ${priceSeconds / 60} minutes: somebody may be moving it.`
}

/** Difference of a pool's price now to its average, basis points of the average. */
function getDeviationBps({ sqrtPrice, tick }: PricedPool): bigint {
  const average = getSqrtPriceAtTick(tick)
  const ratio = (sqrtPrice * sqrtPrice * 10_000n) / (average * average)
  return ratio > 10_000n ? ratio - 10_000n : 10_000n - ratio
}

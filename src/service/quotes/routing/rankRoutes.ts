import { isBeta } from '#protocol/ids/caip.ts'
import { type Asset, toAssetKey } from '../../assetIndex.ts'
import type { FundingSources } from '../funding/fundingSources.ts'
import { toUsd } from '../../prices/usd.ts'
import type { QuoteContext, Route } from './route.ts'

/** What decides the rank of a route. */
export type RankedRoute = Pick<Route, 'destination' | 'signatures' | 'costUsd'>

/** Routes whose costs differ by no more than this are equally cheap, 1e-8 US dollars. */
const maxTieUsd = 10_000_000n
/** The same, as a share of what is asked for: ten cents are much of a dollar. */
const tieShare = 100n

/**
 * Sorts routes, best first: fewest signatures, then lowest cost. Among routes within ten cents of the
 * cheapest, and within 1 % of the amount, the destination decides: no chain in beta first, then a native
 * coin, then a chain the accounts already use, then network order; then cost.
 *
 * Source: wire, "Quotes".
 */
export function rankRoutes<Ranked extends RankedRoute>(
  routes: readonly Ranked[],
  { resolved, book, found: { usedChains } }: RankContext,
): readonly Ranked[] {
  const tieUsd = getTieUsd({ resolved, book })
  const places = new Map<string, number>()
  const cheapest = new Map<number, bigint>()
  for (const { destination, signatures, costUsd } of routes) {
    const key = toAssetKey(destination.assetType)
    if (!places.has(key)) places.set(key, places.size)
    const known = cheapest.get(signatures)
    if (known === undefined || costUsd < known) cheapest.set(signatures, costUsd)
  }
  return routes.toSorted(
    (a, b) =>
      a.signatures - b.signatures ||
      Number(isTie(b)) - Number(isTie(a)) ||
      (isTie(a) ? comparePlaces(a.destination, b.destination) : 0) ||
      Number(a.costUsd - b.costUsd),
  )

  function isTie({ signatures, costUsd }: RankedRoute): boolean {
    return costUsd - (cheapest.get(signatures) ?? 0n) <= tieUsd
  }

  function comparePlaces(a: Asset, b: Asset): number {
    return (
      Number(isBeta(a.chainId)) - Number(isBeta(b.chainId)) ||
      Number(isNative(b)) - Number(isNative(a)) ||
      Number(usedChains.has(b.chainId)) - Number(usedChains.has(a.chainId)) ||
      getPlace(a) - getPlace(b)
    )
  }

  function getPlace({ assetType }: Asset): number {
    return places.get(toAssetKey(assetType)) ?? 0
  }
}

/** What ranking needs of a quote's context. */
export type RankContext = {
  resolved: Pick<QuoteContext['resolved'], 'input' | 'output'>
  book: Pick<QuoteContext['book'], 'priceUsd'>
  found: Pick<FundingSources, 'usedChains'>
}

/** The largest difference of costs that is none, by the worth of what is asked for. */
function getTieUsd({ resolved: { input, output }, book }: Omit<RankContext, 'found'>): bigint {
  const [side, amount] =
    output.exactAmount === undefined ? [input, input.amount] : [output, output.exactAmount]
  const prices = side.members.flatMap((asset) => book.priceUsd(asset) ?? [])
  const [priceUsd] = prices
  if (priceUsd === undefined) return maxTieUsd
  const share = toUsd(amount, { decimals: side.decimals, priceUsd }) / tieShare
  return share < maxTieUsd ? share : maxTieUsd
}

function isNative({ assetType }: Asset): boolean {
  return assetType.includes('/slip44:')
}

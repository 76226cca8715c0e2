import { toUnits } from '#protocol/ids/amount.ts'
import { type AssetType, isSameAsset } from '#protocol/ids/caip.ts'
import type { AssetRecord } from '#protocol/service/assets.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { isDeliveredToOwn, type MovingAmount } from '../motion/findMotions.ts'

/** What all assets were worth at a moment: Unix milliseconds, US dollars. */
export type WorthPoint = { atMs: number; valueUsd: number }

/** The worth over time, oldest first, and what is known to be missing in it. */
export type Worth = {
  points: readonly WorthPoint[]
  /** Executions that it was computed from. */
  count: number
  /** Some money came or went in another way: less is left than executions brought. */
  isPartial: boolean
}

/** What the computation begins with. */
export type WorthNow = {
  assets: readonly AssetRecord[]
  /** What is held now, with what escrows and vaults hold. */
  held: readonly MovingAmount[]
  /** US dollars per whole token now, by asset type. */
  prices: ReadonlyMap<string, number>
  /** Addresses of the accounts in use. */
  own: readonly string[]
  nowMs: number
}

/**
 * Computes what the accounts were worth after each of their executions, backwards from what they
 * hold now: what was received is taken off, what was paid is put back, at the prices in the records.
 * Undefined without two executions.
 */
export function computeWorth(records: readonly HistoryRecord[], now: WorthNow): Worth | undefined {
  const done = records
    .filter(({ status }) => status === 'COMPLETED' || status === 'EXECUTED')
    .map((record) => toChange(record, now))
    .toSorted((a, b) => b.atMs - a.atMs)
  if (done.length < 2) return undefined
  const prices = collectPrices(done, now)
  const held = new Map<string, Held>()
  for (const { assetType, units } of now.held) add(held, findToken(assetType, now.assets), units)
  const points: WorthPoint[] = [{ atMs: now.nowMs, valueUsd: sum(held, prices, now.nowMs) }]
  let isPartial = false
  for (const { atMs, paid, received } of done) {
    points.push({ atMs, valueUsd: sum(held, prices, atMs) })
    for (const { token, units } of received)
      if (add(held, token, -units) < 0n) {
        isPartial = true
        add(held, token, -add(held, token, 0n))
      }
    for (const { token, units } of paid) add(held, token, units)
  }
  const [oldest] = done.slice(-1)
  if (oldest) points.push({ atMs: oldest.atMs - 1, valueUsd: sum(held, prices, oldest.atMs - 1) })
  return { points: keepDays(points.toReversed()), count: done.length, isPartial }
}

const dayMs = 86_400_000
/** Over a longer time one value a day is enough. */
const maxFineDays = 3

function keepDays(points: readonly WorthPoint[]): readonly WorthPoint[] {
  const [first, last] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0]
  if (last - first < maxFineDays * dayMs) return points
  const byDay = new Map(points.map((point) => [new Date(point.atMs).toDateString(), point]))
  return [...byDay.values()]
}

type Token = { assetType: AssetType; aggregate: string; decimals: number }
type Held = { token: Token; units: bigint }
type PricePoint = { atMs: number; price: number }

/** An execution as what it took and gave, with the prices that its record has. */
type Change = {
  atMs: number
  paid: readonly Held[]
  received: readonly Held[]
  prices: readonly (PricePoint & { aggregate: string })[]
}

function toChange(record: HistoryRecord, { assets, own }: WorthNow): Change {
  const { originToken, destinationToken, type, fees } = record
  const atMs = Date.parse(record.timestamp)
  const legs = originToken.fiatValue.map(({ assetType, amount = '0', fiatValue }) => ({
    token: findToken(assetType, assets),
    units: toUnits(amount),
    valueUsd: Number(fiatValue),
  }))
  const delivered = {
    token: findToken(destinationToken.assetType, assets),
    units: toUnits(destinationToken.amount),
    valueUsd:
      legs.reduce((total, { valueUsd }) => total + valueUsd, 0) - Number(fees?.cumulativeUSD ?? 0),
  }
  const priced = type === 'SWAP' ? [...legs, delivered] : legs
  return {
    atMs,
    paid: keepKnown(legs),
    received: isDeliveredToOwn(record, own) ? keepKnown([delivered]) : [],
    prices: priced.flatMap(({ token, units, valueUsd }) =>
      token && units > 0n && valueUsd > 0
        ? [{ aggregate: token.aggregate, atMs, price: valueUsd / toWhole(units, token) }]
        : [],
    ),
  }
}

function keepKnown(amounts: readonly { token: Token | undefined; units: bigint }[]): Held[] {
  return amounts.flatMap(({ token, units }) => (token ? [{ token, units }] : []))
}

/** The prices of each aggregate, oldest first; the last is that of now. */
function collectPrices(
  changes: readonly Change[],
  { assets, prices, nowMs }: WorthNow,
): ReadonlyMap<string, readonly PricePoint[]> {
  const known = changes.flatMap((change) => change.prices).toReversed()
  return new Map(
    assets.map(({ aggregatedAssetId, aggregatedEntities }) => {
      const then = known.filter(({ aggregate }) => aggregate === aggregatedAssetId)
      const [price] = aggregatedEntities.flatMap(({ assetType }) => prices.get(assetType) ?? [])
      return [aggregatedAssetId, price === undefined ? then : [...then, { atMs: nowMs, price }]]
    }),
  )
}

/** At the last price known by then, or else at the first one after. */
function sum(
  held: ReadonlyMap<string, Held>,
  prices: ReadonlyMap<string, readonly PricePoint[]>,
  atMs: number,
): number {
  return [...held.values()].reduce((total, { token, units }) => {
    const known = prices.get(token.aggregate) ?? []
    const { price = 0 } = known.findLast((one) => one.atMs <= atMs) ?? known[0] ?? {}
    return total + toWhole(units, token) * price
  }, 0)
}

/** Adds an amount and returns the new one; an unknown asset counts for nothing. */
function add(held: Map<string, Held>, token: Token | undefined, units: bigint): bigint {
  if (!token) return 0n
  const next = (held.get(token.assetType)?.units ?? 0n) + units
  held.set(token.assetType, { token, units: next })
  return next
}

function findToken(assetType: AssetType, assets: readonly AssetRecord[]): Token | undefined {
  for (const { aggregatedAssetId, aggregatedEntities } of assets) {
    const member = aggregatedEntities.find((one) => isSameAsset(one.assetType, assetType))
    if (member)
      return {
        assetType: member.assetType,
        aggregate: aggregatedAssetId,
        decimals: member.decimals,
      }
  }
  return undefined
}

function toWhole(units: bigint, { decimals }: Token): number {
  return Number(units) / 10 ** decimals
}

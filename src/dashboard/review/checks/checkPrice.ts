import type { AssetType } from '#protocol/ids/caip.ts'
import { type Check, checkThat } from '../claims/check.ts'
import { feeUnits } from './checkDirect.ts'
import { rootAsset } from '../cases/roots.ts'
import type { Case } from '../cases/quotedCase.ts'

/** How far a value in the quote may be from the one by the feeds: they move between two blocks. */
export const tolerance = { share: 0.02, usd: 0.02 } as const

/** Below this part of what is paid, an offer is refused and not only warned about. */
export const leastShare = 0.5

/**
 * Every dollar value of the quote against prices that this app read from the pinned feeds itself.
 * Nothing is compared without them: the claim is then "could not be checked".
 */
export function checkPrices(quoted: Case): Check[] {
  const { quote, operations, prices } = quoted
  if (!prices) return []
  const paidUsd = operations.map((read) => {
    const units = BigInt(read.operation.amount) + feeUnits(read, quoted)
    return { assetType: read.asset.assetType, usd: usdOf(quoted, read.asset.assetType, units) }
  })
  const { destinationToken: token } = quote
  const receivedUsd = usdOf(quoted, token.assetType, BigInt(token.amount))
  const leastUsd = usdOf(quoted, token.assetType, BigInt(token.minimumAmount))
  const feesUsd = Object.entries(quote.fees?.assets ?? {}).map(([assetType, units]) => {
    const asset = operations.find((read) => read.asset.assetType === assetType)?.asset
    return asset && usdOf(quoted, asset.assetType, BigInt(units))
  })
  return [
    ...quote.originToken.fiatValue.map(({ assetType, fiatValue }) =>
      near('Value paid', {
        shown: fiatValue,
        usd: sum(paidUsd.filter((leg) => leg.assetType === assetType).map(({ usd }) => usd)),
      }),
    ),
    near('Value received', { shown: token.fiatValue, usd: receivedUsd }),
    near('Least value received', {
      shown: token.minimumFiatValue,
      usd: leastUsd,
    }),
    ...(quote.fees ? [near('Fees', { shown: quote.fees.cumulativeUSD, usd: sum(feesUsd) })] : []),
    ...checkSlippageWords(quoted),
    checkFairness(leastUsd, sum(paidUsd.map(({ usd }) => usd))),
  ]
}

function checkFairness(leastUsd: number | undefined, paidUsd: number | undefined): Check {
  if (leastUsd === undefined || paidUsd === undefined)
    return checkThat('price', false, 'An asset has no price feed')
  const isMet = leastUsd >= paidUsd * leastShare
  return checkThat(
    'price',
    isMet,
    `By the feeds you pay $${paidUsd.toFixed(2)} for at least $${leastUsd.toFixed(2)}`,
  )
}

/** Dollars of the slippage follow from its amount; what is paid cannot slip. */
function checkSlippageWords(quoted: Case): Check[] {
  const { slippage, destinationToken: token } = quoted.quote
  if (!slippage) return []
  const { origin, destination } = slippage
  const usd = usdOf(quoted, token.assetType, BigInt(destination.value))
  const isFixed = [origin.value, origin.usd, origin.percent].every((text) => Number(text) === 0)
  return [
    near('Slippage', { shown: destination.usd, usd }),
    checkThat('price', isFixed, 'What you pay cannot slip'),
  ]
}

/** A value shown against the one by the feeds. */
export function near(what: string, values: { shown: string; usd: number | undefined }): Check {
  const { shown, usd } = values
  const gap = Math.abs(Number(shown) - (usd ?? Number.NaN))
  const isMet = usd !== undefined && gap <= usd * tolerance.share + tolerance.usd
  const own = usd === undefined ? 'unknown' : `$${usd.toFixed(2)}`
  return checkThat('price', isMet, `${what}: shown $${shown}, by the feeds ${own}`)
}

/** Dollars of an amount by the pinned feeds; undefined where there is no price. */
export function usdOf(
  { prices, roots }: Pick<Case, 'prices' | 'roots'>,
  assetType: AssetType,
  units: bigint,
): number | undefined {
  const asset = rootAsset(roots, assetType)
  const priceUsd = prices?.get(asset?.assetType ?? '')
  if (!asset || priceUsd === undefined) return undefined
  return (Number(units) / 10 ** asset.decimals) * priceUsd
}

/** Undefined as soon as one is not known. */
export function sum(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>(
    (total, value) => (total === undefined || value === undefined ? undefined : total + value),
    0,
  )
}

import type { AssetType } from '#protocol/ids/caip.ts'
import { isExactOutput } from '#protocol/quotes/quote.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkThat } from '../claims/check.ts'
import { describeUsd } from '../claims/evidence.ts'
import { getFeeUnits } from './directBatch.ts'
import { findRootAsset } from '../cases/roots.ts'
import type { ParsedQuote } from '../cases/parsedQuote.ts'

/** Tolerated difference to the feeds' value, as the feeds move between two blocks. */
export const tolerance = { share: 0.02, usd: 0.02 } as const

/** Minimum share of the paid value that must be received; less is rejected. */
export const minShare = 0.5

/**
 * Checks every dollar value of the quote against the pinned feeds, which this app reads itself.
 * Without prices there are no checks, and the claim is "could not be checked"; where the request
 * names what is delivered that is a mismatch, because nothing else bounds what is paid; a file of the
 * past has no prices, and nothing of it is paid any more.
 */
export function checkPrices(quoted: ParsedQuote): Check[] {
  const { quote, operations, prices, request } = quoted
  if (!prices)
    return !quoted.isPast && (isExactOutput(request) || quoted.traded)
      ? [
          checkThat(
            'price',
            false,
            translate('No price feed is responding, so nothing limits what you pay'),
          ),
        ]
      : []
  const paidUsd = operations.map((read) => {
    const units = BigInt(read.operation.amount) + getFeeUnits(read, quoted)
    return { assetType: read.asset.assetType, usd: toUsd(quoted, read.asset.assetType, units) }
  })
  const { destinationToken: token } = quote
  const receivedUsd = toUsd(quoted, token.assetType, BigInt(token.amount))
  const leastUsd = toUsd(quoted, token.assetType, BigInt(token.minimumAmount))
  const assets = [...operations.map(({ asset }) => asset), quoted.destination?.asset]
  const feesUsd = Object.entries(quote.fees?.assets ?? {}).map(([assetType, units]) => {
    const asset = assets.find((one) => one?.assetType === assetType)
    return asset && toUsd(quoted, asset.assetType, BigInt(units))
  })
  return [
    ...quote.originToken.fiatValue.map(({ assetType, fiatValue }) =>
      checkNear(translate('Value paid'), {
        shown: fiatValue,
        usd: sum(paidUsd.filter((leg) => leg.assetType === assetType).map(({ usd }) => usd)),
      }),
    ),
    checkNear(translate('Value received'), { shown: token.fiatValue, usd: receivedUsd }),
    checkNear(translate('Minimum value received'), {
      shown: token.minimumFiatValue,
      usd: leastUsd,
    }),
    ...(quote.fees
      ? [checkNear(translate('Fees'), { shown: quote.fees.cumulativeUSD, usd: sum(feesUsd) })]
      : []),
    ...checkSlippageText(quoted),
    checkFairness(leastUsd, sum(paidUsd.map(({ usd }) => usd))),
  ]
}

function checkFairness(minUsd: number | undefined, paidUsd: number | undefined): Check {
  if (minUsd === undefined || paidUsd === undefined)
    return checkThat('price', false, translate('An asset has no price feed'))
  const isMet = minUsd >= paidUsd * minShare
  return checkThat(
    'price',
    isMet,
    translate('By the price feeds, you pay {paid} for at least {least}', {
      paid: describeUsd(paidUsd.toFixed(2)),
      least: describeUsd(minUsd.toFixed(2)),
    }),
  )
}

/** Checks the slippage's dollar value; on the paying side it must be zero. */
function checkSlippageText(quoted: ParsedQuote): Check[] {
  const { slippage, destinationToken: token } = quoted.quote
  if (!slippage) return []
  const { origin, destination } = slippage
  const usd = toUsd(quoted, token.assetType, BigInt(destination.value))
  const isFixed = [origin.value, origin.usd, origin.percent].every((text) => Number(text) === 0)
  return [
    checkNear(translate('Slippage'), { shown: destination.usd, usd }),
    checkThat(
      'price',
      isFixed,
      translate('No slippage on what you pay'),
      translate('What you pay may slip'),
    ),
  ]
}

/** Checks a shown dollar value against the feeds' value. */
export function checkNear(what: string, values: { shown: string; usd: number | undefined }): Check {
  const { shown, usd } = values
  const gap = Math.abs(Number(shown) - (usd ?? Number.NaN))
  const isMet = usd !== undefined && gap <= usd * tolerance.share + tolerance.usd
  return checkThat(
    'price',
    isMet,
    usd === undefined
      ? translate('{what}: {shown} shown, unknown to the price feeds', {
          what,
          shown: describeUsd(shown),
        })
      : translate('{what}: {shown} shown, {own} by the price feeds', {
          what,
          shown: describeUsd(shown),
          own: describeUsd(usd.toFixed(2)),
        }),
  )
}

/** US dollars of an amount by the pinned feeds; undefined without a price. */
export function toUsd(
  { prices, roots }: Pick<ParsedQuote, 'prices' | 'roots'>,
  assetType: AssetType,
  units: bigint,
): number | undefined {
  const asset = findRootAsset(roots, assetType)
  const priceUsd = prices?.get(asset?.assetType ?? '')
  if (!asset || priceUsd === undefined) return undefined
  return (Number(units) / 10 ** asset.decimals) * priceUsd
}

/** Adds up values; undefined if any of them is. */
export function sum(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>(
    (total, value) => (total === undefined || value === undefined ? undefined : total + value),
    0,
  )
}

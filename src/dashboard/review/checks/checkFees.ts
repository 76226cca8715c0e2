import { maxAppFeeBps } from '#protocol/quotes/quote.ts'
import { translate } from '../../language/translate.ts'
import { findAppFee } from '../cases/quoteTerms.ts'
import type { ParsedOperation, ParsedQuote } from '../cases/parsedQuote.ts'
import { type Check, checkAmount, checkThat } from '../claims/check.ts'
import { describeAmount, describeNumber } from '../claims/evidence.ts'
import { describePlace } from './assetNames.ts'
import { getAppUnits, getFeeOut, getFeeUnits } from './directBatch.ts'

/**
 * Checks that the fees shown are exactly those inside the operations. Where an app gets the fee of an
 * order, the service's own is inside the amount that its payee gets, so that it is only told.
 */
export function checkFeeList(quoted: ParsedQuote): Check[] {
  const { quote, operations } = quoted
  const paid = new Map<string, FeeSum>()
  for (const read of operations) {
    const { assetType } = read.asset
    const sum = paid.get(assetType) ?? { read, units: 0n, appUnits: 0n }
    paid.set(assetType, {
      read,
      units: sum.units + getFeeUnits(read, quoted),
      appUnits: sum.appUnits + getAppUnits(read, quoted),
    })
  }
  const apps = (quote.fees?.app ?? []).map(({ assetType }) => assetType)
  const shown = [...Object.keys(quote.fees?.assets ?? {}), ...apps]
  return [
    ...[...paid.values()].flatMap((sum) => [checkFeeSum(sum, quoted), ...checkAppFee(sum, quoted)]),
    ...checkFeesOut(quoted),
    ...operations.flatMap((read) => checkAppShare(read, quoted)),
    checkThat(
      'fees',
      shown.every((assetType) => paid.has(assetType) || isFeeOut(assetType, quoted)),
      translate('No fee is listed in another asset'),
      translate('A fee is listed in another asset'),
    ),
    checkThat(
      'fees',
      new Set(apps).size === apps.length,
      translate('The app fee is listed once per asset'),
      translate('The app fee is listed more than once for an asset'),
    ),
  ]
}

/** Whether fees in an asset are taken of what arrives: where a token on no list is sold. */
function isFeeOut(assetType: string, { traded, quote }: ParsedQuote): boolean {
  return traded?.side === 'sold' && quote.destinationToken.assetType === assetType
}

function checkFeesOut(quoted: ParsedQuote): Check[] {
  const { quote, operations, destination, traded } = quoted
  if (traded?.side !== 'sold') return []
  const shown = quote.fees?.assets[quote.destinationToken.assetType] ?? '0'
  const units = operations.reduce((sum, read) => sum + getFeeOut(read, quoted), 0n)
  const of = destination?.asset
  return [
    checkAmount('fees', translate('Fee on the amount received'), {
      actual: shown,
      expected: units,
      of,
    }),
  ]
}

/** All fees in one asset that the operations pay, and the app's part of them. */
type FeeSum = { read: ParsedOperation; units: bigint; appUnits: bigint }

function checkFeeSum({ read, units }: FeeSum, quoted: ParsedQuote): Check {
  const { asset } = read
  const shown = quoted.quote.fees?.assets[asset.assetType] ?? '0'
  const place = describePlace(quoted.roots, asset.assetType)
  if (!read.order || !findAppFee(quoted, asset.assetType))
    return checkAmount('fees', translate('Fee in {asset}', { asset: place }), {
      actual: shown,
      expected: units,
      of: asset,
    })
  const own = BigInt(shown) - units
  return checkThat(
    'fees',
    own >= 0n,
    translate('Fee in {asset}: {amount}, of which {own} goes to the service within the rate', {
      asset: place,
      amount: describeAmount(BigInt(shown), asset),
      own: describeAmount(own, asset),
    }),
  )
}

function checkAppFee({ read, appUnits }: FeeSum, quoted: ParsedQuote): Check[] {
  const app = findAppFee(quoted, read.asset.assetType)
  if (!app) return []
  const what = translate('App fee in {asset}, to {receiver}', {
    asset: describePlace(quoted.roots, read.asset.assetType),
    receiver: app.receiver,
  })
  return [checkAmount('fees', what, { actual: app.units, expected: appUnits, of: read.asset })]
}

function checkAppShare(read: ParsedOperation, quoted: ParsedQuote): Check[] {
  const units = getAppUnits(read, quoted)
  if (units === 0n) return []
  const all = BigInt(read.operation.amount) + getFeeUnits(read, quoted)
  const isBounded = units * 10_000n <= all * BigInt(maxAppFeeBps)
  return [
    checkThat(
      'fees',
      isBounded,
      translate('The app gets at most {percent}% of operation {number}', {
        percent: describeNumber(maxAppFeeBps / 100),
        number: read.index + 1,
      }),
      translate('The app gets more than {percent}% of operation {number}', {
        percent: describeNumber(maxAppFeeBps / 100),
        number: read.index + 1,
      }),
    ),
  ]
}

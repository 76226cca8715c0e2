import { formatAmount, rescale } from '#protocol/ids/amount.ts'
import {
  type AssetId,
  isAssetType,
  isSameAddress,
  isSameAsset,
  parseRecipient,
} from '#protocol/ids/caip.ts'
import { type ExactOutputRequest, isExactOutput } from '#protocol/quotes/quote.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkAmount, checkSame, checkThat } from '../claims/check.ts'
import { describeAmount, describeNumber } from '../claims/evidence.ts'
import { checkFeeList } from './checkFees.ts'
import { checkNames, describeChain, describePlace, getDecimals, nameAsset } from './assetNames.ts'
import { getFeeUnits } from './directBatch.ts'
import { getRecipient } from '../cases/getRecipient.ts'
import { findRootAsset, type Roots } from '../cases/roots.ts'
import { getSlippageBps } from '../cases/quoteTerms.ts'
import type { ParsedQuote } from '../cases/parsedQuote.ts'

/**
 * Checks that asset and amount paid are the requested ones, and legs and fees add up exactly: to the
 * requested amount, or to the amount shown as paid where the request names what is delivered.
 */
export function checkOrigin(quoted: ParsedQuote): Check[] {
  const { quote, request, roots, operations } = quoted
  const asked = request.from.asset.assetId
  const legs = operations.map((read) => ({
    assetType: read.asset.assetType,
    units: BigInt(read.operation.amount),
    fee: getFeeUnits(read, quoted),
    decimals: read.asset.decimals,
  }))
  const finest = Math.max(getDecimals(roots, asked), ...legs.map(({ decimals }) => decimals))
  const total = legs.reduce(
    (sum, { units, fee, decimals }) => sum + rescale(units + fee, { from: decimals, to: finest }),
    0n,
  )
  const paid = request.from.amount ?? quote.originToken.amount
  const shown = { symbol: nameAsset(roots, asked).symbol, decimals: finest }
  const wanted = rescale(BigInt(paid), { from: getDecimals(roots, asked), to: finest })
  return [
    checkAmount('amounts', translate('You pay'), {
      actual: quote.originToken.amount,
      expected: paid,
      of: nameAsset(roots, asked),
    }),
    checkThat(
      'amounts',
      total === wanted,
      translate('Payments and fees are {amount}, requested {asked}', {
        amount: describeAmount(total, shown),
        asked: describeAmount(wanted, shown),
      }),
    ),
    checkThat(
      'asset',
      operations.every(({ asset }) => isMemberOf(roots, asset.assetType, asked)),
      translate('Paid in {asset}', { asset: nameAsset(roots, asked).symbol }),
      translate('Not paid in {asset}', { asset: nameAsset(roots, asked).symbol }),
    ),
    ...checkSourceChains(quoted),
    ...checkOriginNames(quoted),
    ...checkFeeList(quoted),
  ]
}

/** Checks that nothing is drawn from a chain that was left out; a service may not know the field. */
function checkSourceChains({ operations, request }: ParsedQuote): Check[] {
  const { chains } = request.from
  if (chains === undefined) return []
  const [stray] = operations.filter(({ asset }) => !chains.includes(asset.chainId))
  return [
    checkThat(
      'chain',
      stray === undefined,
      stray
        ? translate('It pays from {name}, which you excluded', { name: stray.chain.name })
        : translate('Paid from no other chain'),
    ),
  ]
}

/** Checks that asset, chain and recipient are the requested ones, and the minimum. */
export function checkDestination(quoted: ParsedQuote): Check[] {
  const { quote, request, roots, destination } = quoted
  const { destinationToken: token } = quote
  const asked = request.to.asset.assetId
  const recipient = getRecipient(quoted)
  const asset = destination?.asset
  const chainAsked = request.to.account && parseRecipient(request.to.account)?.chainId
  const named = parseRecipient(token.recipientAccount)
  return [
    checkThat(
      'asset',
      asset !== undefined && isMemberOf(roots, asset.assetType, asked),
      translate('You receive {asset}, requested {asked}', {
        asset: describePlace(roots, token.assetType),
        asked: describePlace(roots, asked),
      }),
    ),
    checkSame('asset', translate('Asset received'), {
      actual: token.assetType,
      expected: asset?.assetType ?? unknown,
      describe: (text) =>
        text === unknown ? translate('an asset this app knows') : describePlace(roots, text),
    }),
    checkSame('asset', translate('Asset group'), {
      actual: token.aggregatedAssetId,
      expected: getGroupName(roots, { asked, assetType: token.assetType }),
      describe: (text) => describePlace(roots, text),
    }),
    ...(chainAsked
      ? [
          checkSame('asset', translate('Destination chain'), {
            actual: asset?.chainId,
            expected: chainAsked,
            describe: (text) => describeChain(roots, text),
          }),
        ]
      : []),
    checkThat(
      'recipient',
      asset !== undefined &&
        named?.chainId === asset.chainId &&
        recipient !== undefined &&
        isSameAddress(named.address, recipient),
      named
        ? translate('Goes to {address} on {chain}', {
            address: named.address,
            chain: describeChain(roots, named.chainId),
          })
        : translate('Goes to {address}', { address: token.recipientAccount }),
    ),
    ...checkNames(token, asset),
    ...checkMinimum(quoted),
  ]
}

/** Stands where an asset is expected that is not known; no asset type has this form. */
const unknown = 'unknown'

function checkOriginNames(quoted: ParsedQuote): Check[] {
  const { quote, operations, request, roots } = quoted
  const { originToken } = quote
  const paid = [...new Set(operations.map(({ asset }) => asset.assetType))]
  const worth = originToken.fiatValue.map(({ assetType }) => assetType)
  function describeAll(text: string): string {
    return text
      .split(', ')
      .map((one) => describePlace(roots, one))
      .join(', ')
  }
  return [
    checkSame('asset', translate('Asset group paid in'), {
      actual: originToken.aggregatedAssetId,
      expected: getGroupName(roots, {
        asked: request.from.asset.assetId,
        assetType: request.from.asset.assetId,
      }),
      describe: describeAll,
    }),
    checkSame('asset', translate('Assets paid'), {
      actual: originToken.assetType.toSorted().join(', '),
      expected: paid.toSorted().join(', '),
      describe: describeAll,
    }),
    ...originToken.fiatValue.flatMap(({ assetType, amount }) =>
      amount === undefined
        ? []
        : [
            checkAmount(
              'amounts',
              translate('Paid in {asset}', { asset: describePlace(roots, assetType) }),
              {
                of: findRootAsset(roots, assetType),
                actual: amount,
                expected: operations
                  .filter(({ asset }) => asset.assetType === assetType)
                  .reduce(
                    (sum, read) => sum + BigInt(read.operation.amount) + getFeeUnits(read, quoted),
                    0n,
                  ),
              },
            ),
          ],
    ),
    checkSame('asset', translate('Assets priced'), {
      actual: worth.toSorted().join(', '),
      expected: paid.toSorted().join(', '),
      describe: describeAll,
    }),
  ]
}

function checkMinimum(quoted: ParsedQuote): Check[] {
  const { quote, request, roots, destination } = quoted
  const of = destination?.asset
  if (isExactOutput(request)) return checkExactOutput(quoted, request)
  const bps = getSlippageBps(request, roots)
  const amount = BigInt(quote.destinationToken.amount)
  const minimum = BigInt(quote.destinationToken.minimumAmount)
  const allowed = amount - (amount * BigInt(bps)) / 10_000n
  const slippage = quote.slippage?.destination
  // A direct one-to-one delivery cannot slip; the service then shows 0.
  const limit = formatAmount(BigInt(bps), 2)
  return [
    checkThat(
      'minimum',
      minimum >= allowed && minimum <= amount && minimum > 0n,
      translate('At least {minimum} of {amount}; at {percent}% slippage, at least {allowed}', {
        minimum: describeAmount(minimum, of),
        amount: describeAmount(amount, of),
        percent: describeNumber(bps / 100),
        allowed: describeAmount(allowed, of),
      }),
    ),
    ...(slippage
      ? [
          checkAmount('minimum', translate('Maximum slippage'), {
            actual: slippage.value,
            expected: amount - minimum,
            of,
          }),
          checkThat(
            'minimum',
            slippage.percent === limit || (amount === minimum && slippage.percent === '0'),
            translate('Slippage limit: {percent}% shown, {limit}% requested', {
              percent: describeNumber(slippage.percent),
              limit: describeNumber(limit),
            }),
          ),
        ]
      : []),
  ]
}

/** Exactly what was asked for is promised, and nothing less is good enough. */
function checkExactOutput(
  { quote, roots, destination }: ParsedQuote,
  { to }: ExactOutputRequest,
): Check[] {
  const { amount, minimumAmount } = quote.destinationToken
  const decimals = {
    from: destination?.asset.decimals ?? 0,
    to: getDecimals(roots, to.asset.assetId),
  }
  const finest = Math.max(decimals.from, decimals.to)
  const asked = rescale(BigInt(to.amount), { from: decimals.to, to: finest })
  const promised = rescale(BigInt(amount), { from: decimals.from, to: finest })
  const shown = { symbol: destination?.asset.symbol ?? '', decimals: finest }
  const slippage = quote.slippage?.destination
  return [
    checkThat(
      'minimum',
      promised === asked,
      translate('Delivered {amount}, requested {asked}', {
        amount: describeAmount(promised, shown),
        asked: describeAmount(asked, shown),
      }),
    ),
    checkAmount('minimum', translate('Minimum'), {
      actual: minimumAmount,
      expected: amount,
      of: destination?.asset,
    }),
    ...(slippage
      ? [
          checkSame('minimum', translate('Maximum slippage'), {
            actual: slippage.value,
            expected: '0',
          }),
          checkSame('minimum', translate('Slippage limit'), {
            actual: slippage.percent,
            expected: '0',
          }),
        ]
      : []),
  ]
}

function isMemberOf(roots: Roots, assetType: string, asked: AssetId): boolean {
  return roots.assets.some(
    (asset) =>
      asset.assetType === assetType &&
      (isAssetType(asked)
        ? isSameAsset(asset.assetType, asked)
        : asset.aggregatedAssetId === asked),
  )
}

/** The aggregated asset id a quote must use: the requested one, or `agg:single`. */
function getGroupName(roots: Roots, of: { asked: string; assetType: string }): string {
  return of.asked.includes('/') ? `${roots.names.aggregatedPrefix}:single` : of.asked
}

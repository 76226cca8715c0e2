import { rescale } from '#protocol/ids/amount.ts'
import { isSameAsset } from '#protocol/ids/caip.ts'
import { hashCallFill, hashOrders } from '#protocol/orders/order.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkAmount, checkSame, checkThat } from '../claims/check.ts'
import { describeTime, describeUsd } from '../claims/evidence.ts'
import { checkNames, describePlace } from './assetNames.ts'
import { checkDeposits, type Delivery, toLeg } from './checkDeposits.ts'
import { minShare, checkNear, sum, tolerance, toUsd } from './checkPrice.ts'
import type { RootAmount } from '../cases/parsePreparedCall.ts'
import type { RootAsset } from '../cases/roots.ts'
import type { PreparedFacts } from '../verifyPrepared.ts'
import type { ParsedQuote, Deposit } from '../cases/parsedQuote.ts'

/** A call's quote, with the operation that it funds. */
export type FundedCall = { quoted: ParsedQuote; facts: PreparedFacts }

/** Enough decimals to compare amounts of any assets without loss. */
const commonDecimals = 36

/** Checks that the quote's target is the asset, amount and account of the operation. */
export function checkCallTarget({ quoted, facts }: FundedCall): Check[] {
  const { destinationToken: token } = quoted.quote
  const { asset, amount, account, chain } = facts.operation
  const recipient = `${chain.chainId}:${account.accountAddress}`
  const { aggregatedPrefix } = quoted.roots.names
  return [
    checkSame('asset', translate('Call asset'), {
      actual: token.assetType,
      expected: asset.assetType,
      describe: (text) => describePlace(quoted.roots, text),
    }),
    checkSame('asset', translate('Asset group'), {
      actual: token.aggregatedAssetId,
      expected: `${aggregatedPrefix}:single`,
    }),
    checkAmount('amounts', translate('Call amount'), {
      actual: token.amount,
      expected: amount,
      of: asset,
    }),
    checkAmount('amounts', translate('Minimum call amount'), {
      actual: token.minimumAmount,
      expected: amount,
      of: asset,
    }),
    checkSame('recipient', translate('For'), {
      actual: token.recipientAccount.toLowerCase(),
      expected: recipient.toLowerCase(),
      describe: (text) =>
        text === recipient.toLowerCase()
          ? translate('{address} on {name}', {
              address: account.accountAddress,
              name: chain.name,
            })
          : text,
    }),
    ...checkNames(token, asset),
    ...checkSlippage(quoted),
    checkThat(
      'expiry',
      facts.validUntil > BigInt(quoted.nowSeconds),
      translate('The operation is valid until {time}', { time: describeTime(facts.validUntil) }),
    ),
  ]
}

/** Nothing is swapped, so the slippage must be zero. */
function checkSlippage({ quote }: ParsedQuote): Check[] {
  if (!quote.slippage) return []
  const { origin, destination } = quote.slippage
  const isFixed = [origin, destination]
    .flatMap(({ value, usd, percent }) => [value, usd, percent])
    .every((text) => Number(text) === 0)
  return [
    checkThat('amounts', isFixed, translate('Slippage is zero'), translate('Slippage is not zero')),
  ]
}

/**
 * Checks that the deposits fund exactly what the operation pulls from the solver: every order is
 * bound to that pull, and together they are worth no more than it. Source: security rules 3 and 14.
 */
export function checkCallDeposits(call: FundedCall, deposits: readonly Deposit[]): Check[] {
  return [
    ...checkDeposits(call.quoted, { deposits, delivery: getCallDelivery(call, deposits) }),
    ...checkSameKind(call, deposits),
    ...checkWorth(call, deposits),
    checkThat(
      'lent',
      true,
      translate('The orders reference the advance in the operation you signed'),
    ),
  ]
}

function getCallDelivery({ quoted, facts }: FundedCall, deposits: readonly Deposit[]): Delivery {
  const { roots, deadlines } = quoted
  const { operation, prepareId, lent } = facts
  const fillHash =
    prepareId &&
    hashCallFill(
      {
        prepareId,
        ordersHash: hashOrders(deposits.map(toLeg)),
        account: operation.account.accountAddress,
        tokens: lent.map(({ asset }) => asset.token),
        amounts: lent.map(({ amount }) => amount),
        deadline: deadlines.fillDeadline,
      },
      {
        chainNumber: operation.chain.chainNumber,
        settler: operation.chain.contracts.destinationSettler,
        solver: roots.roles.solver,
      },
    )
  return { fillId: prepareId ?? quoted.quote.id, fillHash }
}

/** Where both sides are the same asset, the deposits must equal what is lent, up to rounding. */
function checkSameKind({ quoted, facts }: FundedCall, deposits: readonly Deposit[]): Check[] {
  const groups = new Set([...deposits, ...facts.lent].map(({ asset }) => asset.aggregatedAssetId))
  if (groups.size !== 1) return []
  const coarsest = Math.min(...deposits.map(({ asset }) => asset.decimals))
  const step = rescale(1n, { from: coarsest, to: commonDecimals })
  const amounts = deposits.map(({ asset, order }) => ({ asset, amount: order.amount }))
  const deposited = sumAmounts(amounts)
  const lent = sumAmounts(facts.lent)
  const maxDeposited = lent + step * BigInt(quoted.operations.length)
  return [
    checkThat(
      'lent',
      deposited >= lent && deposited < maxDeposited,
      translate('The amount paid equals the amount advanced'),
      translate('The amount paid does not equal the amount advanced'),
    ),
  ]
}

function sumAmounts(amounts: readonly { asset: RootAsset; amount: bigint }[]): bigint {
  return amounts.reduce(
    (units, { asset, amount }) =>
      units + rescale(amount, { from: asset.decimals, to: commonDecimals }),
    0n,
  )
}

function checkWorth({ quoted, facts }: FundedCall, deposits: readonly Deposit[]): Check[] {
  const { quote, prices } = quoted
  if (!prices) return []
  const legs = deposits.map(({ asset, order }) => ({
    assetType: asset.assetType,
    usd: toUsd(quoted, asset.assetType, order.amount + order.fee),
    depositedUsd: toUsd(quoted, asset.assetType, order.amount),
    feeUsd: toUsd(quoted, asset.assetType, order.fee),
  }))
  const lentUsd = sum(facts.lent.map(({ asset, amount }) => toUsd(quoted, asset.assetType, amount)))
  const depositedUsd = sum(legs.map((leg) => leg.depositedUsd))
  const paidUsd = sum(legs.map(({ usd }) => usd))
  return [
    ...quote.originToken.fiatValue.map(({ assetType, fiatValue }) =>
      checkNear(translate('Value paid'), {
        shown: fiatValue,
        usd: sum(legs.filter((leg) => leg.assetType === assetType).map(({ usd }) => usd)),
      }),
    ),
    ...checkCallValue(quoted),
    ...(quote.fees
      ? [
          checkNear(translate('Fees'), {
            shown: quote.fees.cumulativeUSD,
            usd: sum(legs.map(({ feeUsd }) => feeUsd)),
          }),
        ]
      : []),
    checkFair({ lentUsd, depositedUsd, paidUsd }),
  ]
}

function checkCallValue(quoted: ParsedQuote): Check[] {
  const { destinationToken: token } = quoted.quote
  return [
    checkNear(translate('Value for the call'), {
      shown: token.fiatValue,
      usd: toUsd(quoted, token.assetType, BigInt(token.amount)),
    }),
    checkNear(translate('Minimum value for the call'), {
      shown: token.minimumFiatValue,
      usd: toUsd(quoted, token.assetType, BigInt(token.minimumAmount)),
    }),
  ]
}

/** Fees in dollars that a call may cost even where it lacks less: bringing a cent costs gas too. */
const maxSmallFeeUsd = 1

/**
 * Checks that no more is deposited than is lent, and that fees are at most half of what is paid, or
 * small.
 */
function checkFair(usd: Record<'lentUsd' | 'depositedUsd' | 'paidUsd', number | undefined>): Check {
  const { lentUsd, depositedUsd, paidUsd } = usd
  if (lentUsd === undefined || depositedUsd === undefined || paidUsd === undefined)
    return checkThat('price', false, translate('An asset has no price feed'))
  const isFeeFair = lentUsd >= paidUsd * minShare || paidUsd - lentUsd <= maxSmallFeeUsd
  const isFair = isFeeFair && depositedUsd <= lentUsd * (1 + tolerance.share) + tolerance.usd
  return checkThat(
    'price',
    isFair,
    translate('By the price feeds, you pay {paid} including fees for {lent} advanced', {
      paid: describeUsd(paidUsd.toFixed(2)),
      lent: describeUsd(lentUsd.toFixed(2)),
    }),
  )
}

/** What an operation without a loan takes: what it moves and its fee, each asset once. */
function getSpent({ operation: { asset, amount }, fee }: PreparedFacts): RootAmount[] {
  const moved = amount > 0n ? [{ asset, amount }] : []
  if (!fee) return moved
  const [same] = moved.filter((one) => isSameAsset(one.asset.assetType, fee.asset.assetType))
  return same ? [{ asset: same.asset, amount: amount + fee.amount }] : [...moved, fee]
}

/**
 * Checks a quote without a loan: no deposits, and what the reviewed operation moves with its fee.
 */
export function checkCallFee({ quoted, facts }: FundedCall): Check[] {
  const { quote } = quoted
  const { originToken } = quote
  const { fee } = facts
  const spent = getSpent(facts)
  const assetTypes = spent.map(({ asset }) => asset.assetType).join(', ')
  const assetType = fee?.asset.assetType
  const shown = Object.entries(quote.fees?.assets ?? {})
  const { aggregatedPrefix } = quoted.roots.names
  return [
    checkSame('calls', translate('Additional operations to sign'), {
      actual: quoted.operations.length + quoted.unreadable.length,
      expected: 0,
    }),
    checkThat('lent', true, translate('Nothing is advanced or deposited')),
    checkAmount('amounts', translate('You pay'), {
      actual: originToken.amount,
      expected: spent[0]?.amount,
      of: spent[0]?.asset,
    }),
    checkSame('asset', translate('Paid in'), {
      actual: originToken.assetType.join(', '),
      expected: assetTypes,
      describe: (text) => describePlace(quoted.roots, text),
    }),
    checkSame('asset', translate('Asset group paid in'), {
      actual: originToken.aggregatedAssetId,
      expected: `${aggregatedPrefix}:single`,
    }),
    checkSame('asset', translate('Assets priced'), {
      actual: originToken.fiatValue.map((one) => one.assetType).join(', '),
      expected: assetTypes,
      describe: (text) => describePlace(quoted.roots, text),
    }),
    ...originToken.fiatValue.flatMap(({ amount }, index) =>
      amount === undefined
        ? []
        : [
            checkAmount('amounts', translate('Amount'), {
              actual: amount,
              expected: spent[index]?.amount,
              of: spent[index]?.asset,
            }),
          ],
    ),
    checkThat(
      'fees',
      shown.length === 1 &&
        shown.every(([type, units]) => type === assetType && units === String(fee?.amount)),
      translate('The fee matches the operation you signed'),
      translate('The fee does not match the operation you signed'),
    ),
    checkThat('deadlines', true, translate('The operation expires automatically')),
    ...checkFeeWorth({ quoted, facts }),
  ]
}

function checkFeeWorth({ quoted, facts }: FundedCall): Check[] {
  const { quote, prices } = quoted
  if (!prices) return []
  const { fee } = facts
  const usd = fee && toUsd(quoted, fee.asset.assetType, fee.amount)
  const spent = getSpent(facts)
  return [
    ...quote.originToken.fiatValue.map(({ fiatValue }, index) => {
      const { asset, amount = 0n } = spent[index] ?? {}
      return checkNear(translate('Value paid'), {
        shown: fiatValue,
        usd: asset && toUsd(quoted, asset.assetType, amount),
      })
    }),
    ...(quote.fees ? [checkNear(translate('Fees'), { shown: quote.fees.cumulativeUSD, usd })] : []),
    ...checkCallValue(quoted),
  ]
}

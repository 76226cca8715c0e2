import { convertAtTick } from '#chains/evm/assets/tickPrice.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { triedSteps, type UnlistedToken, unlistedBounds } from '#protocol/quotes/unlistedToken.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkAmount, checkSame, checkSameAddress, checkThat } from '../claims/check.ts'
import { describeAmount, describeUsd } from '../claims/evidence.ts'
import { getRecipient } from '../cases/getRecipient.ts'
import type { ParsedQuote } from '../cases/parsedQuote.ts'
import type { TradedToken } from '../cases/tradedToken.ts'
import { findBatch, getFeeOut } from './directBatch.ts'
import { describePlace } from './assetNames.ts'
import { toUsd } from './checkPrice.ts'

/** How far the pool's holding may be from this app's reading: it moves with every trade. */
const heldTolerance = 0.1
/** How much more than the limit a quote may be worth, as the feeds move. */
const worthTolerance = 1.02

/**
 * Checks a quote of a token that no list names: all that it says of token and pool against this app's
 * own reading, that it is small, and that what arrives is measured on the chain.
 */
export function checkUnlisted(quoted: ParsedQuote): Check[] {
  const { traded, quote } = quoted
  const said = quote.unlistedToken
  if (!traded)
    return said
      ? [checkThat('asset', false, translate('It includes an unlisted token you didn’t choose'))]
      : []
  if (!said)
    return [
      checkThat('asset', false, translate('It doesn’t say that one of the tokens is unlisted')),
    ]
  return [
    ...checkToken(said, traded, quoted),
    // A file does not prove what the pool said then; the price is left unchecked.
    ...(traded.isAgreed ? [] : checkPool(said, traded, quoted)),
    ...checkTrade(traded, quoted),
    ...checkMeasured(traded, quoted),
  ]
}

function checkToken(said: UnlistedToken, traded: TradedToken, quoted: ParsedQuote): Check[] {
  const { asset, reading, resembles } = traded
  const { roots } = quoted
  return [
    checkSame('asset', translate('Unlisted token'), {
      actual: said.assetType,
      expected: asset.assetType,
    }),
    checkSame('asset', translate('Symbol, from its contract'), {
      actual: said.symbol,
      expected: reading.symbol,
    }),
    checkSame('asset', translate('Name, from its contract'), {
      actual: said.name,
      expected: reading.name,
    }),
    checkSame('asset', translate('Decimals'), {
      actual: said.decimals,
      expected: asset.decimals,
    }),
    checkSame('asset', translate('Listed asset it resembles'), {
      actual: said.resembles,
      expected: resembles,
      describe: (text) => describePlace(roots, text),
    }),
    checkSame('asset', translate('Simulated steps'), {
      actual: said.tried.join(', '),
      expected: triedSteps.join(', '),
    }),
  ]
}

function checkPool(
  { pool: said }: UnlistedToken,
  { pool, pairedWith }: TradedToken,
  { roots }: ParsedQuote,
): Check[] {
  const shown = Number(said.pairedAmount)
  const isNear = Math.abs(shown - Number(pool.held)) <= Number(pool.held) * heldTolerance
  return [
    checkSameAddress('price', translate('Pool of the pinned exchange'), {
      actual: said.address,
      expected: pool.address,
    }),
    checkSame('price', translate('Pool fee, in millionths'), {
      actual: said.fee,
      expected: pool.fee,
    }),
    checkSame('price', translate('Paired with'), {
      actual: said.pairedWith,
      expected: pairedWith.assetType,
      describe: (text) => describePlace(roots, text),
    }),
    checkThat(
      'price',
      isNear,
      translate('Pool liquidity: {shown} shown, {held} read', {
        shown: describeAmount(said.pairedAmount, pairedWith),
        held: describeAmount(pool.held, pairedWith),
      }),
    ),
    checkSame('price', translate('Price averaging period, in seconds'), {
      actual: said.priceSeconds,
      expected: unlistedBounds.priceSeconds,
    }),
  ]
}

/** One swap that is small, and whose minimum is near the pool's average price. */
function checkTrade(traded: TradedToken, quoted: ParsedQuote): Check[] {
  const { quote, operations, request } = quoted
  const [read] = operations
  if (!read || operations.length !== 1)
    return [
      checkThat(
        'calls',
        false,
        translate('It would trade an unlisted token in several operations'),
      ),
    ]
  const { pool, side, isAgreed } = traded
  if (isAgreed) return []
  const given = BigInt(read.operation.amount)
  const minimum = BigInt(quote.destinationToken.minimumAmount)
  const average = convertAtTick(given, {
    tick: pool.tick,
    isToken0: (side === 'sold') === pool.isToken0,
  })
  const slippage = BigInt(request.slippageTolerance ?? 100)
  const allowed = (average * (10_000n - slippage - BigInt(unlistedBounds.maxLossBps))) / 10_000n
  const of = quoted.destination?.asset
  const feeOut = getFeeOut(read, quoted)
  const listed = side === 'sold' ? quote.destinationToken.assetType : read.asset.assetType
  const units = side === 'sold' ? BigInt(quote.destinationToken.amount) + feeOut : given
  const usd = toUsd(quoted, listed, units)
  return [
    checkThat(
      'price',
      minimum + feeOut >= allowed,
      translate('Delivers at least {minimum}; {average} at the pool’s average price, before fees', {
        minimum: describeAmount(minimum, of),
        average: describeAmount(average, of),
      }),
    ),
    checkThat(
      'price',
      usd !== undefined && usd <= unlistedBounds.maxQuoteUsd * worthTolerance,
      usd === undefined
        ? translate('The listed token has no price feed')
        : translate('It trades {usd}; the limit is {most}', {
            usd: describeUsd(usd.toFixed(2)),
            most: describeUsd(String(unlistedBounds.maxQuoteUsd)),
          }),
    ),
  ]
}

/** What arrives stays with the account that pays, and is measured where the token is bought. */
function checkMeasured({ side, asset }: TradedToken, quoted: ParsedQuote): Check[] {
  const recipient = getRecipient(quoted)
  return quoted.operations.flatMap((read): Check[] => {
    if (read.kind !== 'evm')
      return [checkThat('calls', false, translate('It can’t be traded on this chain'))]
    const { sender } = read.operation.userOp
    const isOwn = recipient !== undefined && isSameAddress(recipient, sender)
    const own = checkThat(
      'recipient',
      isOwn,
      translate('It’s delivered to the account that pays'),
      translate('It is not delivered to the account that pays'),
    )
    const { main, watch, receipt } = findBatch(read, quoted) ?? {}
    const paysCoin = main?.kind === 'swap' && main.isNativeIn
    if (paysCoin)
      return [
        own,
        checkThat(
          'calls',
          false,
          translate('The native coin would be held where the token could take it'),
        ),
      ]
    if (side === 'sold')
      return [
        own,
        checkThat(
          'calls',
          !watch && !receipt,
          translate('Nothing else is measured'),
          translate('Something else is measured'),
        ),
      ]
    const { outputGuard } = read.chain.contracts
    if (!watch || !receipt || !outputGuard)
      return [own, checkThat('minimum', false, translate('The amount received is not measured'))]
    return [
      own,
      ...[watch, receipt].flatMap((call) => [
        checkSameAddress('escrow', translate('Amount guard'), {
          actual: call.guard,
          expected: outputGuard,
        }),
        checkSameAddress('minimum', translate('Token measured'), {
          actual: call.token,
          expected: asset.token,
        }),
        checkSameAddress('minimum', translate('Account measured'), {
          actual: call.owner,
          expected: sender,
        }),
      ]),
      checkAmount('minimum', translate('Measured minimum'), {
        actual: receipt.minimum,
        expected: quoted.quote.destinationToken.minimumAmount,
        of: asset,
      }),
    ]
  })
}

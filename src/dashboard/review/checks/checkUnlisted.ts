import { convertAtTick } from '#chains/evm/assets/tickPrice.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { type UnlistedToken, unlistedBounds } from '#protocol/quotes/unlistedToken.ts'
import { type Check, checkAmount, checkSame, checkSameAddress, checkThat } from '../claims/check.ts'
import { describeAmount } from '../claims/evidence.ts'
import { getRecipient } from '../cases/getRecipient.ts'
import type { ParsedQuote } from '../cases/parsedQuote.ts'
import type { TradedToken } from '../cases/tradedToken.ts'
import { findBatch, getFeeOut } from './directBatch.ts'
import { describePlace } from './describeAsset.ts'
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
      ? [checkThat('asset', false, 'It names a token on no list that you did not ask for')]
      : []
  if (!said)
    return [checkThat('asset', false, 'It does not say that no list names one of the tokens')]
  return [
    ...checkToken(said, traded, quoted),
    ...checkPool(said, traded, quoted),
    ...checkTrade(traded, quoted),
    ...checkMeasured(traded, quoted),
  ]
}

function checkToken(said: UnlistedToken, traded: TradedToken, quoted: ParsedQuote): Check[] {
  const { asset, reading, resembles } = traded
  const { roots } = quoted
  return [
    checkSame('asset', 'Token on no list', { actual: said.assetType, expected: asset.assetType }),
    checkSame('asset', 'Its symbol, by itself', {
      actual: said.symbol ?? 'none',
      expected: reading.symbol ?? 'none',
    }),
    checkSame('asset', 'Its name, by itself', {
      actual: said.name ?? 'none',
      expected: reading.name ?? 'none',
    }),
    checkSame('asset', 'Its decimals', { actual: said.decimals, expected: asset.decimals }),
    checkSame('asset', 'A listed asset that it resembles', {
      actual: said.resembles ?? 'none',
      expected: resembles ?? 'none',
      describe: (text) => describePlace(roots, text),
    }),
    checkSame('asset', 'What was tried with it', {
      actual: said.tried.join(', '),
      expected: 'buy, transfer, sell',
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
    checkSameAddress('price', 'Pool of the pinned exchange', {
      actual: said.address,
      expected: pool.address,
    }),
    checkSame('price', 'Its fee, in millionths', { actual: said.fee, expected: pool.fee }),
    checkSame('price', 'It trades against', {
      actual: said.pairedWith,
      expected: pairedWith.assetType,
      describe: (text) => describePlace(roots, text),
    }),
    checkThat(
      'price',
      isNear,
      `In the pool: shown ${describeAmount(BigInt(said.pairedAmount), pairedWith)}, read ${describeAmount(pool.held, pairedWith)}`,
    ),
    checkSame('price', 'Seconds that its price is averaged over', {
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
    return [checkThat('calls', false, 'A token on no list is traded in one operation alone')]
  const given = BigInt(read.operation.amount)
  const minimum = BigInt(quote.destinationToken.minimumAmount)
  const { pool, side } = traded
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
      `At least ${describeAmount(minimum, of)} arrives; by the pool's average it is ${describeAmount(average, of)} before fees`,
    ),
    checkThat(
      'price',
      usd !== undefined && usd <= unlistedBounds.maxQuoteUsd * worthTolerance,
      `It trades ${usd === undefined ? 'an unknown worth' : `$${usd.toFixed(2)}`}, at most $${unlistedBounds.maxQuoteUsd}`,
    ),
  ]
}

/** What arrives stays with the account that pays, and is measured where the token is bought. */
function checkMeasured({ side, asset }: TradedToken, quoted: ParsedQuote): Check[] {
  const recipient = getRecipient(quoted)
  return quoted.operations.flatMap((read): Check[] => {
    if (read.kind !== 'evm') return [checkThat('calls', false, 'It is not traded on this chain')]
    const { sender } = read.operation.userOp
    const isOwn = recipient !== undefined && isSameAddress(recipient, sender)
    const own = checkThat('recipient', isOwn, 'It arrives at the account that pays')
    const { main, watch, receipt } = findBatch(read, quoted) ?? {}
    const paysCoin = main?.kind === 'swap' && main.isNativeIn
    if (paysCoin)
      return [
        own,
        checkThat('calls', false, 'The native coin would wait where the token could take it'),
      ]
    if (side === 'sold')
      return [own, checkThat('calls', !watch && !receipt, 'Nothing else is measured')]
    if (!watch || !receipt)
      return [own, checkThat('minimum', false, 'What arrives is not measured')]
    const { outputGuard } = read.chain.contracts
    return [
      own,
      ...[watch, receipt].flatMap((call) => [
        checkSameAddress('escrow', 'Guard of what arrives', {
          actual: call.guard,
          expected: outputGuard,
        }),
        checkSameAddress('minimum', 'Token measured', {
          actual: call.token,
          expected: asset.token,
        }),
        checkSameAddress('minimum', 'Account measured', { actual: call.owner, expected: sender }),
      ]),
      checkAmount('minimum', 'Measured to be at least', {
        actual: receipt.minimum,
        expected: quoted.quote.destinationToken.minimumAmount,
        of: asset,
      }),
    ]
  })
}

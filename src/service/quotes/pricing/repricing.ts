import type { Network } from '#networks/network.ts'
import { getFeedChain } from '#networks/priceSources.ts'
import { rescale } from '#protocol/ids/amount.ts'
import type { AssetType, ChainId } from '#protocol/ids/caip.ts'
import { type Asset, indexAssets } from '../../assetIndex.ts'
import type { PriceBook, Prices } from '../../prices/prices.ts'
import { ServiceError } from '../../ServiceError.ts'
import { defaultRates, type QuoteRates, swapBoundBps } from './rates.ts'
import { buildContradictedError, getLikeBoundBps, findSpreadBps } from './spread.ts'

/** What an execution exchanges and costs, in smallest units. */
export type Exchange = {
  /** What the solver receives and delivers, without fees; empty without a solver. */
  given: readonly ExchangedAmount[]
  delivered: readonly ExchangedAmount[]
  /** Fees charged. */
  fees: readonly ExchangedAmount[]
  /** Gas paid by the service; lamports on Solana. */
  gas: readonly { chainId: ChainId; gas: bigint }[]
  /** Input and quoted output of a pool swap. */
  swap: { given: ExchangedAmount; expected: ExchangedAmount } | undefined
  /** Rent paid by the service that it does not get back. */
  rent: readonly ExchangedAmount[]
}

type ExchangedAmount = { assetType: AssetType; amount: bigint }

/**
 * Checks an exchange against current feed and gas prices.
 *
 * @throws ServiceError PRICE_UNAVAILABLE when it has become worse for the service than the bounds
 *   allow, or a price is missing; CHAIN_UNAVAILABLE when a feed's chain does not answer;
 *   UNSUPPORTED_ASSET.
 */
export type Reprice = (exchange: Exchange) => Promise<void>

/** Compares current prices with quoted amounts; see {@link createRepricing}. */
export type Repricing = {
  check: Reprice
  /**
   * Returns how much less the delivered amounts are worth than the given ones, basis points rounded
   * up; negative for more. Throws like {@link Reprice} when prices are missing.
   */
  shortBps(exchange: {
    given: readonly ExchangedAmount[]
    delivered: readonly ExchangedAmount[]
  }): Promise<bigint>
}

/**
 * Creates the price check of quotes at acceptance. Moves in the solver's favour pass, since the
 * user signed for these amounts. Moves against it are tolerated up to what the quote pays beyond
 * gas; otherwise clients could wait for a favourable price at no cost. Like assets, quoted one to
 * one, may differ as much as at quoting.
 *
 * @param options.rates - Rates of the quotes.
 * Source: security rules 16 and 35 (EVM 1); the bounds are ours.
 */
export function createRepricing(options: {
  network: Network
  prices: Prices
  rates?: QuoteRates
}): Repricing {
  const { rates = defaultRates } = options
  const assets = indexAssets(options.network)
  return {
    async check({ given, delivered, fees, gas, rent, swap }) {
      const [gets, gives] = [given.map(withAsset), delivered.map(withAsset)]
      const [charged, lost] = [fees.map(withAsset), rent.map(withAsset)]
      const sides = swap ? [swap.given, swap.expected].map(withAsset) : []
      const all = [...gets, ...gives, ...charged, ...lost, ...sides]
      const book = await getBook(all, gas)
      const paid = sumWorth(charged, book) - getGas(gas, book) - sumWorth(lost, book)
      checkWorth({ gets, gives, paid }, { book, rates })
      checkSwap(sides, book)
      checkFees(charged, { gas, lost, book })
    },
    async shortBps({ given, delivered }) {
      const [gets, gives] = [given.map(withAsset), delivered.map(withAsset)]
      const book = await getBook([...gets, ...gives], [])
      return getShortBps(sumWorth(gives, book), { of: sumWorth(gets, book) })
    },
  }

  function getBook(amounts: readonly Valued[], gas: Exchange['gas']): Promise<PriceBook> {
    const chainIds = [...amounts.map(({ asset }) => asset), ...gas].map(({ chainId }) => chainId)
    return options.prices.read([...new Set(chainIds)])
  }

  function withAsset({ assetType, amount }: ExchangedAmount) {
    return { amount, asset: assetIn(assetType) }
  }

  function assetIn(assetType: AssetType): Asset {
    const asset = assets.find(assetType)
    if (asset) return asset
    throw new ServiceError('UNSUPPORTED_ASSET', `${assetType} is not an asset of this network.`)
  }
}

type Valued = { amount: bigint; asset: Asset }

/** `paid`: what the quote pays beyond gas and rent, including the spread. */
type WorthCheck = { gets: readonly Valued[]; gives: readonly Valued[]; paid: bigint }
type Pricing = { book: PriceBook; rates: QuoteRates }

function checkWorth(exchange: WorthCheck, pricing: Pricing): void {
  const worth = sumWorth(exchange.gets, pricing.book)
  const promised = sumWorth(exchange.gives, pricing.book)
  if (worth + getToleratedLoss(exchange, { worth, promised }, pricing) >= promised) return
  const lessBps = getShortBps(worth, { of: promised })
  throw new ServiceError(
    'PRICE_UNAVAILABLE',
    `Prices moved since the quote was made: what is given is worth ${lessBps} basis points less than what was promised, more than the quote pays for. Ask for a new quote.`,
  )
}

/** Returns how much less the given amounts may be worth than the promised ones. */
function getToleratedLoss(
  { gets, gives, paid }: WorthCheck,
  { worth, promised }: { worth: bigint; promised: bigint },
  { book, rates }: Pricing,
): bigint {
  const given = gets.map(({ asset }) => asset)
  const delivered = gives.map(({ asset }) => asset)
  const [first, ...others] = [...given, ...delivered]
  if (others.every(({ aggregate }) => aggregate === first?.aggregate))
    return (promised * getLikeBoundBps(given, delivered)) / 10_000n
  for (const asset of given)
    if (findSpreadBps({ given: asset, delivered }, { book, rates }) === undefined)
      throw buildContradictedError({ given: asset, delivered })
  // Higher gas alone is no reason to refuse here; checkFees covers it.
  const least = (worth * rates.solverSpreadBps) / 10_000n
  return paid > least ? paid : least
}

/** Returns how much smaller the part is than the whole, basis points rounded up. */
function getShortBps(part: bigint, { of: whole }: { of: bigint }): bigint {
  return whole === 0n ? 0n : 10_000n - (part * 10_000n) / whole
}

/** The quoted output of a pool may be worth less than the feeds say by `swapBoundBps`. */
function checkSwap([given, expected]: readonly Valued[], book: PriceBook): void {
  if (!given || !expected) return
  const shortBps = getShortBps(sumWorth([expected], book), { of: sumWorth([given], book) })
  if (shortBps <= swapBoundBps) return
  throw new ServiceError(
    'PRICE_UNAVAILABLE',
    `Prices moved since the quote was made: the swap gives ${shortBps} basis points less than the feeds say. Ask for a new quote.`,
  )
}

/** Maximum rise of gas prices after a fee was set, as a factor. Source: ours. */
export const maxGasRise = 2n
/** Maximum loss of value of the fee paid for rent, basis points. Source: ours. */
const rentFallBps = 100n

/** Fees must cover the gas. They must cover rent almost fully, because someone else may keep it. */
function checkFees(
  charged: readonly Valued[],
  { gas, lost, book }: Pick<Exchange, 'gas'> & { lost: readonly Valued[]; book: PriceBook },
): void {
  const paid = sumWorth(charged.map(addRounding), book)
  const kept = (sumWorth(lost, book) * (10_000n - rentFallBps)) / 10_000n
  if (paid >= getGas(gas, book) / maxGasRise + kept) return
  throw new ServiceError(
    'PRICE_UNAVAILABLE',
    'The fee of the quote does not cover the gas that it takes now. Ask for a new quote.',
  )
}

/** Undoes the rounding of fees to what the asset and its aggregate can express. */
function addRounding({ asset, amount }: Valued): Valued {
  const finer = asset.decimals - asset.aggregate.decimals
  return { asset, amount: amount + 2n * 10n ** BigInt(Math.max(0, finer)) }
}

function getGas(gas: Exchange['gas'], book: PriceBook): bigint {
  return gas.reduce((sum, one) => sum + getGasWorth(one, book), 0n)
}

function getGasWorth({ chainId, gas }: Exchange['gas'][number], book: PriceBook): bigint {
  const usd = book.gasUsd(chainId, gas)
  if (usd === undefined)
    throw book.unavailableChains.includes(chainId)
      ? new ServiceError('CHAIN_UNAVAILABLE', `${chainId} does not answer.`)
      : new ServiceError('PRICE_UNAVAILABLE', `Gas on ${chainId} has no price now.`)
  return usd * 10n ** BigInt(wide)
}

/** Wide enough to compare amounts of any decimals without loss. */
const wide = 36

/**
 * Returns the total value of amounts. @throws ServiceError PRICE_UNAVAILABLE or CHAIN_UNAVAILABLE.
 */
function sumWorth(amounts: readonly { amount: bigint; asset: Asset }[], book: PriceBook): bigint {
  return amounts.reduce((sum, { amount, asset }) => {
    const price = book.priceUsd(asset)
    if (price === undefined) throw buildUnpricedError(asset, book)
    return sum + rescale(amount, { from: asset.decimals, to: wide }) * price
  }, 0n)
}

function buildUnpricedError(asset: Asset, { unavailableChains }: PriceBook): ServiceError {
  const feedChain = getFeedChain(asset)
  return unavailableChains.includes(feedChain)
    ? new ServiceError('CHAIN_UNAVAILABLE', `${feedChain} does not answer.`)
    : new ServiceError('PRICE_UNAVAILABLE', `${asset.symbol} has no price now.`)
}

import type { NetworkChain } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { type Asset, toAssetKey, describeAmount } from '../../assetIndex.ts'
import type { ChainHoldings } from '../../balances/holdings.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUnits } from '../../prices/usd.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteService } from '../quoteService.ts'
import { gasUse, type QuoteRates } from '../pricing/rates.ts'
import type { Amount } from './requirements.ts'

/** What the account has on the target chain, and what its calls need of it. */
type FeeContext = {
  required: readonly Amount[]
  chain: NetworkChain
  holdings: ChainHoldings
  book: PriceBook
}

/** The gas to pay for, or a fixed amount in units of whichever asset pays. */
type FeeCost = { gas: bigint } | { units: bigint }

/**
 * Finds the asset on the target chain that pays the fee: the first one of which the account holds
 * enough beyond what the calls need, in the order required assets, native coin, others.
 *
 * @throws ServiceError INSUFFICIENT_BALANCE when no asset covers it; PRICE_UNAVAILABLE.
 */
export function findFeeAsset(
  context: FeeContext,
  cost: FeeCost,
  { assets, rates }: QuoteService,
): Amount {
  const { required, chain, holdings, book } = context
  const pricing = { chainId: chain.chainId, book, rates }
  const onChain = assets.findOnChain(chain.chainId)
  const native = onChain.filter(({ assetType }) => assetType === chain.nativeAsset)
  const candidates = [...required.map(({ asset }) => asset), ...native, ...onChain]
  let isUnpriced = false
  for (const asset of candidates) {
    const amount = 'units' in cost ? cost.units : getFeeIn(asset, cost.gas, pricing)
    if (amount === undefined) isUnpriced = true
    const needed = required.find(
      (one) => toAssetKey(one.asset.assetType) === toAssetKey(asset.assetType),
    )
    const balance = holdings.balanceOf(asset.assetType) ?? 0n
    if (amount !== undefined && balance >= amount + (needed?.amount ?? 0n)) return { asset, amount }
  }
  if (isUnpriced)
    throw new ServiceError('PRICE_UNAVAILABLE', `There is no price to charge gas on ${chain.name}.`)
  const [asset] = candidates
  const gas = 'gas' in cost ? cost.gas : gasUse.call
  const fee = asset && getFeeIn(asset, gas, pricing)
  throw new ServiceError(
    'INSUFFICIENT_BALANCE',
    !asset || fee === undefined
      ? `Nothing on ${chain.name} is left to pay the network fee of these calls with.`
      : `The network fee of these calls, at least ${describeAmount(fee, asset)}, must be left on ${chain.name} beside what they need.`,
  )
}

/** Gas at current prices in units of an asset, with markup; undefined without a price. */
export function getFeeIn(
  asset: Asset,
  gas: bigint,
  { chainId, book, rates }: { chainId: ChainId; book: PriceBook; rates: QuoteRates },
): bigint | undefined {
  const usd = book.gasUsd(chainId, gas)
  const priceUsd = book.priceUsd(asset)
  if (usd === undefined || priceUsd === undefined) return undefined
  const marked = (usd * (10_000n + rates.gasMarkupBps)) / 10_000n
  return toUnits(marked, { decimals: asset.decimals, priceUsd })
}

import { formatAmount } from '#protocol/ids/amount.ts'
import { type AssetType, checksumAddress, EvmAddress } from '#protocol/ids/caip.ts'
import type { ChainOperation } from '#protocol/orders/operation.ts'
import type { DestinationToken, OriginToken, Quote } from '#protocol/quotes/quote.ts'
import type { Asset } from '../../assetIndex.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { usdText } from '../../prices/usd.ts'
import type { Asking } from '../request/asking.ts'
import type { QuoteTerms } from './operations.ts'
import { type LegTerms, worthOf } from '../routing/terms.ts'

/** A quote's parts that both generations share, unsealed. */
export type QuoteBody = Omit<Quote, 'accounts' | 'tamperProofSignature'>

/** Writes a quote as it travels. Source: specification section 2.5; wire, "Quotes". */
export function writeQuote(
  terms: QuoteTerms,
  options: {
    asking: Asking
    book: PriceBook
    operations: readonly ChainOperation[]
    amount: bigint
    expiresAt: bigint
  },
): QuoteBody {
  const { asking, book, operations, amount, expiresAt } = options
  return {
    id: terms.id,
    originChainsOperations: [...operations],
    originToken: originToken(terms, { asking, book }),
    destinationToken: destinationToken(terms, { asking, book, amount }),
    ...(terms.createsRecipientAccount && { createsRecipientAccount: true as const }),
    expirationTimestamp: expiresAt.toString(),
    slippage: slippageOf(terms, { asking, book, amount }),
    fees: feesOf(terms.legs, book),
  }
}

function originToken(
  { legs }: QuoteTerms,
  { asking, book }: { asking: Asking; book: PriceBook },
): OriginToken {
  const drawn = sumByAsset(legs, ({ amount, fee }) => amount + fee)
  return {
    aggregatedAssetId: asking.from.aggregatedAssetId,
    amount: asking.from.amount.toString(),
    assetType: drawn.map(({ asset }) => asset.assetType),
    fiatValue: drawn.map(({ asset, units }) => ({
      assetType: asset.assetType,
      fiatValue: usdText(worthOf(units, { asset, book })),
      amount: units.toString(),
    })),
  }
}

function destinationToken(
  { plan, recipient, minimumAmount }: QuoteTerms,
  { asking, book, amount }: { asking: Asking; book: PriceBook; amount: bigint },
): DestinationToken {
  const asset = plan.destination
  const evm = EvmAddress.safeParse(recipient)
  return {
    aggregatedAssetId: asking.to.aggregatedAssetId,
    amount: amount.toString(),
    assetType: asset.assetType,
    fiatValue: usdText(worthOf(amount, { asset, book })),
    minimumAmount: minimumAmount.toString(),
    minimumFiatValue: usdText(worthOf(minimumAmount, { asset, book })),
    recipientAccount: `${asset.chainId}:${evm.success ? checksumAddress(evm.data) : recipient}`,
    symbol: asset.symbol,
    name: asset.name,
    decimals: asset.decimals,
  }
}

/** The origin amount is exact; only the delivery may slip. */
function slippageOf(
  { plan, minimumAmount }: QuoteTerms,
  { asking, book, amount }: { asking: Asking; book: PriceBook; amount: bigint },
) {
  const value = amount - minimumAmount
  return {
    origin: { percent: '0', usd: '0.00', value: '0' },
    destination: {
      percent: value === 0n ? '0' : formatAmount(asking.slippageBps, 2),
      usd: usdText(worthOf(value, { asset: plan.destination, book })),
      value: value.toString(),
    },
  }
}

function feesOf(legs: readonly LegTerms[], book: PriceBook) {
  const fees = sumByAsset(legs, ({ fee }) => fee)
  const usd = fees.reduce((sum, { asset, units }) => sum + worthOf(units, { asset, book }), 0n)
  return {
    assets: Object.fromEntries(
      fees.map(({ asset, units }): [AssetType, string] => [asset.assetType, units.toString()]),
    ),
    cumulativeUSD: usdText(usd),
  }
}

/** Sums over the legs of each asset, in the order in which assets first appear. */
function sumByAsset(
  legs: readonly LegTerms[],
  unitsOf: (leg: LegTerms) => bigint,
): readonly { asset: Asset; units: bigint }[] {
  const sums = new Map<AssetType, { asset: Asset; units: bigint }>()
  for (const leg of legs) {
    const { asset } = leg.draw
    const sum = sums.get(asset.assetType) ?? { asset, units: 0n }
    sums.set(asset.assetType, { asset, units: sum.units + unitsOf(leg) })
  }
  return [...sums.values()]
}

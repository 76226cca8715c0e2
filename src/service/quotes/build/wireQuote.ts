import { formatAmount } from '#protocol/ids/amount.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  checksumAddress,
  EvmAddress,
  isAssetType,
} from '#protocol/ids/caip.ts'
import type { ChainOperation } from '#protocol/orders/operation.ts'
import type { AppFeePart, DestinationToken, OriginToken, Quote } from '#protocol/quotes/quote.ts'
import type { Asset } from '../../assetIndex.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { formatUsd, formatUsdParts } from '../../prices/usd.ts'
import type { QuoteAsset, ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import type { QuoteTerms } from './buildOperations.ts'
import { type LegAmounts, getWorth } from '../routing/terms.ts'

/** The unsigned part of a quote that both generations share. */
export type QuoteBody = Omit<Quote, 'accounts' | 'tamperProofSignature'>

/** Converts a quote to its wire form. Source: specification section 2.5; wire, "Quotes". */
export function toWireQuote(
  terms: QuoteTerms,
  options: {
    resolved: ResolvedQuoteRequest
    book: PriceBook
    operations: readonly ChainOperation[]
    amount: bigint
    expiresAt: bigint
  },
): QuoteBody {
  const { resolved, book, operations, amount, expiresAt } = options
  return {
    id: terms.id,
    originChainsOperations: [...operations],
    ...toQuoteAmounts(terms, { resolved, book, amount }),
    ...(terms.createsRecipientAccount && { createsRecipientAccount: true as const }),
    expirationTimestamp: expiresAt.toString(),
  }
}

type PricedTerms = Pick<QuoteTerms, 'route' | 'legs' | 'recipient' | 'minimumAmount'>

/** Returns the parts of a quote that say what is paid, delivered and charged. */
export function toQuoteAmounts(
  terms: PricedTerms,
  { resolved, book, amount }: { resolved: ResolvedQuoteRequest; book: PriceBook; amount: bigint },
) {
  return {
    originToken: toOriginToken(terms, { resolved, book }),
    destinationToken: toDestinationToken(terms, { resolved, book, amount }),
    slippage: toSlippage(terms, { resolved, book, amount }),
    fees: toFees(terms.legs, book),
  }
}

function toOriginToken(
  { legs }: PricedTerms,
  { resolved, book }: { resolved: ResolvedQuoteRequest; book: PriceBook },
): OriginToken {
  const spent = sumByAsset(legs, ({ amount, fee }) => amount + fee)
  const worths = formatUsdParts(spent.map(({ asset, units }) => getWorth(units, { asset, book })))
  return {
    aggregatedAssetId: toAggregatedAssetId(resolved.input),
    amount: resolved.input.amount.toString(),
    assetType: spent.map(({ asset }) => asset.assetType),
    fiatValue: spent.map(({ asset, units }, index) => ({
      assetType: asset.assetType,
      fiatValue: worths[index] ?? '0.00',
      amount: units.toString(),
    })),
  }
}

function toDestinationToken(
  { route, recipient, minimumAmount }: PricedTerms,
  { resolved, book, amount }: { resolved: ResolvedQuoteRequest; book: PriceBook; amount: bigint },
): DestinationToken {
  const asset = route.destination
  return {
    aggregatedAssetId: toAggregatedAssetId(resolved.output),
    amount: amount.toString(),
    assetType: asset.assetType,
    fiatValue: formatUsd(getWorth(amount, { asset, book })),
    minimumAmount: minimumAmount.toString(),
    minimumFiatValue: formatUsd(getWorth(minimumAmount, { asset, book })),
    recipientAccount: toRecipientAccount(asset.chainId, recipient),
    symbol: asset.symbol,
    name: asset.name,
    decimals: asset.decimals,
  }
}

/** `<prefix>:single` where one asset was asked for. Source: specification section 1. */
function toAggregatedAssetId({ assetId, members: [member] }: QuoteAsset): string {
  if (!isAssetType(assetId)) return assetId
  return `${member?.aggregate.aggregatedAssetId.split(':')[0] ?? ''}:single`
}

/** The origin amount is exact; only the delivery can slip. */
function toSlippage(
  { route, minimumAmount }: PricedTerms,
  { resolved, book, amount }: { resolved: ResolvedQuoteRequest; book: PriceBook; amount: bigint },
) {
  const value = amount - minimumAmount
  return {
    origin: { percent: '0', usd: '0.00', value: '0' },
    destination: {
      percent: value === 0n ? '0' : formatAmount(resolved.slippageBps, 2),
      usd: formatUsd(getWorth(value, { asset: route.destination, book })),
      value: value.toString(),
    },
  }
}

function toFees(legs: readonly LegAmounts[], book: PriceBook) {
  const fees = sumByAsset(legs, ({ fee }) => fee)
  const app = toAppFees(legs)
  const usd = fees.reduce((sum, { asset, units }) => sum + getWorth(units, { asset, book }), 0n)
  return {
    assets: Object.fromEntries(
      fees.map(({ asset, units }): [AssetType, string] => [asset.assetType, units.toString()]),
    ),
    cumulativeUSD: formatUsd(usd),
    ...(app.length > 0 && { app }),
  }
}

/** The app's part of the fees by asset; all legs of an asset have one receiver. */
function toAppFees(legs: readonly LegAmounts[]): AppFeePart[] {
  const charging = legs.filter(({ appFee }) => appFee)
  return sumByAsset(charging, ({ appFee }) => appFee?.units ?? 0n).flatMap(({ asset, units }) => {
    const receiver = charging.find(({ allocation }) => allocation.asset === asset)?.appFee?.receiver
    if (receiver === undefined) return []
    const { assetType, chainId } = asset
    return [
      { assetType, amount: units.toString(), receiver: toRecipientAccount(chainId, receiver) },
    ]
  })
}

function toRecipientAccount(
  chainId: ChainId,
  address: AccountAddress,
): DestinationToken['recipientAccount'] {
  const evm = EvmAddress.safeParse(address)
  return `${chainId}:${evm.success ? checksumAddress(evm.data) : address}`
}

/** Sums the legs by asset, in order of first appearance. */
function sumByAsset(
  legs: readonly LegAmounts[],
  unitsOf: (leg: LegAmounts) => bigint,
): readonly { asset: Asset; units: bigint }[] {
  const sums = new Map<AssetType, { asset: Asset; units: bigint }>()
  for (const leg of legs) {
    const { asset } = leg.allocation
    const sum = sums.get(asset.assetType) ?? { asset, units: 0n }
    sums.set(asset.assetType, { asset, units: sum.units + unitsOf(leg) })
  }
  return [...sums.values()]
}

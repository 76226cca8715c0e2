import { rescale, toUnits } from '#protocol/ids/amount.ts'
import { type AssetType, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import type { ChainChoice, AssetChoice } from './assets/assetChoices.ts'

/** An amount with its decimals, ticker, value and chain. */
export type QuoteAmount = {
  units: bigint
  decimals: number
  symbol: string
  valueUsd: number
  chain: ChainIdentity
}

/** A quote, as its panel shows it. */
export type QuoteView = {
  /** Amount paid on each chain, fee included; largest first. */
  legs: readonly QuoteAmount[]
  /** Sum of all legs, in the largest number of decimals among them. */
  paid: { units: bigint; decimals: number; symbol: string }
  received: QuoteAmount
  minimum: QuoteAmount
  fees: readonly QuoteAmount[]
  paidUsd: number
  feesUsd: number
  /** Price of one whole received token in the paid asset, fees included. */
  rate: { amount: number; paidSymbol: string; receivedSymbol: string } | undefined
  recipientAccount: string
}

type DisplayData = {
  choices: readonly AssetChoice[]
  chains: ReadonlyMap<string, ChainIdentity>
}

/** Converts a quote for display; names and decimals come from the bundle, never from the quote. */
export function buildQuoteView(quote: Quote, known: DisplayData): QuoteView {
  const { originToken, destinationToken: token, fees } = quote
  const legs = originToken.fiatValue
    .map(({ assetType, amount, fiatValue }) =>
      toQuoteAmount(known, {
        assetType,
        units: toUnits(amount ?? '0'),
        valueUsd: Number(fiatValue),
      }),
    )
    .toSorted((a, b) => b.valueUsd - a.valueUsd)
  const received = toQuoteAmount(known, {
    assetType: token.assetType,
    units: toUnits(token.amount),
    valueUsd: Number(token.fiatValue),
  })
  const paidUsd = legs.reduce((sum, { valueUsd }) => sum + valueUsd, 0)
  const feeList = Object.entries(fees?.assets ?? {}).flatMap(([assetType, amount]) =>
    toFees(known, { assetType, amount, legs }),
  )
  return {
    legs,
    paid: sumLegs(legs),
    received,
    minimum: toQuoteAmount(known, {
      assetType: token.assetType,
      units: toUnits(token.minimumAmount),
      valueUsd: Number(token.minimumFiatValue),
    }),
    fees: feeList,
    paidUsd,
    feesUsd: Number(fees?.cumulativeUSD ?? 0),
    rate: getRate(legs, received),
    recipientAccount: token.recipientAccount,
  }
}

function toQuoteAmount(
  { choices, chains }: DisplayData,
  what: { assetType: AssetType; units: bigint; valueUsd: number },
): QuoteAmount {
  const member = findMember(choices, what.assetType)
  const { chainId } = splitAssetType(what.assetType)
  return {
    units: what.units,
    valueUsd: what.valueUsd,
    decimals: member?.decimals ?? 0,
    symbol: member?.symbol ?? 'units',
    chain: chains.get(chainId) ?? buildUnknownChain(chainId),
  }
}

function sumLegs(legs: readonly QuoteAmount[]): QuoteView['paid'] {
  const decimals = Math.max(0, ...legs.map((leg) => leg.decimals))
  const units = legs.reduce(
    (sum, leg) => sum + rescale(leg.units, { from: leg.decimals, to: decimals }),
    0n,
  )
  return { units, decimals, symbol: legs[0]?.symbol ?? 'units' }
}

function toFees(
  { choices, chains }: DisplayData,
  fee: { assetType: string; amount: string; legs: readonly QuoteAmount[] },
): QuoteAmount[] {
  const member = choices
    .flatMap(({ members }) => members)
    .find(({ assetId }) => assetId.toLowerCase() === fee.assetType.toLowerCase())
  if (!member) return []
  const paid = fee.legs.find(
    ({ chain, symbol }) => chain.chain === member.chainId && symbol === member.symbol,
  )
  const units = toUnits(fee.amount)
  const share = paid && paid.units > 0n ? Number(units) / Number(paid.units) : 0
  return [
    {
      units,
      decimals: member.decimals,
      symbol: member.symbol,
      valueUsd: (paid?.valueUsd ?? 0) * share,
      chain: chains.get(member.chainId) ?? buildUnknownChain(member.chainId),
    },
  ]
}

function findMember(
  choices: readonly AssetChoice[],
  assetType: AssetType,
): ChainChoice | undefined {
  return choices
    .flatMap(({ members }) => members)
    .find(({ assetId }) => isSameAsset(assetId, assetType))
}

function getRate(legs: readonly QuoteAmount[], received: QuoteAmount): QuoteView['rate'] {
  const [first] = legs
  if (!first || received.units === 0n) return undefined
  const paid = legs.reduce(
    (sum, { units, decimals }) => sum + rescale(units, { from: decimals, to: 18 }),
    0n,
  )
  const got = rescale(received.units, { from: received.decimals, to: 18 })
  return {
    amount: Number(paid) / Number(got),
    paidSymbol: first.symbol,
    receivedSymbol: received.symbol,
  }
}

import { rescale, toUnits } from '#protocol/ids/amount.ts'
import { type AssetType, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import { toUsd } from '#dashboard/components/amounts/worth.ts'
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
  /** The network file does not list the asset. */
  isUnlisted?: true
}

/** A fee; its worth is undefined where the quote has no price of its asset. */
export type QuoteFee = Omit<QuoteAmount, 'valueUsd'> & {
  kind: 'service' | 'app'
  valueUsd: number | undefined
}

/** A quote, as its panel shows it. */
export type QuoteView = {
  /** Amount paid on each chain, fee included; largest first. */
  legs: readonly QuoteAmount[]
  /** Sum of all legs, in the largest number of decimals among them. */
  paid: { units: bigint; decimals: number; symbol: string; isUnlisted?: true }
  received: QuoteAmount
  minimum: QuoteAmount
  fees: readonly QuoteFee[]
  paidUsd: number
  feesUsd: number
}

type DisplayData = {
  choices: readonly AssetChoice[]
  chains: ReadonlyMap<string, ChainIdentity>
}

/** What a quote and an indicative one have in common. */
type Quoted = Pick<Quote, 'originToken' | 'fees'> & {
  destinationToken: Omit<Quote['destinationToken'], 'recipientAccount'>
}

/** Converts a quote for display; names and decimals come from the bundle, never from the quote. */
export function buildQuoteView(quote: Quoted, known: DisplayData): QuoteView {
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
  const paid = sumLegs(legs, findAggregate(known.choices, originToken.assetType[0]))
  const paidUsd = legs.reduce((sum, { valueUsd }) => sum + valueUsd, 0)
  const feeList = Object.entries(fees?.assets ?? {}).flatMap(([assetType, amount]) => {
    const app = fees?.app?.find((one) => one.assetType === assetType)?.amount ?? '0'
    // A fee of what arrives is valued like what arrives.
    const valued = [...legs, received]
    return [
      ...toFees(known, {
        kind: 'service',
        assetType,
        units: toUnits(amount) - toUnits(app),
        valued,
      }),
      ...toFees(known, { kind: 'app', assetType, units: toUnits(app), valued }),
    ]
  })
  return {
    legs,
    paid,
    received,
    minimum: toQuoteAmount(known, {
      assetType: token.assetType,
      units: toUnits(token.minimumAmount),
      valueUsd: Number(token.minimumFiatValue),
    }),
    fees: feeList,
    paidUsd,
    feesUsd: Number(fees?.cumulativeUSD ?? 0),
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
    ...(member?.isUnlisted && { isUnlisted: true }),
  }
}

/** Legs of several like assets, such as Ether and wrapped Ether, are named by their group. */
function sumLegs(legs: readonly QuoteAmount[], group: AssetChoice | undefined): QuoteView['paid'] {
  const decimals = Math.max(0, ...legs.map((leg) => leg.decimals))
  const units = legs.reduce(
    (sum, leg) => sum + rescale(leg.units, { from: leg.decimals, to: decimals }),
    0n,
  )
  const [symbol = 'units', ...others] = new Set(legs.map((leg) => leg.symbol))
  return {
    units,
    decimals,
    symbol: others.length > 0 ? (group?.symbol ?? symbol) : symbol,
    ...(legs.some(({ isUnlisted }) => isUnlisted) && { isUnlisted: true }),
  }
}

function toFees(
  { choices, chains }: DisplayData,
  fee: Pick<QuoteFee, 'kind' | 'units'> & { assetType: string; valued: readonly QuoteAmount[] },
): QuoteFee[] {
  const member = choices
    .flatMap(({ members }) => members)
    .find(({ assetId }) => assetId.toLowerCase() === fee.assetType.toLowerCase())
  if (!member || fee.units <= 0n) return []
  const paid = fee.valued.find(
    ({ chain, symbol, isUnlisted }) =>
      !isUnlisted && chain.chain === member.chainId && symbol === member.symbol,
  )
  const { kind, units } = fee
  return [
    {
      kind,
      units,
      decimals: member.decimals,
      symbol: member.symbol,
      valueUsd: paid && toUsd({ units, decimals: member.decimals }, getPriceUsd(paid)),
      chain: chains.get(member.chainId) ?? buildUnknownChain(member.chainId),
    },
  ]
}

/** US dollars per whole token, as the quote values it; undefined where it does not. */
export function getPriceUsd({ units, decimals, valueUsd }: QuoteAmount): number | undefined {
  return units > 0n && valueUsd > 0 ? valueUsd / (Number(units) / 10 ** decimals) : undefined
}

function findMember(
  choices: readonly AssetChoice[],
  assetType: AssetType,
): ChainChoice | undefined {
  return choices
    .flatMap(({ members }) => members)
    .find(({ assetId }) => isSameAsset(assetId, assetType))
}

function findAggregate(
  choices: readonly AssetChoice[],
  assetType: AssetType | undefined,
): AssetChoice | undefined {
  const member = assetType && findMember(choices, assetType)
  return choices.find(({ assetId }) => assetId === member?.aggregatedAssetId)
}

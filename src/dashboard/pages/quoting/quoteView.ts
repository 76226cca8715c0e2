import { rescale, toUnits } from '#protocol/ids/amount.ts'
import { type AssetType, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import { describeFees, type Fee } from '../amounts/describeFees.ts'
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
export type QuoteFee = Omit<QuoteAmount, 'valueUsd'> & Pick<Fee, 'kind' | 'valueUsd'>

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
  /** Their share of what is paid; undefined where that has no value. */
  feeShare: number | undefined
  /** Whether the solver bears the risk of prices that move: unlike assets on different chains. */
  hasPriceRisk: boolean
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
  const { originToken, destinationToken: token } = quote
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
  const described = describeFees(quote)
  const group = findAggregate(known.choices, originToken.assetType[0])
  return {
    legs,
    paid: sumLegs(legs, group),
    received,
    minimum: toQuoteAmount(known, {
      assetType: token.assetType,
      units: toUnits(token.minimumAmount),
      valueUsd: Number(token.minimumFiatValue),
    }),
    fees: (described?.parts ?? []).map((fee) => ({
      ...toQuoteAmount(known, { ...fee, valueUsd: 0 }),
      kind: fee.kind,
      valueUsd: fee.valueUsd,
    })),
    paidUsd: legs.reduce((sum, { valueUsd }) => sum + valueUsd, 0),
    feesUsd: described?.totalUsd ?? 0,
    feeShare: described?.share,
    hasPriceRisk:
      group !== findAggregate(known.choices, token.assetType) &&
      legs.some(({ chain }) => chain.chain !== received.chain.chain),
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

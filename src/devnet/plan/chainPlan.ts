import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Currency } from '#protocol/service/rates.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { type PlannedContract, sortForPool, computePoolAddress } from './create2.ts'
import { firstPrices } from './prices.ts'

/** Tickers with a feed. */
export type PricedTicker = keyof typeof firstPrices

/** Tickers of tokens on local EVM chains. */
export type Ticker = Exclude<PricedTicker, 'sol'>

const pricedTickers = ['usdc', 'usdt', 'eth', 'btc', 'bnb', 'pol', 'sol'] as const

/** A token of one local chain with its price feed. */
export type ChainToken = {
  ticker: Ticker
  symbol: string
  address: EvmAddress
  decimals: number
  /** Whether it wraps the chain's coin one to one; other tokens are minted. */
  wrapsCoin: boolean
  feed: EvmAddress
  /** Its price at deployment, 8 decimals. */
  firstPrice: bigint
}

/** A pool of one local chain, tokens in the pool's order. */
export type ChainPool = { address: EvmAddress; tokens: readonly [ChainToken, ChainToken] }

/** A contract whose code is placed at an address used by another contract on the public chain. */
export type Placement = {
  /** The token's own name and symbol. */
  name: string
  symbol: string
  address: EvmAddress
  /** Creation bytecode with constructor arguments; the code it returns is placed. */
  initCode: Hex
}

/** A feed of one local chain with its initial answer. */
export type PlannedFeed = { ticker: PricedTicker; address: EvmAddress; firstPrice: bigint }

/** A feed of a currency with its initial answer. */
export type PlannedCurrencyFeed = Omit<PlannedFeed, 'ticker'> & { currency: Currency }

/** Everything on a local chain besides our own contracts. */
export type ChainPlan = {
  /** EIP-155 number. */
  number: number
  name: string
  /** Default port of its node. */
  port: number
  tokens: readonly ChainToken[]
  pools: readonly ChainPool[]
  /** Feeds with their initial answers, without duplicates. */
  feeds: readonly PlannedFeed[]
  /** The same prices by a second operator. */
  secondFeeds: readonly PlannedFeed[]
  /** Feeds of currencies. */
  currencyFeeds: readonly PlannedCurrencyFeed[]
  /** Uniswap v3 on this chain. */
  uniswap: Record<'poolFactory' | 'swapRouter' | 'quoter' | 'positionManager', PlannedContract>
  /** Placed before anything is created, in this order. */
  placements: readonly Placement[]
  /** Created by CREATE2, in this order. */
  creations: readonly PlannedContract[]
}

/** Input of {@link planChain}. */
export type ChainPlanInput = Pick<
  ChainPlan,
  'number' | 'name' | 'port' | 'uniswap' | 'placements' | 'creations' | 'currencyFeeds'
> & {
  tokens: readonly Omit<ChainToken, 'feed' | 'firstPrice'>[]
  /** Feeds among `creations` are deployed even if none of the chain's tokens uses them. */
  feeds: Feeds
  secondFeeds: Feeds
}

type Feeds = Readonly<Partial<Record<PricedTicker, PlannedContract>>>

/** Fee of every local pool in hundredths of a basis point: 0.05 %. */
export const poolFee = 500

/**
 * Plans one chain: its tokens with their feeds, and a pool of each with USDC.
 *
 * @throws Error when a token has no feed.
 */
export function planChain({ tokens, feeds, secondFeeds, ...rest }: ChainPlanInput): ChainPlan {
  const priced = tokens.map((token) => {
    const { ticker } = token
    const feed = feeds[ticker]
    if (!feed) throw new Error(`Nothing prices ${token.symbol} on ${rest.name}.`)
    return { ...token, feed: feed.address, firstPrice: firstPrices[ticker] }
  })
  return {
    ...rest,
    tokens: priced,
    pools: planPools(priced, rest.uniswap.poolFactory.address),
    feeds: toPlannedFeeds(feeds, rest),
    secondFeeds: toPlannedFeeds(secondFeeds, rest),
  }
}

function toPlannedFeeds(
  feeds: Feeds,
  { creations }: Pick<ChainPlanInput, 'creations'>,
): PlannedFeed[] {
  return pricedTickers.flatMap((ticker) => {
    const feed = feeds[ticker]
    const stands = feed !== undefined && creations.includes(feed)
    return stands ? [{ ticker, address: feed.address, firstPrice: firstPrices[ticker] }] : []
  })
}

/**
 * Returns the plan of the chain with this number.
 *
 * @throws Error when the network has no such chain.
 */
export function getChainPlan(
  { chains }: { chains: readonly ChainPlan[] },
  chainNumber: number,
): ChainPlan {
  const chain = chains.find(({ number }) => number === chainNumber)
  if (!chain) throw new Error(`${chainNumber} is not a chain of this network.`)
  return chain
}

/** The wrapped coin comes first, then the other tokens in order. */
function planPools(tokens: readonly ChainToken[], factory: EvmAddress): ChainPool[] {
  const usdc = tokens.find(({ ticker }) => ticker === 'usdc')
  if (!usdc) return []
  const others = tokens.filter((token) => token !== usdc)
  const wrapped = others.filter(({ wrapsCoin }) => wrapsCoin)
  return [...wrapped, ...others.filter(({ wrapsCoin }) => !wrapsCoin)].map((other) => {
    const [first] = sortForPool(usdc.address, other.address)
    return {
      address: computePoolAddress(factory, { tokens: [usdc.address, other.address], fee: poolFee }),
      tokens: first === usdc.address ? [usdc, other] : [other, usdc],
    }
  })
}

/** All feeds that the keeper of a local chain sets. */
export function getAllFeeds({ feeds, secondFeeds, currencyFeeds }: ChainPlan) {
  return [...feeds, ...secondFeeds, ...currencyFeeds]
}

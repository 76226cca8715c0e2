import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { PlannedContract } from './create2.ts'
import { sortForPool, computePoolAddress } from './computePoolAddress.ts'
import { firstPrices } from './prices.ts'

/** What feeds price: the ticker of an aggregate. */
export type PricedTicker = keyof typeof firstPrices

/** What a local EVM chain's tokens are like: the ticker of their aggregate. */
export type Ticker = Exclude<PricedTicker, 'sol'>

const pricedTickers = ['usdc', 'usdt', 'eth', 'btc', 'bnb', 'pol', 'sol'] as const

/** A token of one local chain with the feed that prices it. */
export type ChainToken = {
  ticker: Ticker
  symbol: string
  address: EvmAddress
  decimals: number
  /** It stands for the chain's coin, one for one, and is made by wrapping; others are minted. */
  wrapsCoin: boolean
  feed: EvmAddress
  /** Its price at deployment, 8 decimals. */
  firstPrice: bigint
}

/** A pool of one local chain, tokens in the pool's order. */
export type ChainPool = { address: EvmAddress; tokens: readonly [ChainToken, ChainToken] }

/** A contract whose code is put at an address that is another's on the public chain. */
export type Placement = {
  /** Name and ticker that the token says of itself. */
  name: string
  symbol: string
  address: EvmAddress
  /** Creation bytecode with constructor arguments; what it returns is put there. */
  initCode: Hex
}

/** A feed of one local chain with its first answer. */
export type PlannedFeed = { ticker: PricedTicker; address: EvmAddress; firstPrice: bigint }

/** Everything beside our own contracts that a local chain has. */
export type ChainPlan = {
  /** EIP-155 number. */
  number: number
  name: string
  /** Usual port of its node. */
  port: number
  tokens: readonly ChainToken[]
  pools: readonly ChainPool[]
  /** Feeds with their first answers, each once. */
  feeds: readonly PlannedFeed[]
  /** The same prices by a second operator. */
  secondFeeds: readonly PlannedFeed[]
  /** Uniswap v3 as it stands on this chain. */
  uniswap: Record<'poolFactory' | 'swapRouter' | 'quoter' | 'positionManager', PlannedContract>
  /** Put there before anything is created, in this order. */
  placements: readonly Placement[]
  /** Created by CREATE2, in this order. */
  creations: readonly PlannedContract[]
}

/** What {@link planChain} makes tokens and pools of. */
export type ChainParts = Pick<
  ChainPlan,
  'number' | 'name' | 'port' | 'uniswap' | 'placements' | 'creations'
> & {
  tokens: readonly Omit<ChainToken, 'feed' | 'firstPrice'>[]
  /** Those that are among `creations` stand on the chain, also when no token of it needs them. */
  feeds: Feeds
  secondFeeds: Feeds
}

type Feeds = Readonly<Partial<Record<PricedTicker, PlannedContract>>>

/** Fee of every local pool in hundredths of a basis point: 0.05 %. */
export const poolFee = 500

/**
 * The plan of one chain: its tokens with their feeds, and a pool of each of them with USDC.
 *
 * @throws Error when a token has no feed.
 */
export function planChain({ tokens, feeds, secondFeeds, ...rest }: ChainParts): ChainPlan {
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

function toPlannedFeeds(feeds: Feeds, { creations }: Pick<ChainParts, 'creations'>): PlannedFeed[] {
  return pricedTickers.flatMap((ticker) => {
    const feed = feeds[ticker]
    const stands = feed !== undefined && creations.includes(feed)
    return stands ? [{ ticker, address: feed.address, firstPrice: firstPrices[ticker] }] : []
  })
}

/**
 * The plan of the chain with this number.
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

/** The wrapped coin comes first; the order of the others is the tokens'. */
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

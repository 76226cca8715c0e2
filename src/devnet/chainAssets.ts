import { devnetChains } from '#networks/devnet.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import type { AssetsPlan } from './assetsPlan.ts'
import { poolFee } from './devnetPlan.ts'
import { inPoolOrder, poolAddress } from './poolAddress.ts'
import { firstPrices } from './prices.ts'

/** A token of one devnet chain with the feed that prices it. */
export type ChainToken = {
  symbol: 'USDC' | 'USDT' | 'WETH' | 'WBTC'
  address: EvmAddress
  decimals: number
  feed: EvmAddress
  /** Its price at deployment, 8 decimals. */
  firstPrice: bigint
}

/** A pool of one devnet chain, tokens in the pool's order. */
export type ChainPool = { address: EvmAddress; tokens: readonly [ChainToken, ChainToken] }

/** Tokens and pools of one devnet chain; which USDT it has depends on the chain. */
export type ChainAssets = {
  tokens: Record<'usdc' | 'usdt' | 'weth' | 'wbtc', ChainToken>
  pools: readonly ChainPool[]
  /** Feeds with their first answers, each once. */
  feeds: readonly { address: EvmAddress; firstPrice: bigint }[]
}

/**
 * Names the tokens, pools and feeds of one devnet chain.
 *
 * @throws Error when the number is not a devnet chain's.
 */
export function assetsOfChain(chainNumber: number, plan: AssetsPlan): ChainAssets {
  const chain = devnetChains.find(({ number }) => number === chainNumber)
  if (!chain) throw new Error(`${chainNumber} is not a chain of the devnet.`)
  const tokens: ChainAssets['tokens'] = {
    usdc: token(plan, {
      symbol: 'USDC',
      address: plan.usdc.address,
      decimals: 6,
      feed: 'usdcFeed',
    }),
    usdt: token(plan, {
      symbol: 'USDT',
      address: chain.usdt,
      decimals: chain.usdtDecimals,
      feed: 'usdtFeed',
    }),
    weth: token(plan, {
      symbol: 'WETH',
      address: plan.weth.address,
      decimals: 18,
      feed: 'ethFeed',
    }),
    wbtc: token(plan, { symbol: 'WBTC', address: plan.wbtc.address, decimals: 8, feed: 'btcFeed' }),
  }
  const { usdc, usdt, weth, wbtc } = tokens
  return {
    tokens,
    pools: [pool(plan, [usdc, weth]), pool(plan, [usdc, usdt]), pool(plan, [wbtc, usdc])],
    feeds: Object.values(tokens).map(({ feed, firstPrice }) => ({ address: feed, firstPrice })),
  }
}

function token(
  plan: AssetsPlan,
  kind: Pick<ChainToken, 'symbol' | 'address' | 'decimals'> & { feed: keyof typeof firstPrices },
): ChainToken {
  return { ...kind, feed: plan[kind.feed].address, firstPrice: firstPrices[kind.feed] }
}

function pool(plan: AssetsPlan, sides: [ChainToken, ChainToken]): ChainPool {
  const [a, b] = sides
  const [first] = inPoolOrder(a.address, b.address)
  return {
    address: poolAddress(plan.poolFactory.address, {
      tokens: [a.address, b.address],
      fee: poolFee,
    }),
    tokens: first === a.address ? [a, b] : [b, a],
  }
}

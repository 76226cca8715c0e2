import { encodeFunctionData, maxUint256 } from 'viem'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import { swapRouterAbi } from '#contracts/abi/swapRouter.ts'
import { uniswapV3PoolAbi } from '#contracts/abi/uniswapV3Pool.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { type ChainPool, type ChainToken, poolFee } from '../plan/chainPlan.ts'
import type { NodeClient } from '../node/nodeClient.ts'
import { computeSqrtPriceX96 } from '../plan/prices.ts'
import type { LabelledCall } from '../deploy/sendCalls.ts'

/** Square-root prices of a pool as in slot0: its own, and the feeds'. */
export type PoolPrice = { current: bigint; fair: bigint }

/** Reads a pool's price and its feeds'. */
export async function readPoolPrice(client: NodeClient, pool: ChainPool): Promise<PoolPrice> {
  const [token0, token1] = pool.tokens
  const [slot0, price0, price1] = await Promise.all([
    client.readContract({ address: pool.address, abi: uniswapV3PoolAbi, functionName: 'slot0' }),
    readPrice(client, token0),
    readPrice(client, token1),
  ])
  const fair = computeSqrtPriceX96(
    { price: price0, decimals: token0.decimals },
    { price: price1, decimals: token1.decimals },
  )
  return { current: slot0[0], fair }
}

/** Deviation of a pool's price from the feeds', basis points of the feeds'; never negative. */
export function computeDriftBps({ current, fair }: PoolPrice): bigint {
  const ratio = (current * current * 10_000n) / (fair * fair)
  return ratio > 10_000n ? ratio - 10_000n : 10_000n - ratio
}

/**
 * Builds the swap that moves a pool to a square-root price, as far as the trader's balance allows.
 *
 * @param client - Client of the node.
 * @param move.router - SwapRouter, approved for the trader's tokens.
 * @param move.to - The square-root price to stop at.
 * @returns Undefined when the pool has that price, or the trader holds none of the token to sell.
 */
export async function buildPoolMove(
  client: NodeClient,
  move: { pool: ChainPool; router: EvmAddress; trader: EvmAddress; to: bigint },
): Promise<LabelledCall[]> {
  const { pool, router, trader, to } = move
  const { current } = await readPoolPrice(client, pool)
  if (current === to) return []
  const [tokenIn, tokenOut] = current > to ? pool.tokens : pool.tokens.toReversed()
  if (!tokenIn || !tokenOut) return []
  const amountIn = await client.readContract({
    address: tokenIn.address,
    abi: devTokenAbi,
    functionName: 'balanceOf',
    args: [trader],
  })
  if (amountIn === 0n) return []
  const swap = {
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    fee: poolFee,
    recipient: trader,
    deadline: maxUint256,
    amountIn,
    amountOutMinimum: 0n,
    sqrtPriceLimitX96: to,
  }
  const data = encodeFunctionData({
    abi: swapRouterAbi,
    functionName: 'exactInputSingle',
    args: [swap],
  })
  const label = `move the pool ${pool.tokens[0].symbol}/${pool.tokens[1].symbol}`
  return [{ label, to: router, data, gas: 1_000_000n }]
}

async function readPrice(client: NodeClient, { feed }: ChainToken): Promise<bigint> {
  const [, answer] = await client.readContract({
    address: feed,
    abi: priceFeedAbi,
    functionName: 'latestRoundData',
  })
  return answer
}

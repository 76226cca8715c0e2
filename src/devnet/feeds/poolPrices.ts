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

/** Square-root prices of a pool, as slot0 keeps them: where it stands and what the feeds say. */
export type PoolPrice = { current: bigint; fair: bigint }

/** Reads where a pool stands and where its feeds would have it. */
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

/** How far a pool's price lies from the feeds', in basis points of the feeds'; never negative. */
export function computeDriftBps({ current, fair }: PoolPrice): bigint {
  const ratio = (current * current * 10_000n) / (fair * fair)
  return ratio > 10_000n ? ratio - 10_000n : 10_000n - ratio
}

/**
 * The swap that moves a pool to a square-root price, for as much as the trader holds.
 *
 * @param client - Client of the node.
 * @param move.router - SwapRouter, which may take the trader's tokens.
 * @param move.to - The square-root price to stop at.
 * @returns Nothing when the pool is there already or the trader holds none of the token to sell.
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

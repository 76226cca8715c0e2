import { encodeFunctionData, maxUint256, parseEther, parseUnits } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { nonfungiblePositionManagerAbi } from '#contracts/abi/nonfungiblePositionManager.ts'
import { uniswapV3PoolAbi } from '#contracts/abi/uniswapV3Pool.ts'
import { wrappedNativeAbi } from '#contracts/abi/wrappedNative.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import {
  type ChainPlan,
  type ChainPool,
  type ChainToken,
  poolFee,
  type Ticker,
} from '../plan/chainPlan.ts'
import { deployMissing } from './deployEstuary.ts'
import type { NodeClient } from '../node/nodeClient.ts'
import { placeContracts } from './placeContracts.ts'
import { computeSqrtPriceX96 } from '../plan/prices.ts'
import { type LabelledCall, mineCalls } from './sendCalls.ts'

/** Keys that deploy the devnet's assets or are funded by it. */
export type AssetActors = Record<'deployer' | 'solver' | 'keeper' | 'trickster', PrivateKeyAccount>

/** Value of each side of a pool, whole US dollars. */
const poolSideValueUsd = 60_000_000n

const others = {
  usdc: 30_000_000n,
  usdt: 30_000_000n,
  eth: 10_000n,
  btc: 500n,
  bnb: 50_000n,
  pol: 60_000_000n,
} as const satisfies Record<Ticker, bigint>

/**
 * Whole tokens that each holder gets once per chain. The solver lets the trickster key transfer its
 * share away and back, which is how a fault scenario empties an inventory.
 */
export const initialStock = {
  solver: {
    usdc: 10_000_000n,
    usdt: 10_000_000n,
    eth: 4_000n,
    btc: 150n,
    bnb: 16_000n,
    pol: 20_000_000n,
  },
  keeper: others,
  trickster: others,
} as const satisfies Record<string, Record<Ticker, bigint>>

/** Tick range over all prices, for pools with a tick spacing of 10. */
const fullRange = { tickLower: -887_270, tickUpper: 887_270 } as const

/**
 * Creates tokens, feeds and Uniswap on a local chain, fills the pools, and funds the solver, the
 * keeper and the fault scenarios' key. A second call does nothing.
 *
 * @throws Error that names the failed step.
 */
export async function deployAssets(
  client: NodeClient,
  { chain, actors, settler }: { chain: ChainPlan; actors: AssetActors; settler: EvmAddress },
): Promise<void> {
  const target = {
    client,
    send: (calls: readonly LabelledCall[]) => mineCalls(client, { from: actors.deployer, calls }),
  }
  await placeContracts(client, chain.placements)
  await deployMissing(target, chain.creations)
  if (await hasLiquidity(client, chain)) return
  const { deployer, solver, keeper, trickster } = actors
  const router = chain.uniswap.swapRouter.address
  const filling = buildFunding(chain, actors)
  const needed = filling.reduce((sum, { value = 0n }) => sum + value, parseEther('1000000'))
  await client.setBalance({ address: deployer.address, value: needed })
  await Promise.all([
    mineCalls(client, {
      from: solver,
      // The settler may take the inventory and no more: security rule 26.
      calls: [
        ...buildApprovals(chain, { spender: settler, maxTokens: initialStock.solver }),
        ...buildApprovals(chain, { spender: trickster.address }),
      ],
    }),
    mineCalls(client, { from: keeper, calls: buildApprovals(chain, { spender: router }) }),
    mineCalls(client, { from: trickster, calls: buildApprovals(chain, { spender: router }) }),
    mineCalls(client, { from: deployer, calls: filling }),
  ])
}

/** Whether the last pool that deployment fills has liquidity; everything else is then done too. */
async function hasLiquidity(client: NodeClient, { pools }: ChainPlan): Promise<boolean> {
  const address = pools.at(-1)?.address
  if (address === undefined || (await client.getCode({ address })) === undefined) return false
  const liquidity = await client.readContract({
    address,
    abi: uniswapV3PoolAbi,
    functionName: 'liquidity',
  })
  return liquidity > 0n
}

function buildFunding(chain: ChainPlan, actors: AssetActors): LabelledCall[] {
  const holders = [
    [actors.solver.address, initialStock.solver],
    [actors.keeper.address, initialStock.keeper],
    [actors.trickster.address, initialStock.trickster],
  ] as const
  const manager = chain.uniswap.positionManager.address
  return [
    ...holders.flatMap(([holder, amounts]) =>
      chain.tokens.flatMap((token) =>
        buildGrant(token, {
          to: holder,
          units: amounts[token.ticker] * 10n ** BigInt(token.decimals),
        }),
      ),
    ),
    ...buildApprovals(chain, { spender: manager }),
    ...chain.pools.flatMap((pool) =>
      buildPoolFill(pool, { manager, owner: actors.deployer.address }),
    ),
  ]
}

/** Mints a token to a holder; a wrapped coin is wrapped by the sender and transferred instead. */
function buildGrant(
  token: ChainToken,
  { to, units }: { to: EvmAddress; units: bigint },
): LabelledCall[] {
  const { symbol, address } = token
  const args = [to, units] as const
  if (!token.wrapsCoin) {
    const data = encodeFunctionData({ abi: devTokenAbi, functionName: 'mint', args })
    return [{ label: `mint ${symbol}`, to: address, data, gas: 120_000n }]
  }
  const data = encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args })
  return [buildWrap(token, units), { label: `pass ${symbol} on`, to: address, data, gas: 120_000n }]
}

function buildWrap(token: ChainToken, units: bigint): LabelledCall {
  const data = encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' })
  return {
    label: `wrap coins to ${token.symbol}`,
    to: token.address,
    data,
    value: units,
    gas: 120_000n,
  }
}

/** Approves a spender for the sender's tokens: all, or `maxTokens` of each in whole tokens. */
function buildApprovals(
  { tokens }: ChainPlan,
  { spender, maxTokens }: { spender: EvmAddress; maxTokens?: Readonly<Record<Ticker, bigint>> },
): LabelledCall[] {
  return tokens.map(({ symbol, address, ticker, decimals }) => {
    const units = maxTokens ? maxTokens[ticker] * 10n ** BigInt(decimals) : maxUint256
    const args = [spender, units] as const
    const data = encodeFunctionData({ abi: devTokenAbi, functionName: 'approve', args })
    return { label: `approve ${symbol}`, to: address, data, gas: 100_000n }
  })
}

/** Creates a pool at the feeds' price, with the same value on both sides. */
function buildPoolFill(
  { tokens }: ChainPool,
  { manager, owner }: { manager: EvmAddress; owner: EvmAddress },
): LabelledCall[] {
  const [token0, token1] = tokens
  const price = { price: token0.firstPrice, decimals: token0.decimals }
  const other = { price: token1.firstPrice, decimals: token1.decimals }
  const create = encodeFunctionData({
    abi: nonfungiblePositionManagerAbi,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0.address, token1.address, poolFee, computeSqrtPriceX96(price, other)],
  })
  const position = {
    ...fullRange,
    token0: token0.address,
    token1: token1.address,
    fee: poolFee,
    amount0Desired: getSideUnits(token0),
    amount1Desired: getSideUnits(token1),
    amount0Min: 0n,
    amount1Min: 0n,
    recipient: owner,
    deadline: maxUint256,
  }
  const mint = encodeFunctionData({
    abi: nonfungiblePositionManagerAbi,
    functionName: 'mint',
    args: [position],
  })
  const name = `${token0.symbol}/${token1.symbol}`
  return [
    ...tokens.flatMap((token) => buildStockSide(token, owner)),
    { label: `create the pool ${name}`, to: manager, data: create, gas: 6_500_000n },
    { label: `fill the pool ${name}`, to: manager, data: mint, gas: 1_000_000n },
  ]
}

function buildStockSide(token: ChainToken, owner: EvmAddress): LabelledCall[] {
  const units = getSideUnits(token)
  return token.wrapsCoin ? [buildWrap(token, units)] : buildGrant(token, { to: owner, units })
}

function getSideUnits({ decimals, firstPrice }: ChainToken): bigint {
  return (poolSideValueUsd * parseUnits('1', decimals + 8)) / firstPrice
}

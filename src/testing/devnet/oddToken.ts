import {
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  http,
  maxUint256,
  numberToHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { nonfungiblePositionManagerAbi } from '#contracts/abi/nonfungiblePositionManager.ts'
import { oddTokenAbi } from '#contracts/abi/oddToken.ts'
import { swapRouterAbi } from '#contracts/abi/swapRouter.ts'
import { uniswapV3FactoryAbi } from '#contracts/abi/uniswapV3Factory.ts'
import { uniswapV3PoolAbi } from '#contracts/abi/uniswapV3Pool.ts'
import { oddTokenBytecode } from '#contracts/bytecode/oddToken.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { computeSqrtPriceX96 } from '#devnet/plan/prices.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { checksumAddress, type EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { mine } from './settlement.ts'

/** Mints the token, owns its pool, and may switch its tricks on. */
export const oddIssuer = privateKeyToAccount(devnetKeys.deployer)

const { positionManager, poolFactory, swapRouter, usdc } = devnetAddresses

/** All tricks of a token that no list names; see OddToken.sol. */
export type OddTricks = {
  trap?: EvmAddress
  hooks?: boolean
  growth?: bigint
  flicker?: number
  bombBytes?: bigint
}

const nobody: EvmAddress = '0x0000000000000000000000000000000000000000'

/** The node that a token is deployed on. */
type OddChain = Pick<DevnetChain, 'client' | 'rpcUrl'>

/** Deploys a token that no list names. */
export async function deployOddToken(
  { client, rpcUrl }: OddChain,
  { symbol = 'ODD', name = 'Odd token', decimals = 18 } = {},
): Promise<EvmAddress> {
  const wallet = createWalletClient({ account: oddIssuer, transport: http(rpcUrl) })
  const args = [name, symbol, decimals, oddIssuer.address] as const
  const data = encodeDeployData({ abi: oddTokenAbi, bytecode: oddTokenBytecode, args })
  const hash = await wallet.sendTransaction({ chain: null, data })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('The token was not created.')
  return checksumAddress(contractAddress)
}

/** What a pool against USDC is made with. */
export type OddPool = {
  token: EvmAddress
  decimals?: number
  /** Whole US dollars on each side. */
  usd?: bigint
  /** US dollars of a whole token, 8 decimals. */
  price?: bigint
  fee?: number
  observations?: number
}

/** Creates and fills a pool of a token against USDC. @returns Its address. */
export async function createOddPool(chain: OddChain, pool: OddPool): Promise<EvmAddress> {
  const { token, decimals = 18, usd = 1_000_000n, price = 25_000_000n, fee = 3000 } = pool
  const sides = [
    { address: usdc, decimals: 6, price: 100_000_000n },
    { address: token, decimals, price },
  ].toSorted((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
  const [a, b] = sides
  if (!a || !b) throw new Error('A pool has two sides.')
  const sqrtPrice = computeSqrtPriceX96(a, b)
  const manager = { abi: nonfungiblePositionManagerAbi } as const
  await send(chain, positionManager, {
    ...manager,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [a.address, b.address, fee, sqrtPrice],
  })
  const address = checksumAddress(
    await chain.client.readContract({
      address: poolFactory,
      abi: uniswapV3FactoryAbi,
      functionName: 'getPool',
      args: [usdc, token, fee],
    }),
  )
  const { observations = 60 } = pool
  if (observations > 1)
    await send(chain, address, {
      abi: uniswapV3PoolAbi,
      functionName: 'increaseObservationCardinalityNext',
      args: [observations],
    })
  const [units0, units1] = [a, b].map(
    (side) => (usd * 10n ** BigInt(side.decimals + 8)) / side.price,
  )
  if (!units0 || !units1) return address
  // A pool observes once a second; filling it in a later one makes room for more observations.
  await chain.client.increaseTime({ seconds: 2 })
  await fillPool(chain, { sides: [a.address, b.address], units: [units0, units1], fee })
  return address
}

async function fillPool(
  chain: OddChain,
  {
    sides: [token0, token1],
    units: [amount0Desired, amount1Desired],
    fee,
  }: { sides: [EvmAddress, EvmAddress]; units: [bigint, bigint]; fee: number },
): Promise<void> {
  const spacing = { 100: 1, 500: 10, 3000: 60, 10_000: 200 }[fee] ?? 60
  const tick = Math.floor(887_272 / spacing) * spacing
  for (const [token, units] of [
    [token0, amount0Desired],
    [token1, amount1Desired],
  ] as const)
    await mintAndApprove(chain, { token, units, spender: positionManager })
  const position = {
    token0,
    token1,
    fee,
    tickLower: -tick,
    tickUpper: tick,
    amount0Desired,
    amount1Desired,
    amount0Min: 0n,
    amount1Min: 0n,
    recipient: oddIssuer.address,
    deadline: maxUint256,
  }
  await send(chain, positionManager, {
    abi: nonfungiblePositionManagerAbi,
    functionName: 'mint',
    args: [position],
  })
}

/** The array of a pool's observations begins here. Source: UniswapV3Pool.sol, its storage. */
const observationsSlot = 8n
const bits = { time: 32n, cumulative: 56n } as const

/**
 * Lets a pool have had its first price for that much longer, where the clock of the chain must stay:
 * as if the chain had been quiet before.
 *
 * @param pool - Created by {@link createOddPool}: its first observation is that of its creation.
 */
export async function agePool(
  { client }: OddChain,
  { pool, seconds }: { pool: EvmAddress; seconds: number },
): Promise<void> {
  const at = { address: pool, slot: numberToHex(observationsSlot, { size: 32 }) }
  const word = BigInt((await client.getStorageAt(at)) ?? '0x0')
  const [, tick] = await client.readContract({
    address: pool,
    abi: uniswapV3PoolAbi,
    functionName: 'slot0',
  })
  const time = BigInt.asUintN(Number(bits.time), word) - BigInt(seconds)
  const cumulative = BigInt.asIntN(Number(bits.cumulative), word >> bits.time)
  const moved = BigInt.asUintN(Number(bits.cumulative), cumulative - BigInt(tick) * BigInt(seconds))
  const kept = (word >> (bits.time + bits.cumulative)) << (bits.time + bits.cumulative)
  const value = numberToHex(kept | (moved << bits.time) | time, { size: 32 })
  await client.setStorageAt({ address: pool, index: at.slot, value })
}

/** Mints tokens to an address. */
export function mintOddToken(
  chain: OddChain,
  { token, to, units }: { token: EvmAddress; to: EvmAddress; units: bigint },
): Promise<void> {
  return send(chain, token, { abi: devTokenAbi, functionName: 'mint', args: [to, units] })
}

async function mintAndApprove(
  chain: OddChain,
  { token, units, spender }: { token: EvmAddress; units: bigint; spender: EvmAddress },
): Promise<void> {
  await mintOddToken(chain, { token, to: oddIssuer.address, units })
  await send(chain, token, { abi: devTokenAbi, functionName: 'approve', args: [spender, units] })
}

/** Switches tricks on; those not named go off. */
export function setTricks(
  chain: OddChain,
  token: EvmAddress,
  { trap = nobody, hooks = false, growth = 0n, flicker = 0, bombBytes = 0n }: OddTricks,
): Promise<void> {
  return send(chain, token, {
    abi: oddTokenAbi,
    functionName: 'setTricks',
    args: [trap, hooks, growth, flicker, bombBytes],
  })
}

/** Sets the token's fee of every transfer, basis points. */
export function setOddTax(chain: OddChain, token: EvmAddress, bps: bigint): Promise<void> {
  return send(chain, token, { abi: oddTokenAbi, functionName: 'setTax', args: [bps] })
}

/** Moves the price of a pool by buying the token for so many USDC, as anybody could. */
export async function pushPool(
  chain: OddChain,
  { token, units, fee = 3000 }: { token: EvmAddress; units: bigint; fee?: number },
): Promise<void> {
  await mintAndApprove(chain, { token: usdc, units, spender: swapRouter })
  await send(chain, swapRouter, {
    abi: swapRouterAbi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: usdc,
        tokenOut: token,
        fee,
        recipient: oddIssuer.address,
        deadline: maxUint256,
        amountIn: units,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: 0n,
      },
    ],
  })
}

async function send(
  chain: OddChain,
  to: EvmAddress,
  call: Parameters<typeof encodeFunctionData>[0],
): Promise<void> {
  const data: Hex = encodeFunctionData(call)
  await mine(chain, { from: oddIssuer, calls: [{ to, data, value: 0n }] })
}

import { encodeDeployData, zeroAddress } from 'viem'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { nonfungiblePositionManagerAbi } from '#contracts/abi/nonfungiblePositionManager.ts'
import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import { quoterV2Abi } from '#contracts/abi/quoterV2.ts'
import { swapRouterAbi } from '#contracts/abi/swapRouter.ts'
import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devTokenBytecode } from '#contracts/bytecode/devToken.ts'
import { priceFeedBytecode } from '#contracts/bytecode/priceFeed.ts'
import { vault4626Bytecode } from '#contracts/bytecode/vault4626.ts'
import { wrappedNativeBytecode } from '#contracts/bytecode/wrappedNative.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import { type Deployment, planDeployment } from './create2.ts'
import { readBytecode } from './readBytecode.ts'

/** Tokens, feeds and Uniswap of the devnet. */
export type AssetsPlan = ReturnType<typeof planAssets>

const core = '@uniswap/v3-core/artifacts/contracts'
const periphery = '@uniswap/v3-periphery/artifacts/contracts'

/** Digits after the point of every devnet price. */
export const feedDecimals = 8

/**
 * Works out the devnet's tokens, feeds and Uniswap contracts; the same on every chain (each chain
 * deploys one of the two USDTs).
 *
 * @param roles.minter - May mint tokens.
 * @param roles.keeper - Sets prices.
 */
export function planAssets(roles: { minter: EvmAddress; keeper: EvmAddress }) {
  const usdc = planToken(['USD Coin', 'USDC', 6], roles.minter)
  const weth = planDeployment('WETH', { initCode: wrappedNativeBytecode })
  return {
    usdc,
    usdt: planToken(['Tether USD', 'USDT', 6], roles.minter),
    usdt18: planToken(['Tether USD', 'USDT', 18], roles.minter),
    wbtc: planToken(['Wrapped Bitcoin', 'WBTC', 8], roles.minter),
    weth,
    usdcFeed: planFeed('USDC / USD', roles.keeper),
    usdtFeed: planFeed('USDT / USD', roles.keeper),
    ethFeed: planFeed('ETH / USD', roles.keeper),
    btcFeed: planFeed('BTC / USD', roles.keeper),
    vault: planDeployment('Vault4626', {
      initCode: encodeDeployData({
        abi: vault4626Abi,
        bytecode: vault4626Bytecode,
        args: [usdc.address, 'Vault USDC', 'vUSDC'],
      }),
    }),
    ...planUniswap(weth.address),
  } satisfies Record<string, Deployment>
}

function planToken(kind: [name: string, symbol: string, decimals: number], minter: EvmAddress) {
  const initCode = encodeDeployData({
    abi: devTokenAbi,
    bytecode: devTokenBytecode,
    args: [...kind, minter],
  })
  return planDeployment(kind[1], { initCode })
}

function planFeed(description: string, keeper: EvmAddress) {
  const initCode = encodeDeployData({
    abi: priceFeedAbi,
    bytecode: priceFeedBytecode,
    args: [feedDecimals, description, keeper],
  })
  return planDeployment(`feed ${description}`, { initCode })
}

/** Uniswap v3; the factory's owner is the deployment proxy, so that nobody can change its fees. */
function planUniswap(weth: EvmAddress) {
  const poolFactory = planDeployment('UniswapV3Factory', {
    initCode: readBytecode(`${core}/UniswapV3Factory.sol/UniswapV3Factory.json`),
  })
  const swapRouter = planDeployment('SwapRouter', {
    initCode: encodeDeployData({
      abi: swapRouterAbi,
      bytecode: readBytecode(`${periphery}/SwapRouter.sol/SwapRouter.json`),
      args: [poolFactory.address, weth],
    }),
  })
  const quoter = planDeployment('QuoterV2', {
    initCode: encodeDeployData({
      abi: quoterV2Abi,
      bytecode: readBytecode(`${periphery}/lens/QuoterV2.sol/QuoterV2.json`),
      args: [poolFactory.address, weth],
    }),
  })
  const positionManager = planDeployment('NonfungiblePositionManager', {
    initCode: encodeDeployData({
      abi: nonfungiblePositionManagerAbi,
      bytecode: readBytecode(
        `${periphery}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`,
      ),
      args: [poolFactory.address, weth, zeroAddress],
    }),
  })
  return { poolFactory, swapRouter, quoter, positionManager }
}

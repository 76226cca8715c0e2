import { encodeDeployData, namehash, zeroAddress, zeroHash } from 'viem'

import { devNamesAbi } from '#contracts/abi/devNames.ts'
import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { nonfungiblePositionManagerAbi } from '#contracts/abi/nonfungiblePositionManager.ts'
import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import { quoterV2Abi } from '#contracts/abi/quoterV2.ts'
import { swapRouterAbi } from '#contracts/abi/swapRouter.ts'
import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devNamesBytecode } from '#contracts/bytecode/devNames.ts'
import { devTokenBytecode } from '#contracts/bytecode/devToken.ts'
import { priceFeedBytecode } from '#contracts/bytecode/priceFeed.ts'
import { vault4626Bytecode } from '#contracts/bytecode/vault4626.ts'
import { wrappedNativeBytecode } from '#contracts/bytecode/wrappedNative.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { PricedTicker } from './chainPlan.ts'
import { type PlannedContract, planContract, readBytecode } from './create2.ts'
import { firstCurrencyPrices } from './prices.ts'

/** Tokens, feeds and Uniswap of the devnet. */
export type AssetsPlan = ReturnType<typeof planAssets>

const core = '@uniswap/v3-core/artifacts/contracts'
const periphery = '@uniswap/v3-periphery/artifacts/contracts'

/** Decimals of every devnet price. */
export const feedDecimals = 8

/** Names that can be paid on the devnet; the keys of these accounts are anvil's, and have no part in it. */
export const devnetNames: Readonly<Record<string, EvmAddress>> = {
  'ada.eth': '0x71bE63f3384f5fb98995898A86B02Fb2426c5788',
  'mira.eth': '0xFABB0ac9d68B0B445fB7357272Ff202C5651694a',
}

/**
 * Plans the devnet's tokens, feeds and Uniswap contracts, the same on every chain (each chain
 * deploys one of the two USDTs).
 *
 * @param roles.minter - May mint tokens, and set what names point to.
 * @param roles.keeper - Sets prices.
 */
export function planAssets(roles: { minter: EvmAddress; keeper: EvmAddress }) {
  const { minter, keeper } = roles
  const usdc = planToken({ name: 'USD Coin', symbol: 'USDC', decimals: 6 }, minter)
  const weth = planContract('WETH', { initCode: wrappedNativeBytecode })
  return {
    usdc,
    usdt: planToken({ name: 'Tether USD', symbol: 'USDT', decimals: 6 }, minter),
    usdt18: planToken({ name: 'Tether USD', symbol: 'USDT', decimals: 18 }, minter),
    wbtc: planToken({ name: 'Wrapped Bitcoin', symbol: 'WBTC', decimals: 8 }, minter),
    weth,
    usdcFeed: planFeed('USDC / USD', { keeper }),
    usdtFeed: planFeed('USDT / USD', { keeper }),
    ethFeed: planFeed('ETH / USD', { keeper }),
    btcFeed: planFeed('BTC / USD', { keeper }),
    solFeed: planFeed('SOL / USD', { keeper }),
    vault: planContract('Vault4626', {
      initCode: buildVaultCreation(usdc.address, { name: 'Vault USDC', symbol: 'vUSDC' }),
    }),
    names: planContract('DevNames', { initCode: buildNamesCreation(minter) }),
    ...planUniswap(weth.address),
  } satisfies Record<string, PlannedContract>
}

/** Name, symbol and decimals of a token. */
export type TokenKind = { name: string; symbol: string; decimals: number }

/** Creation bytecode of a token that the minter can mint. */
export function buildTokenCreation({ name, symbol, decimals }: TokenKind, minter: EvmAddress): Hex {
  return encodeDeployData({
    abi: devTokenAbi,
    bytecode: devTokenBytecode,
    args: [name, symbol, decimals, minter],
  })
}

/** Creation bytecode of an ERC-4626 vault for a token. */
export function buildVaultCreation(
  asset: EvmAddress,
  { name, symbol }: Pick<TokenKind, 'name' | 'symbol'>,
): Hex {
  return encodeDeployData({
    abi: vault4626Abi,
    bytecode: vault4626Bytecode,
    args: [asset, name, symbol],
  })
}

function buildNamesCreation(owner: EvmAddress): Hex {
  const nodes = Object.keys(devnetNames).map((name) => namehash(name))
  return encodeDeployData({
    abi: devNamesAbi,
    bytecode: devNamesBytecode,
    args: [owner, nodes, Object.values(devnetNames)],
  })
}

/** A feed that the keeper updates. */
export function planFeed(
  description: string,
  { keeper, salt = zeroHash }: { keeper: EvmAddress; salt?: Hex },
): PlannedContract {
  const initCode = encodeDeployData({
    abi: priceFeedAbi,
    bytecode: priceFeedBytecode,
    args: [feedDecimals, description, keeper],
  })
  return planContract(`feed ${description}`, { initCode, salt })
}

/**
 * Feeds of a second operator: the same prices, updated independently. On a local network the keeper
 * is both operators.
 */
export function planSecondFeeds(keeper: EvmAddress, salt: Hex = zeroHash) {
  return planFeeds((pair) => planFeed(`${pair}, second source`, { keeper, salt }))
}

/** Feeds of currencies with their initial answers. */
export function planCurrencyFeeds(keeper: EvmAddress, salt: Hex = zeroHash) {
  const planned = (['EUR', 'GBP', 'JPY'] as const).map((currency) => {
    const contract = planFeed(`${currency} / USD`, { keeper, salt })
    return { currency, contract, firstPrice: firstCurrencyPrices[currency] }
  })
  return {
    creations: planned.map(({ contract }) => contract),
    currencyFeeds: planned.map(({ contract: { address }, ...rest }) => ({ ...rest, address })),
  }
}

/** A feed per ticker. */
export function planFeeds(
  plan: (pair: string) => PlannedContract,
): Readonly<Record<PricedTicker, PlannedContract>> {
  return {
    usdc: plan('USDC / USD'),
    usdt: plan('USDT / USD'),
    eth: plan('ETH / USD'),
    btc: plan('BTC / USD'),
    bnb: plan('BNB / USD'),
    pol: plan('POL / USD'),
    sol: plan('SOL / USD'),
  }
}

/** Uniswap v3; the deployment proxy owns the factory, so nobody can change its fees. */
export function planUniswap(weth: EvmAddress, salt: Hex = zeroHash) {
  const poolFactory = planContract('UniswapV3Factory', {
    initCode: readBytecode(`${core}/UniswapV3Factory.sol/UniswapV3Factory.json`),
    salt,
  })
  const swapRouter = planContract('SwapRouter', {
    initCode: encodeDeployData({
      abi: swapRouterAbi,
      bytecode: readBytecode(`${periphery}/SwapRouter.sol/SwapRouter.json`),
      args: [poolFactory.address, weth],
    }),
    salt,
  })
  const quoter = planContract('QuoterV2', {
    initCode: encodeDeployData({
      abi: quoterV2Abi,
      bytecode: readBytecode(`${periphery}/lens/QuoterV2.sol/QuoterV2.json`),
      args: [poolFactory.address, weth],
    }),
    salt,
  })
  const positionManager = planContract('NonfungiblePositionManager', {
    initCode: encodeDeployData({
      abi: nonfungiblePositionManagerAbi,
      bytecode: readBytecode(
        `${periphery}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`,
      ),
      args: [poolFactory.address, weth, zeroAddress],
    }),
    salt,
  })
  return { poolFactory, swapRouter, quoter, positionManager }
}

function planToken(kind: TokenKind, minter: EvmAddress): PlannedContract {
  return planContract(kind.symbol, { initCode: buildTokenCreation(kind, minter) })
}

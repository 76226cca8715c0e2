import { privateKeyToAddress } from 'viem/accounts'

import { devnetChains } from '#networks/devnet/devnet.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { type AssetsPlan, planAssets, planCurrencyFeeds, planSecondFeeds } from './assetsPlan.ts'
import { type ChainPlan, planChain, poolFee } from './chainPlan.ts'
import { type PlannedContract, computePoolAddress } from './create2.ts'
import { planEstuary } from './estuaryPlan.ts'
import { devnetKeys } from './keys.ts'
import { type LocalPlan, signersDelaySeconds } from './localPlan.ts'

/** The devnet's plan: the same contracts at the same addresses on every chain. */
export type DevnetPlan = LocalPlan & { assets: AssetsPlan }

/** Tickers that the devnet's feeds price. */
const secondTickers = ['usdc', 'usdt', 'eth', 'btc', 'sol'] as const

let planned: DevnetPlan | undefined

/**
 * Plans everything deployed on devnet chains, our contracts first. Computed once: the result never
 * changes, and hashing all that code takes a tenth of a second.
 */
export function planDevnet(): DevnetPlan {
  planned ??= makePlan()
  return planned
}

function makePlan(): DevnetPlan {
  const owner = privateKeyToAddress(devnetKeys.deployer)
  const keeper = privateKeyToAddress(devnetKeys.keeper)
  const assets = planAssets({ minter: owner, keeper })
  const secondFeeds = planSecondFeeds(keeper)
  const currencies = planCurrencyFeeds(keeper)
  return {
    keys: devnetKeys,
    estuary: planEstuary({ owner, delaySeconds: signersDelaySeconds }),
    assets,
    chains: devnetChains.map((chain) =>
      planDevnetChain(chain, { assets, secondFeeds, currencies }),
    ),
  }
}

/** Every address of the plan by name, pools included. */
export function getAddresses({ estuary, assets }: DevnetPlan): Record<string, EvmAddress> {
  const planned = Object.entries({ ...estuary, ...assets })
  const { usdc, usdt, usdt18, wbtc, weth } = assets
  return {
    ...Object.fromEntries(planned.map(([name, { address }]) => [name, address])),
    usdcWethPool: computeDevnetPool(assets, [usdc, weth]),
    usdcUsdtPool: computeDevnetPool(assets, [usdc, usdt]),
    usdcUsdt18Pool: computeDevnetPool(assets, [usdc, usdt18]),
    wbtcUsdcPool: computeDevnetPool(assets, [wbtc, usdc]),
  }
}

/** Each chain creates one of the two USDTs. */
function planDevnetChain(
  chain: (typeof devnetChains)[number],
  {
    assets,
    secondFeeds,
    currencies,
  }: {
    assets: AssetsPlan
    secondFeeds: ReturnType<typeof planSecondFeeds>
    currencies: ReturnType<typeof planCurrencyFeeds>
  },
): ChainPlan {
  const { number, name, port, usdt, usdtDecimals } = chain
  const { usdc, weth, wbtc, usdcFeed, usdtFeed, ethFeed, btcFeed, solFeed } = assets
  const minted = { wrapsCoin: false } as const
  return planChain({
    number,
    name,
    port,
    tokens: [
      { ticker: 'usdc', symbol: 'USDC', decimals: 6, address: usdc.address, ...minted },
      { ticker: 'usdt', symbol: 'USDT', decimals: usdtDecimals, address: usdt, ...minted },
      { ticker: 'eth', symbol: 'WETH', decimals: 18, address: weth.address, wrapsCoin: true },
      { ticker: 'btc', symbol: 'WBTC', decimals: 8, address: wbtc.address, ...minted },
    ],
    feeds: { usdc: usdcFeed, usdt: usdtFeed, eth: ethFeed, btc: btcFeed, sol: solFeed },
    secondFeeds,
    currencyFeeds: currencies.currencyFeeds,
    uniswap: assets,
    placements: [],
    creations: [
      ...Object.values(assets).filter(
        (planned) => planned.name !== 'USDT' || planned.address === usdt,
      ),
      ...secondTickers.map((ticker) => secondFeeds[ticker]),
      ...currencies.creations,
    ],
  })
}

function computeDevnetPool(
  { poolFactory }: AssetsPlan,
  [a, b]: [PlannedContract, PlannedContract],
): EvmAddress {
  return computePoolAddress(poolFactory.address, { tokens: [a.address, b.address], fee: poolFee })
}

import { privateKeyToAddress } from 'viem/accounts'

import type { EvmAddress } from '#protocol/caip.ts'
import { type AssetsPlan, planAssets } from './assetsPlan.ts'
import type { Deployment } from './create2.ts'
import { planEstuary } from './estuaryPlan.ts'
import { devnetKeys } from './keys.ts'
import { poolAddress } from './poolAddress.ts'

/** Fee of every devnet pool in hundredths of a basis point: 0.05 %. */
export const poolFee = 500

/** Seconds between announcing and installing other keys on the devnet. */
const delaySeconds = 60n

/** Everything that is deployed on devnet chains, ours first. */
export function planDevnet() {
  const owner = privateKeyToAddress(devnetKeys.deployer)
  return {
    estuary: planEstuary({ owner, delaySeconds }),
    assets: planAssets({ minter: owner, keeper: privateKeyToAddress(devnetKeys.keeper) }),
  }
}

/** The plan of {@link planDevnet}. */
export type DevnetPlan = ReturnType<typeof planDevnet>

/** Every address of the plan by name, pools included. */
export function addressesOf({ estuary, assets }: DevnetPlan): Record<string, EvmAddress> {
  const planned = Object.entries({ ...estuary, ...assets })
  const { usdc, usdt, usdt18, wbtc, weth } = assets
  return {
    ...Object.fromEntries(planned.map(([name, { address }]) => [name, address])),
    usdcWethPool: poolOf(assets, [usdc, weth]),
    usdcUsdtPool: poolOf(assets, [usdc, usdt]),
    usdcUsdt18Pool: poolOf(assets, [usdc, usdt18]),
    wbtcUsdcPool: poolOf(assets, [wbtc, usdc]),
  }
}

function poolOf({ poolFactory }: AssetsPlan, [a, b]: [Deployment, Deployment]): EvmAddress {
  return poolAddress(poolFactory.address, { tokens: [a.address, b.address], fee: poolFee })
}

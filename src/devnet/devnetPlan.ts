import { privateKeyToAddress } from 'viem/accounts'

import type { EvmAddress } from '#protocol/caip.ts'
import { planAssets } from './assetsPlan.ts'
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
  const { usdc, usdt, usdt18, wbtc, weth, poolFactory } = assets
  const pool = (a: { address: EvmAddress }, b: { address: EvmAddress }) =>
    poolAddress(poolFactory.address, { tokens: [a.address, b.address], fee: poolFee })
  return {
    ...Object.fromEntries(planned.map(([name, { address }]) => [name, address])),
    usdcWethPool: pool(usdc, weth),
    usdcUsdtPool: pool(usdc, usdt),
    usdcUsdt18Pool: pool(usdc, usdt18),
    wbtcUsdcPool: pool(wbtc, usdc),
  }
}

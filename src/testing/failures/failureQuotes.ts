import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { FailureScene, Plot } from './failures.ts'
import type { TestOwner } from '#testing/harness/kinds.ts'

/** Gets what is spent. */
export const shop: EvmAddress = `0x${'e3'.repeat(20)}`

/** A quote, and whose. */
export type Made = Pick<Plot, 'owner' | 'quote'>

/** Five dollars of somebody new, from Firth to another chain. */
export async function crossing(
  scene: FailureScene,
  options: {
    owner?: TestOwner
    kind?: 'roleBased' | 'basic' | 'eip7702'
    to?: AssetType
    recipient?: EvmAddress
    form?: 'approve' | 'hash'
  },
): Promise<Made> {
  const { kind = 'roleBased', to = scene.asset('Lagoon', 'USDC'), ...terms } = options
  const from = scene.asset('Firth', 'USDC')
  const owner = options.owner ?? (await scene.owner(kind, [[from, 20_000_000n]]))
  return { owner, quote: await scene.swap(owner, { ...terms, from, amount: '5000000', to }) }
}

/** Three dollars of somebody new, swapped for Ether on Lagoon alone. */
export async function swapOnLagoon(scene: FailureScene): Promise<Made> {
  const from = scene.asset('Lagoon', 'USDC')
  const owner = await scene.owner('roleBased', [[from, 20_000_000n]])
  const to = scene.asset('Lagoon', 'WETH')
  return { owner, quote: await scene.swap(owner, { from, amount: '3000000', to }) }
}

/** The contract of a token; zero for coins. */
export function addressOf(assetType: AssetType): EvmAddress {
  return assetType.includes('/slip44:')
    ? nativeToken
    : EvmAddress.parse(splitAssetType(assetType).reference)
}

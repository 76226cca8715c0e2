import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { FailureHarness, FaultCase } from './failures.ts'
import type { TestOwner } from '#testing/harness/kinds.ts'

/** Recipient of what owners spend elsewhere. */
export const shop: EvmAddress = `0x${'e3'.repeat(20)}`

/** A quote and its owner. */
export type Made = Pick<FaultCase, 'owner' | 'quote'>

/** Quotes five dollars of a new owner, from Firth to another chain. */
export async function quoteCrossing(
  harness: FailureHarness,
  options: {
    owner?: TestOwner
    kind?: 'roleBased' | 'basic' | 'eip7702'
    to?: AssetType
    recipient?: EvmAddress
    form?: 'approve' | 'hash'
  },
): Promise<Made> {
  const { kind = 'roleBased', to = harness.asset('Lagoon', 'USDC'), ...terms } = options
  const from = harness.asset('Firth', 'USDC')
  const owner = options.owner ?? (await harness.owner(kind, [[from, 20_000_000n]]))
  return { owner, quote: await harness.swap(owner, { ...terms, from, amount: '5000000', to }) }
}

/** Quotes three dollars of a new owner, swapped for Ether on Lagoon. */
export async function swapOnLagoon(harness: FailureHarness): Promise<Made> {
  const from = harness.asset('Lagoon', 'USDC')
  const owner = await harness.owner('roleBased', [[from, 20_000_000n]])
  const to = harness.asset('Lagoon', 'WETH')
  return { owner, quote: await harness.swap(owner, { from, amount: '3000000', to }) }
}

/** The contract of a token; the zero address for native coins. */
export function getAddress(assetType: AssetType): EvmAddress {
  return assetType.includes('/slip44:')
    ? nativeToken
    : EvmAddress.parse(splitAssetType(assetType).reference)
}

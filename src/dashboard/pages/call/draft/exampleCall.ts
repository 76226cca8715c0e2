import type { EvmNetworkChain } from '#networks/network.ts'
import { type CallDraft, type CallSearch } from './callSearch.ts'
import type { TargetAsset } from './requirements.ts'

/**
 * Returns an example form: 100 USDC into the chain's known vault, its shares to the user's account.
 *
 * @returns Undefined if the chain has no such vault.
 */
export function buildExampleCall(
  search: CallSearch,
  of: { chain: EvmNetworkChain; assets: readonly TargetAsset[]; account: string | undefined },
): CallSearch | undefined {
  const usdc = of.assets.find(({ symbol }) => symbol === 'USDC')
  const { vault, chainId } = of.chain
  if (!usdc || vault === undefined) return undefined
  const deposit: CallDraft = {
    to: vault,
    abi: 'erc4626',
    fn: 'deposit(uint256,address)',
    args: [`100e${usdc.decimals}`, of.account ?? ''],
    data: undefined,
    value: '',
  }
  return {
    ...search,
    chain: chainId,
    calls: [deposit],
    open: 0,
    tokens: undefined,
    allowances: undefined,
  }
}

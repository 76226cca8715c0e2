import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { readWalletFunds } from '#chains/evm/assets/readFunds.ts'
import { getEvmChains } from '#networks/getChain.ts'
import type { EvmNetworkChain, Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AssetType, ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { getEvmClient } from '../chains/getEvmClient.ts'
import { useRpcUrls } from '../chains/chainUrls.ts'
import { getAssetTypes } from './onChainBalances.ts'

/** What a key itself holds on one chain. */
export type ChainFunds = {
  /** Smallest units, by pinned asset; a token that did not answer is left out. */
  units: ReadonlyMap<AssetType, bigint>
  /** The most that a unit of gas is expected to cost, wei. */
  gasPriceWei: bigint
}

/** What a key itself holds; `silent` where a chain did not answer. */
export type WalletFundsByChain = ReadonlyMap<ChainId, ChainFunds | 'silent'>

/**
 * Query of what a key itself holds on every EVM chain, read from the chains alone. Its key starts
 * like that of the balances, so that both are read again together.
 */
export function walletFundsOptions(
  network: Network,
  of: { owner: EvmAddress | undefined; rpcUrls: ReadonlyMap<ChainId, string> | undefined },
) {
  const { owner, rpcUrls } = of
  return queryOptions({
    queryKey: ['balances', 'wallet', network.name, owner && toAddressKey(owner)],
    queryFn: owner && rpcUrls ? () => readFunds(network, { owner, rpcUrls }) : skipToken,
    refetchInterval: 10_000,
    staleTime: 5_000,
    retry: false,
  })
}

/** What a key itself holds; idle without one. See {@link walletFundsOptions}. */
export function useWalletFunds(network: Network, owner: EvmAddress | undefined) {
  return useQuery(walletFundsOptions(network, { owner, rpcUrls: useRpcUrls(network) }))
}

type FundsReader = { owner: EvmAddress; rpcUrls: ReadonlyMap<ChainId, string> }

async function readFunds(network: Network, reader: FundsReader): Promise<WalletFundsByChain> {
  const read = await Promise.all(
    getEvmChains(network).map(async (chain) => {
      const funds = await readOn(chain, { ...reader, network }).catch(() => 'silent' as const)
      return [chain.chainId, funds] as const
    }),
  )
  return new Map(read)
}

async function readOn(
  chain: EvmNetworkChain,
  { owner, rpcUrls, network }: FundsReader & { network: Network },
): Promise<ChainFunds> {
  const assetTypes = getAssetTypes(chain, network)
  const { balances, gasPriceWei } = await readWalletFunds(getEvmClient(chain, rpcUrls), {
    account: owner,
    assetTypes,
  })
  const units = assetTypes.flatMap((assetType, index): [AssetType, bigint][] => {
    const held = balances[index]
    return held === undefined ? [] : [[assetType, held]]
  })
  return { units: new Map(units), gasPriceWei }
}

import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { readBalances } from '#chains/evm/assets/readBalances.ts'
import { findEvmChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  EvmAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { getEvmClient } from '../chains/getEvmClient.ts'
import { useRpcUrls } from '../chains/chainUrls.ts'
import type { OnChainBalances } from './onChainBalances.ts'

type AddressedAccount = readonly { accountAddress: AccountAddress }[]

/** Query of what accounts hold of tokens that no list names, read from the chains alone. */
export function unlistedBalancesOptions(
  network: Network,
  of: {
    accounts: AddressedAccount
    assetTypes: readonly AssetType[]
    rpcUrls: ReadonlyMap<ChainId, string> | undefined
  },
) {
  const { assetTypes, rpcUrls } = of
  const accounts = of.accounts.flatMap(
    ({ accountAddress }) => EvmAddress.safeParse(accountAddress).data ?? [],
  )
  return queryOptions({
    queryKey: ['balances', 'unlisted', network.name, accounts, assetTypes],
    queryFn:
      rpcUrls && accounts.length > 0 && assetTypes.length > 0
        ? () => readUnits(network, { accounts, assetTypes, rpcUrls })
        : skipToken,
    refetchInterval: 10_000,
    retry: false,
  })
}

const nothingRead: OnChainBalances['units'] = new Map()

/** What accounts hold of tokens that no list names; those of a silent chain are absent. */
export function useUnlistedUnits(
  accounts: AddressedAccount,
  network: Network,
  assetTypes: readonly AssetType[],
): OnChainBalances['units'] {
  const rpcUrls = useRpcUrls(network, { isNeeded: assetTypes.length > 0 })
  const options = unlistedBalancesOptions(network, { accounts, assetTypes, rpcUrls })
  return useQuery(options).data ?? nothingRead
}

async function readUnits(
  network: Network,
  of: {
    accounts: readonly EvmAddress[]
    assetTypes: readonly AssetType[]
    rpcUrls: ReadonlyMap<ChainId, string>
  },
): Promise<OnChainBalances['units']> {
  const { accounts, assetTypes, rpcUrls } = of
  const chainIds = [...new Set(assetTypes.map((one) => splitAssetType(one).chainId))]
  const own = await Promise.all(
    accounts.map(async (account) => {
      const read = await Promise.all(
        chainIds.map((chainId) => {
          const here = assetTypes.filter((one) => splitAssetType(one).chainId === chainId)
          return readOn({ network, chainId, rpcUrls }, { account, assetTypes: here }).catch(
            () => [],
          )
        }),
      )
      return [toAddressKey(account), new Map(read.flat())] as const
    }),
  )
  return new Map(own)
}

async function readOn(
  at: { network: Network; chainId: ChainId; rpcUrls: ReadonlyMap<ChainId, string> },
  asked: { account: EvmAddress; assetTypes: readonly AssetType[] },
): Promise<(readonly [AssetType, bigint])[]> {
  const chain = findEvmChain(at.network, at.chainId)
  if (!chain) return []
  const { balances } = await readBalances(getEvmClient(chain, at.rpcUrls), asked)
  return asked.assetTypes.flatMap((assetType, index) => {
    const units = balances[index]
    return units === undefined ? [] : [[assetType, units] as const]
  })
}

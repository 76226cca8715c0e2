import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { readVault } from '#chains/evm/assets/readVault.ts'
import { getEvmChains } from '#networks/getChain.ts'
import type { Member, Network } from '#networks/network.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  EvmAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useFeedPrices } from './feedPrices.ts'
import { useRpcUrls } from './rpcUrls.ts'

/** Value of the accounts' shares in a chain's vault, in the vault's underlying asset. */
export type VaultBalance = {
  assetType: AssetType
  units: bigint
  /** US dollars; undefined without a fresh price. */
  valueUsd: number | undefined
}

type AddressedAccount = readonly { accountAddress: AccountAddress }[]

/**
 * Query of the value of the accounts' shares in the network's vaults, read from the vaults; chains
 * that do not answer are left out.
 */
export function vaultsOptions(
  network: Network,
  of: { accounts: AddressedAccount; rpcUrls: ReadonlyMap<ChainId, string> | undefined },
) {
  const { rpcUrls } = of
  const accounts = of.accounts.flatMap(({ accountAddress }) => {
    const evm = EvmAddress.safeParse(accountAddress)
    return evm.success ? [evm.data] : []
  })
  return queryOptions({
    queryKey: ['balances', 'vaults', network.name, accounts],
    queryFn: rpcUrls ? () => readVaults(network, { accounts, rpcUrls }) : skipToken,
    refetchInterval: 10_000,
    retry: false,
  })
}

/** The accounts' balances in vaults; see {@link vaultsOptions}. */
export function useVaults(accounts: AddressedAccount, network: Network): readonly VaultBalance[] {
  const rpcUrls = useRpcUrls(network)
  const prices = useFeedPrices(network).data
  const read = useQuery(vaultsOptions(network, { accounts, rpcUrls })).data ?? []
  return read.map(({ member: { assetType, decimals }, units }) => {
    const price = prices?.get(assetType)
    const whole = Number(units) / 10 ** decimals
    return { assetType, units, valueUsd: price === undefined ? undefined : whole * price }
  })
}

async function readVaults(
  network: Network,
  { accounts, rpcUrls }: { accounts: readonly EvmAddress[]; rpcUrls: ReadonlyMap<ChainId, string> },
): Promise<readonly { member: Member; units: bigint }[]> {
  const read = await Promise.allSettled(
    getEvmChains(network).map(async (chain) => {
      const member = findUsdc(network, chain.chainId)
      if (chain.vault === undefined || !member) return []
      const units = await readVault(getEvmClient(chain, rpcUrls), { vault: chain.vault, accounts })
      return units === 0n ? [] : [{ member, units }]
    }),
  )
  return read.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** The chain's USDC, which is the underlying asset of its vault. */
function findUsdc({ aggregates }: Network, chainId: ChainId): Member | undefined {
  return aggregates
    .flatMap(({ members }) => members)
    .find(
      ({ symbol, assetType }) => symbol === 'USDC' && splitAssetType(assetType).chainId === chainId,
    )
}

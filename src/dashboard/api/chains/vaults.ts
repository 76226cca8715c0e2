import { queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query'

import { readVault, type VaultPosition } from '#chains/evm/assets/readVault.ts'
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
import { useRpcUrls } from './chainUrls.ts'

/** Value of the accounts' shares in a chain's vault, in the vault's underlying asset. */
export type VaultBalance = {
  assetType: AssetType
  units: bigint
  /** US dollars; undefined without a fresh price. */
  valueUsd: number | undefined
  vault: EvmAddress
  /** Of each account, in smallest units. */
  shares: readonly { account: EvmAddress; units: bigint }[]
  shareDecimals: number
}

/** What the accounts have in vaults, and the chains on which that is unknown. */
export type VaultBalances = {
  held: readonly VaultBalance[]
  silentOn: readonly ChainId[]
  /** Nothing is known of any vault yet. */
  isPending: boolean
}

type AddressedAccount = readonly { accountAddress: AccountAddress }[]

/** Query of the value of the accounts' shares in the network's vaults, read from the vaults. */
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
export function useVaults(accounts: AddressedAccount, network: Network): VaultBalances {
  const rpcUrls = useRpcUrls(network)
  const prices = useFeedPrices(network).data
  const answer = useQuery(vaultsOptions(network, { accounts, rpcUrls })).data
  return toBalances(answer, { network, prices })
}

/** {@link useVaults} of each address alone. */
export function useVaultsByAccount(
  addresses: readonly AccountAddress[],
  network: Network,
): (address: AccountAddress) => VaultBalances {
  const rpcUrls = useRpcUrls(network)
  const prices = useFeedPrices(network).data
  const queries = addresses.map((accountAddress) =>
    vaultsOptions(network, { accounts: [{ accountAddress }], rpcUrls }),
  )
  const answers = useQueries({ queries })
  return (address) => toBalances(answers[addresses.indexOf(address)]?.data, { network, prices })
}

function toBalances(
  answer: Awaited<ReturnType<typeof readVaults>> | undefined,
  of: { network: Network; prices: ReadonlyMap<string, number> | undefined },
): VaultBalances {
  const { network, prices } = of
  const all = getEvmChains(network).filter(({ vault }) => vault !== undefined)
  const { read, silentOn } = answer ?? { read: [], silentOn: all.map(({ chainId }) => chainId) }
  const held = read.map(({ member: { assetType, decimals }, ...position }) => {
    const price = prices?.get(assetType)
    const whole = Number(position.units) / 10 ** decimals
    return { ...position, assetType, valueUsd: price === undefined ? undefined : whole * price }
  })
  return { held, silentOn, isPending: answer === undefined }
}

type ReadPosition = Omit<VaultBalance, 'assetType' | 'valueUsd'> & { member: Member }

async function readVaults(
  network: Network,
  { accounts, rpcUrls }: { accounts: readonly EvmAddress[]; rpcUrls: ReadonlyMap<ChainId, string> },
): Promise<{ read: readonly ReadPosition[]; silentOn: readonly ChainId[] }> {
  const vaults = getEvmChains(network).flatMap((chain) => {
    const member = findUsdc(network, chain.chainId)
    const { vault } = chain
    return vault === undefined || !member ? [] : [{ chain, vault, member }]
  })
  const answers = await Promise.all(
    vaults.map(async ({ chain, vault, member }) => {
      const client = getEvmClient(chain, rpcUrls)
      const position = await readVault(client, { vault, accounts }).catch(() => undefined)
      return { chain, vault, member, position }
    }),
  )
  return {
    read: answers.flatMap(({ vault, member, position }) =>
      position === undefined || position.units === 0n
        ? []
        : [{ ...position, vault, member, shares: nameShares(accounts, position) }],
    ),
    silentOn: answers.flatMap(({ chain, position }) => (position ? [] : [chain.chainId])),
  }
}

function nameShares(accounts: readonly EvmAddress[], { shares }: VaultPosition) {
  return accounts.map((account, at) => ({ account, units: shares[at] ?? 0n }))
}

/** The chain's USDC, which is the underlying asset of its vault. */
function findUsdc({ aggregates }: Network, chainId: ChainId): Member | undefined {
  return aggregates
    .flatMap(({ members }) => members)
    .find(
      ({ symbol, assetType }) => symbol === 'USDC' && splitAssetType(assetType).chainId === chainId,
    )
}

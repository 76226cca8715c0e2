import { queryOptions, skipToken } from '@tanstack/react-query'

import type { EvmClient } from '#chains/evm/rpc/client.ts'
import { readBalances } from '#chains/evm/assets/readBalances.ts'
import type { Network, NetworkChain } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  EvmAddress,
  isAddressOn,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { getEvmClient } from '../chains/getEvmClient.ts'
import type { AccountBalances } from './reportedBalances.ts'
import type { readSolanaHoldings } from '../chains/solanaHoldings.ts'

/** An account's balances of pinned assets in smallest units, on the chains that answered. */
export type OnChainUnits = ReadonlyMap<AssetType, bigint>

/** Balances of accounts as the chains report them. */
export type OnChainBalances = {
  /** By {@link toAddressKey} of the account. */
  units: ReadonlyMap<string, OnChainUnits>
}

/** The balances on each chain, or `silent` where it did not answer. */
export type OnChainBalancesByChain = ReadonlyMap<ChainId, OnChainBalances | 'silent'>

/** The balances on all chains. */
export type MergedOnChainBalances = OnChainBalances & {
  /** Chains that did not answer this browser; balances there are reported by the service alone. */
  unresponsiveChains: readonly ChainId[]
}

/** Readings younger than this are reused. */
const staleTimeMs = 5_000
const refetchIntervalMs = 10_000

type ChainEndpoint = {
  network: Network
  chain: NetworkChain
  rpcUrls: ReadonlyMap<ChainId, string>
}

/**
 * Query of the accounts' balances on the chains. Each chain is added as soon as it answers, so that a dead one
 * delays no other.
 */
export function onChainBalancesOptions(options: {
  network: Network
  rpcUrls: ChainEndpoint['rpcUrls'] | undefined
  accounts: readonly { accountAddress: AccountAddress }[]
}) {
  const { network, rpcUrls } = options
  const accounts = options.accounts.map(({ accountAddress }) => accountAddress)
  const queryKey = ['balances', 'held', network.name, accounts.map((one) => toAddressKey(one))]
  return queryOptions({
    queryKey,
    queryFn:
      rpcUrls && accounts.length > 0
        ? async ({ client }) => {
            let held: OnChainBalancesByChain = client.getQueryData(queryKey) ?? new Map()
            const run = (runs += 1)
            await Promise.all(
              network.chains.map(async (chain) => {
                const place = { network, chain, rpcUrls }
                const read = await readOnce(accounts, place).catch(
                  // The service's report is shown until the chain answers again.
                  () => 'silent' as const,
                )
                held = client.getQueryData(queryKey) ?? held
                held = addReading(held, { chainId: chain.chainId, read, run })
                client.setQueryData(queryKey, held)
              }),
            )
            return held
          }
        : skipToken,
    refetchInterval: refetchIntervalMs,
    staleTime: staleTimeMs,
    retry: false,
  })
}

let runs = 0
/** The run of the query that made a reading: runs overlap where a balance is known to have changed. */
const runOf = new WeakMap<OnChainBalances, number>()

/** Adds a reading, unless one of a run that began later stands already, whenever it was answered. */
export function addReading(
  held: OnChainBalancesByChain,
  { chainId, read, run }: { chainId: ChainId; read: OnChainBalances | 'silent'; run: number },
): OnChainBalancesByChain {
  const now = held.get(chainId)
  if (now && now !== 'silent' && (runOf.get(now) ?? 0) > run) return held
  if (read !== 'silent') runOf.set(read, run)
  return new Map([...held, [chainId, read]])
}

/** Merges the chains' balances. */
export function mergeOnChainBalances(chains: OnChainBalancesByChain): MergedOnChainBalances {
  const read = [...chains.values()].filter((one) => one !== 'silent')
  const units = new Map<string, OnChainUnits>()
  for (const [account, more] of read.flatMap((one) => [...one.units]))
    units.set(account, new Map([...(units.get(account) ?? []), ...more]))
  return {
    units,
    unresponsiveChains: [...chains].flatMap(([chainId, one]) =>
      one === 'silent' ? [chainId] : [],
    ),
  }
}

async function readOnce(
  accounts: readonly AccountAddress[],
  place: ChainEndpoint,
): Promise<OnChainBalances> {
  const units = await Promise.all(
    accounts
      .filter((one) => isAddressOn(one, place.chain.chainId))
      .map(async (account) => {
        const own = await readOn(place, account)
        return [toAddressKey(account), new Map(own)] as const
      }),
  )
  return { units: new Map(units) }
}

async function readOn(
  { network, chain, rpcUrls }: ChainEndpoint,
  account: AccountAddress,
): Promise<[AssetType, bigint][]> {
  const assetTypes = getAssetTypes(chain, network)
  const balances =
    chain.kind === 'evm'
      ? await readEvm(getEvmClient(chain, rpcUrls), { account, assetTypes })
      : await readSolana(
          { chain, rpcUrl: rpcUrls.get(chain.chainId) ?? chain.rpcUrl },
          { owner: account, assetTypes },
        )
  return assetTypes.flatMap((assetType, index) => {
    const units = balances[index]
    return units === undefined ? [] : [[assetType, units]]
  })
}

const assetTypesByChain = new WeakMap<Network, Map<ChainId, readonly AssetType[]>>()

/** The pinned assets of a chain; always the same list, so that its request is encoded only once. */
export function getAssetTypes(
  { chainId }: Pick<NetworkChain, 'chainId'>,
  network: Network,
): readonly AssetType[] {
  const known = assetTypesByChain.get(network) ?? new Map<ChainId, readonly AssetType[]>()
  const list =
    known.get(chainId) ??
    network.aggregates
      .flatMap(({ members }) => members.map(({ assetType }) => assetType))
      .filter((assetType) => splitAssetType(assetType).chainId === chainId)
  assetTypesByChain.set(network, known.set(chainId, list))
  return list
}

async function readEvm(
  client: EvmClient,
  { account, assetTypes }: { account: AccountAddress; assetTypes: readonly AssetType[] },
) {
  const { balances } = await readBalances(client, {
    account: EvmAddress.parse(account),
    assetTypes,
  })
  return balances
}

/** Loads the code for Solana on first use. */
async function readSolana(...asked: Parameters<typeof readSolanaHoldings>) {
  const solana = await import('../chains/solanaHoldings.ts')
  return solana.readSolanaHoldings(...asked)
}

/**
 * Sums balances over accounts; an asset is left out unless known for every account on its chain.
 */
export function sumOnChainBalances(
  held: Pick<OnChainBalances, 'units'>,
  accounts: readonly Pick<AccountBalances, 'account'>[],
): OnChainUnits {
  const own = accounts.map(({ account }) => ({
    account,
    units: held.units.get(toAddressKey(account)),
  }))
  const assetTypes = new Set(own.flatMap(({ units }) => [...(units?.keys() ?? [])]))
  const sums = new Map<AssetType, bigint>()
  for (const assetType of assetTypes) {
    const { chainId } = splitAssetType(assetType)
    const parts = own
      .filter(({ account }) => isAddressOn(account, chainId))
      .map(({ units }) => units?.get(assetType))
    const known = parts.filter((part) => part !== undefined)
    if (known.length === parts.length)
      sums.set(
        assetType,
        known.reduce((sum, part) => sum + part, 0n),
      )
  }
  return sums
}

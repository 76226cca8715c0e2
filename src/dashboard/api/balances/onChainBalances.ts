import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'

import type { EvmClient } from '#chains/evm/rpc/client.ts'
import { readBalances } from '#chains/evm/assets/readBalances.ts'
import type { Network, NetworkChain } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  EvmAddress,
  isAddressOn,
  isSameAsset,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { getEvmClient } from '../chains/getEvmClient.ts'
import type { AccountBalances, balancesOptions } from './reportedBalances.ts'
import type { readSolanaHoldings } from '../chains/solanaHoldings.ts'

/** An account's balances of pinned assets in smallest units, on the chains that answered. */
export type OnChainUnits = ReadonlyMap<AssetType, bigint>

/** A balance that the service reports differently from the chain. */
export type BalanceMismatch = {
  account: AccountAddress
  assetType: AssetType
  reported: bigint
  held: bigint
}

/** Balances of accounts as the chains report them. */
export type OnChainBalances = {
  /** By {@link toAddressKey} of the account. */
  units: ReadonlyMap<string, OnChainUnits>
  /** Differences in this reading; the balance may have changed between the two requests. */
  suspects: readonly BalanceMismatch[]
  /** Differences that were in the previous reading too. */
  mismatches: readonly BalanceMismatch[]
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
/** Delay before a difference is read again. */
const recheckDelayMs = 2_000

type ReportedBalances = ReturnType<typeof balancesOptions>
type ChainEndpoint = {
  network: Network
  chain: NetworkChain
  rpcUrls: ReadonlyMap<ChainId, string>
}

/**
 * Query of the accounts' balances on the chains, compared with what the service reports. Each chain
 * is added as soon as it answers, so that a dead one delays no other.
 *
 * @param reported - The query of the service's report on the same accounts.
 */
export function onChainBalancesOptions(
  reported: ReportedBalances,
  options: {
    network: Network
    rpcUrls: ChainEndpoint['rpcUrls'] | undefined
    accounts: readonly { accountAddress: AccountAddress }[]
  },
) {
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
                const last = held.get(chain.chainId)
                const before = last === 'silent' ? undefined : last
                const read = await readOnce(accounts, { client, reported, place, before }).catch(
                  // The service's report is shown until the chain answers again.
                  () => 'silent' as const,
                )
                held = client.getQueryData(queryKey) ?? held
                const now = held.get(chain.chainId)
                // What began to be read later is newer, whenever it was answered.
                if (now && now !== 'silent' && (runOf.get(now) ?? 0) > run) return
                if (read !== 'silent') runOf.set(read, run)
                held = new Map([...held, [chain.chainId, read]])
                client.setQueryData(queryKey, held)
              }),
            )
            return held
          }
        : skipToken,
    refetchInterval: ({ state: { data } }) =>
      data && isSuspicious(data) ? recheckDelayMs : refetchIntervalMs,
    staleTime: staleTimeMs,
    retry: false,
  })
}

let runs = 0
/** The run of the query that made a reading: runs overlap where a balance is known to have changed. */
const runOf = new WeakMap<OnChainBalances, number>()

/** Whether a difference has to be read again. */
function isSuspicious(held: OnChainBalancesByChain): boolean {
  return [...held.values()].some(
    (read) => read !== 'silent' && read.suspects.length > read.mismatches.length,
  )
}

/** Merges the chains' balances. */
export function mergeOnChainBalances(chains: OnChainBalancesByChain): MergedOnChainBalances {
  const read = [...chains.values()].filter((one) => one !== 'silent')
  const units = new Map<string, OnChainUnits>()
  for (const [account, more] of read.flatMap((one) => [...one.units]))
    units.set(account, new Map([...(units.get(account) ?? []), ...more]))
  return {
    units,
    suspects: read.flatMap(({ suspects }) => suspects),
    mismatches: read.flatMap(({ mismatches }) => mismatches),
    unresponsiveChains: [...chains].flatMap(([chainId, one]) =>
      one === 'silent' ? [chainId] : [],
    ),
  }
}

async function readOnce(
  accounts: readonly AccountAddress[],
  of: {
    client: QueryClient
    reported: ReportedBalances
    place: ChainEndpoint
    before: OnChainBalances | undefined
  },
): Promise<OnChainBalances> {
  const { client, reported, place, before } = of
  const isAgain = before !== undefined && before.suspects.length > 0
  const [each, units] = await Promise.all([
    client.fetchQuery({ ...reported, staleTime: isAgain ? 0 : staleTimeMs }),
    Promise.all(
      accounts
        .filter((one) => isAddressOn(one, place.chain.chainId))
        .map(async (account) => {
          const own = await readOn(place, account)
          return [toAddressKey(account), new Map(own)] as const
        }),
    ),
  ])
  return compareBalances(each, { units: new Map(units), network: place.network, before })
}

/**
 * Compares the service's report with a reading; only differences in two readings in a row count.
 */
export function compareBalances(
  each: readonly AccountBalances[],
  reading: Pick<OnChainBalances, 'units'> & {
    network: Pick<Network, 'aggregates'>
    before: OnChainBalances | undefined
  },
): OnChainBalances {
  const suspects = findMismatches(each, reading)
  const mismatches = suspects.filter(({ account, assetType }) =>
    reading.before?.suspects.some((one) => one.account === account && one.assetType === assetType),
  )
  return { units: reading.units, suspects, mismatches }
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

function findMismatches(
  each: readonly AccountBalances[],
  of: Pick<OnChainBalances, 'units'> & { network: Pick<Network, 'aggregates'> },
): readonly BalanceMismatch[] {
  const members = of.network.aggregates.flatMap((aggregate) => aggregate.members)
  return each.flatMap(({ account, record }) => {
    const own = of.units.get(toAddressKey(account))
    const reported = record.balanceByAggregatedAsset.flatMap((one) => one.individualAssetBalances)
    return members.flatMap(({ assetType }) => {
      const held = own?.get(assetType)
      const one = reported.find((other) => isSameAsset(other.assetType, assetType))
      // An asset missing from the report counts as zero, unless its chain was unavailable.
      const isUnread = record.unavailableChains?.includes(splitAssetType(assetType).chainId)
      const units = toUnits(one?.balance ?? '0')
      if (held === undefined || isUnread === true || units === held) return []
      return [{ account, assetType, reported: units, held }]
    })
  })
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

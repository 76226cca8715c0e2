import { useCallback } from 'react'
import { useQuery } from '@tanstack/react-query'

import type { Network } from '#networks/network.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import { useApi } from '../service/apiContext.ts'
import { useFeedPrices } from '../chains/feedPrices.ts'
import {
  onChainBalancesOptions,
  type MergedOnChainBalances,
  mergeOnChainBalances,
  sumOnChainBalances,
} from './onChainBalances.ts'
import { recomputeBalances } from './recomputedBalances.ts'
import { useRpcUrls } from '../chains/chainUrls.ts'
import { balancesOptions, type BalancesByAccount } from './reportedBalances.ts'
import { sumBalances } from './sumBalances.ts'

type AddressedAccount = readonly { accountAddress: AccountAddress }[]

/**
 * The combined balances of accounts, of every asset of the pinned network; refreshed every 10
 * seconds. Amounts are read from the chains, or taken from the service where a chain has not been
 * read; sums and values are computed here, see {@link recomputeBalances}.
 */
export function useBalances(accounts: AddressedAccount, network: Network) {
  const prices = useFeedPrices(network, { isNeeded: accounts.length > 0 }).data
  const held = useOnChainBalances(accounts, network)
  const select = useCallback(
    (each: BalancesByAccount) => {
      const units = sumOnChainBalances(held, each)
      return recomputeBalances(joinBalances(each), { network, prices, held: units })
    },
    [network, prices, held],
  )
  return useQuery({ ...useReportedBalances(accounts, network), select })
}

/** {@link useBalances} for each account, in the given order; uses the same query. */
export function useBalancesByAccount(accounts: AddressedAccount, network: Network) {
  const prices = useFeedPrices(network, { isNeeded: accounts.length > 0 }).data
  const held = useOnChainBalances(accounts, network)
  const select = useCallback(
    (each: BalancesByAccount) =>
      each.map((one) => {
        const units = sumOnChainBalances(held, [one])
        return { ...one, record: recomputeBalances(one.record, { network, prices, held: units }) }
      }),
    [network, prices, held],
  )
  return useQuery({ ...useReportedBalances(accounts, network), select })
}

const nothingRead = mergeOnChainBalances(new Map())

/** The balances of accounts as the chains report them; each chain appears once it has answered. */
export function useOnChainBalances(
  accounts: AddressedAccount,
  network: Network,
): MergedOnChainBalances {
  const options = useOnChainOptions(accounts, network)
  return useQuery({ ...options, select: mergeOnChainBalances }).data ?? nothingRead
}

/** {@link useOnChainBalances} chain by chain, as each was last read; uses the same query. */
export function useOnChainReadings(accounts: AddressedAccount, network: Network) {
  return useQuery(useOnChainOptions(accounts, network))
}

function useOnChainOptions(accounts: AddressedAccount, network: Network) {
  const rpcUrls = useRpcUrls(network, { isNeeded: accounts.length > 0 })
  return onChainBalancesOptions({ network, rpcUrls, accounts })
}

function useReportedBalances(accounts: AddressedAccount, { aggregates }: Network) {
  const ids = aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)
  const addresses = accounts.map(({ accountAddress }) => accountAddress)
  return balancesOptions(useApi(), addresses, ids)
}

function joinBalances([first, ...others]: BalancesByAccount): BalanceRecord {
  return sumBalances([first.record, ...others.map(({ record }) => record)])
}

import { useCallback } from 'react'
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import type { Network } from '#networks/network.ts'
import { addressKey } from '#protocol/account.ts'
import type { BalanceRecord } from '#protocol/balance.ts'
import type { AccountAddress, AggregatedAssetId } from '#protocol/caip.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'
import { useFeedPrices } from './feedPrices.ts'
import { pinBalances } from './pinnedBalances.ts'
import { sumBalances } from './sumBalances.ts'

/** What one account of several holds, as the service answered. */
export type AccountBalances = { account: AccountAddress; record: BalanceRecord }

/** Key and fetch of what each of several accounts holds of each aggregate, over all chains. */
export function balancesOptions(
  api: Api,
  accounts: readonly AccountAddress[],
  aggregates: readonly AggregatedAssetId[],
) {
  const [first, ...others] = accounts
  return queryOptions({
    queryKey: ['balances', { accounts: accounts.map((one) => addressKey(one)), aggregates }],
    queryFn:
      first && aggregates.length > 0
        ? ({ signal }): Promise<EachBalances> => {
            const asked = { aggregates, signal }
            return Promise.all([
              readBalances(api, { account: first, ...asked }),
              ...others.map((account) => readBalances(api, { account, ...asked })),
            ])
          }
        : skipToken,
    refetchInterval: 10_000,
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    retry: 1,
  })
}

type Owned = readonly { accountAddress: AccountAddress }[]

/**
 * What accounts hold together of every asset of the pinned network, read again every 10 seconds while
 * shown. Amounts are the service's, sums and values are made here; see {@link pinBalances}.
 */
export function useBalances(accounts: Owned, network: Network) {
  const prices = useFeedPrices(network).data
  const select = useCallback(
    (each: EachBalances) => pinBalances(together(each), { network, prices }),
    [network, prices],
  )
  return useQuery({ ...useBalancesOptions(accounts, network), select })
}

/** {@link useBalances}, by account in the order in which they were asked for; the same answer. */
export function useEachBalances(accounts: Owned, network: Network) {
  const prices = useFeedPrices(network).data
  const select = useCallback(
    (each: EachBalances) =>
      each.map((one) => ({ ...one, record: pinBalances(one.record, { network, prices }) })),
    [network, prices],
  )
  return useQuery({ ...useBalancesOptions(accounts, network), select })
}

function useBalancesOptions(accounts: Owned, { aggregates }: Network) {
  const ids = aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)
  const addresses = accounts.map(({ accountAddress }) => accountAddress)
  return balancesOptions(useApi(), addresses, ids)
}

type EachBalances = [AccountBalances, ...AccountBalances[]]

function together([first, ...others]: EachBalances): BalanceRecord {
  return sumBalances([first.record, ...others.map(({ record }) => record)])
}

/** The service answers one EVM account at a time; any chain number carries it for all chains. */
async function readBalances(
  api: Api,
  of: { account: AccountAddress; aggregates: readonly AggregatedAssetId[]; signal: AbortSignal },
): Promise<AccountBalances> {
  const { account, aggregates, signal } = of
  const query = { account: writeBalanceAccount(account), aggregatedAssetId: aggregates.join(',') }
  return { account, record: await call(api, 'balances', { query, signal }) }
}

/** An address as the balance endpoint takes it: for all chains of its kind. */
function writeBalanceAccount(account: AccountAddress): string {
  return account.startsWith('0x') ? `eip155:1:${account}` : `solana:${account}`
}

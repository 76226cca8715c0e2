import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { addressKey } from '#protocol/account.ts'
import type { AggregatedAssetId, EvmAddress } from '#protocol/caip.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'
import { useAssets } from './discovery.ts'
import { sumBalances } from './sumBalances.ts'

/** Key and fetch of what accounts hold together of each aggregate, over all chains. */
export function balancesOptions(
  api: Api,
  accounts: readonly EvmAddress[],
  aggregates: readonly AggregatedAssetId[] | undefined,
) {
  const [first, ...others] = accounts
  return queryOptions({
    queryKey: ['balances', { accounts: accounts.map((one) => addressKey(one)), aggregates }],
    queryFn:
      first && aggregates && aggregates.length > 0
        ? async ({ signal }) => {
            const asked = { aggregates, signal }
            const [record, ...more] = await Promise.all([
              readBalances(api, { account: first, ...asked }),
              ...others.map((account) => readBalances(api, { account, ...asked })),
            ])
            return sumBalances([record, ...more])
          }
        : skipToken,
    refetchInterval: 10_000,
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    retry: 1,
  })
}

/** What accounts hold together of every listed asset, read again every 10 seconds while shown. */
export function useBalances(accounts: readonly { accountAddress: EvmAddress }[]) {
  const assets = useAssets()
  const aggregates = assets.data?.map(({ aggregatedAssetId }) => aggregatedAssetId)
  const addresses = accounts.map(({ accountAddress }) => accountAddress)
  return useQuery(balancesOptions(useApi(), addresses, aggregates))
}

/** The service answers one EVM account at a time; any chain number carries it for all chains. */
function readBalances(
  api: Api,
  of: { account: EvmAddress; aggregates: readonly AggregatedAssetId[]; signal: AbortSignal },
) {
  const { account, aggregates, signal } = of
  const query = { account: `eip155:1:${account}`, aggregatedAssetId: aggregates.join(',') }
  return call(api, 'balances', { query, signal })
}

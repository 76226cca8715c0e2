import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { addressKey } from '#protocol/account.ts'
import type { AggregatedAssetId, EvmAddress } from '#protocol/caip.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'
import { useAssets } from './discovery.ts'

/**
 * Key and fetch of what an account holds of each aggregate, over all chains.
 *
 * @param account - Any chain number carries an EVM address for all chains (decisions, "Balances").
 */
export function balancesOptions(
  api: Api,
  account: EvmAddress | undefined,
  aggregates: readonly AggregatedAssetId[] | undefined,
) {
  return queryOptions({
    queryKey: ['balances', { account: account && addressKey(account), aggregates }],
    queryFn:
      account && aggregates && aggregates.length > 0
        ? ({ signal }) =>
            call(api, 'balances', {
              query: { account: `eip155:1:${account}`, aggregatedAssetId: aggregates.join(',') },
              signal,
            })
        : skipToken,
    refetchInterval: 10_000,
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    retry: 1,
  })
}

/** What an account holds of every listed asset, read again every 10 seconds while shown. */
export function useBalances(account: EvmAddress | undefined) {
  const assets = useAssets()
  const aggregates = assets.data?.map(({ aggregatedAssetId }) => aggregatedAssetId)
  return useQuery(balancesOptions(useApi(), account, aggregates))
}

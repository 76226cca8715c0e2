import { queryOptions, keepPreviousData, skipToken } from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/accounts.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import type { AccountAddress, AggregatedAssetId } from '#protocol/ids/caip.ts'
import { type Api, call } from '../service/client.ts'

/** The balances of one account, as the service reports them. */
export type AccountBalances = { account: AccountAddress; record: BalanceRecord }

/** Query of the balances of several accounts, by aggregated asset, over all chains. */
export function balancesOptions(
  api: Api,
  accounts: readonly AccountAddress[],
  aggregates: readonly AggregatedAssetId[],
) {
  const [first, ...others] = accounts
  return queryOptions({
    queryKey: ['balances', { accounts: accounts.map((one) => toAddressKey(one)), aggregates }],
    queryFn:
      first && aggregates.length > 0
        ? ({ signal }): Promise<BalancesByAccount> => {
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

/** One entry per account, in the given order. */
export type BalancesByAccount = [AccountBalances, ...AccountBalances[]]

/** The endpoint takes one account; with any chain id it answers for all chains. */
async function readBalances(
  api: Api,
  of: { account: AccountAddress; aggregates: readonly AggregatedAssetId[]; signal: AbortSignal },
): Promise<AccountBalances> {
  const { account, aggregates, signal } = of
  const query = { account: writeBalanceAccount(account), aggregatedAssetId: aggregates.join(',') }
  return { account, record: await call(api, endpoints.balances, { query, signal }) }
}

/** Formats an address for the balance endpoint. */
function writeBalanceAccount(account: AccountAddress): string {
  return account.startsWith('0x') ? `eip155:1:${account}` : `solana:${account}`
}

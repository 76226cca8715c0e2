import { useCallback } from 'react'
import { useQuery } from '@tanstack/react-query'

import type { Network } from '#networks/network.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import { useApi } from '../service/apiContext.ts'
import { useFeedPrices } from '../chains/feedPrices.ts'
import { heldOptions, type HeldTogether, joinHeld, sumHeld } from './heldBalances.ts'
import { pinBalances } from './pinnedBalances.ts'
import { useRpcUrls } from '../chains/rpcUrls.ts'
import { balancesOptions, type EachBalances } from './saidBalances.ts'
import { sumBalances } from './sumBalances.ts'

type Owned = readonly { accountAddress: AccountAddress }[]

/**
 * What accounts hold together of every asset of the pinned network, read again every 10 seconds while
 * shown. Amounts are those of the chains, the service's where a chain was not read (yet); sums and values
 * are made here; see {@link pinBalances}.
 */
export function useBalances(accounts: Owned, network: Network) {
  const prices = useFeedPrices(network).data
  const held = useHeld(accounts, network)
  const select = useCallback(
    (each: EachBalances) => {
      const units = sumHeld(held, each)
      return pinBalances(together(each), { network, prices, held: units })
    },
    [network, prices, held],
  )
  return useQuery({ ...useSaid(accounts, network), select })
}

/** {@link useBalances}, by account in the order in which they were asked for; the same answer. */
export function useEachBalances(accounts: Owned, network: Network) {
  const prices = useFeedPrices(network).data
  const held = useHeld(accounts, network)
  const select = useCallback(
    (each: EachBalances) =>
      each.map((one) => {
        const units = sumHeld(held, [one])
        return { ...one, record: pinBalances(one.record, { network, prices, held: units }) }
      }),
    [network, prices, held],
  )
  return useQuery({ ...useSaid(accounts, network), select })
}

const nothingRead = joinHeld(new Map())

/** What the chains themselves say that accounts hold: each of them from when on it has answered. */
export function useHeld(accounts: Owned, network: Network): HeldTogether {
  const rpcUrls = useRpcUrls(network)
  const said = useSaid(accounts, network)
  const options = heldOptions(said, { network, rpcUrls, accounts })
  return useQuery({ ...options, select: joinHeld }).data ?? nothingRead
}

function useSaid(accounts: Owned, { aggregates }: Network) {
  const ids = aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)
  const addresses = accounts.map(({ accountAddress }) => accountAddress)
  return balancesOptions(useApi(), addresses, ids)
}

function together([first, ...others]: EachBalances): BalanceRecord {
  return sumBalances([first.record, ...others.map(({ record }) => record)])
}

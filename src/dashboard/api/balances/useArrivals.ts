import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'

import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { Network } from '#networks/network.ts'
import { useApi } from '../service/apiContext.ts'
import { liveOptions } from '../service/history.ts'
import { type Arrival, type ArrivalWatch, createArrivalWatch } from './arrivals.ts'
import { useOnChainReadings } from './balances.ts'

const useStore = create<{ arrivals: readonly Arrival[] }>(() => ({ arrivals: [] }))
const nothing: readonly Arrival[] = []

/** The one watch of all who look, so that nothing is found twice. */
let current: { key: string; watch: ArrivalWatch; users: number } | undefined

/** A reading that was there before somebody looked counts while it is so fresh. */
const freshMs = 5_000

/**
 * What has arrived from elsewhere on these accounts while somebody looks, oldest first; found in the
 * balances that pages read from the chains anyway.
 */
export function useArrivals(
  accounts: readonly { accountAddress: AccountAddress }[],
  network: Network,
): readonly Arrival[] {
  const queries = useQueryClient()
  const addresses = accounts.map(({ accountAddress }) => accountAddress)
  const live = liveOptions(useApi(), addresses)
  const { data: records, dataUpdatedAt: readAtMs } = useQuery(live)
  const { data: readings, dataUpdatedAt } = useOnChainReadings(accounts, network)
  const key = [network.name, ...addresses.map(toAddressKey)].join(' ')

  useEffect(() => {
    openWatch(key, async () => {
      const read = await queries.fetchQuery({ ...live, staleTime: 0 })
      return { records: read, readAtMs: Date.now() }
    })
    return () => closeWatch(key)
    // The key names all that the question consists of.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, queries])
  useEffect(() => {
    if (records) current?.watch.learn({ records, readAtMs })
  }, [key, records, readAtMs])
  useEffect(() => {
    const isFresh = Date.now() - dataUpdatedAt < freshMs
    for (const [chainId, reading] of readings ?? [])
      if (reading !== 'silent' && isFresh) void current?.watch.take(chainId, reading)
      else if (reading !== 'silent') current?.watch.skip(reading)
  }, [key, readings, dataUpdatedAt])

  const arrivals = useStore((state) => state.arrivals)
  return current?.key === key ? arrivals : nothing
}

function openWatch(
  key: string,
  readRecords: Parameters<typeof createArrivalWatch>[0]['readRecords'],
): void {
  if (current?.key !== key) {
    useStore.setState({ arrivals: nothing })
    const watch = createArrivalWatch({
      readRecords,
      onArrive(more) {
        if (current?.watch === watch)
          useStore.setState(({ arrivals }) => ({ arrivals: [...arrivals, ...more] }))
      },
    })
    current = { key, watch, users: 0 }
  }
  current.users += 1
}

function closeWatch(key: string): void {
  if (current?.key !== key) return
  current.users -= 1
  if (current.users > 0) return
  current = undefined
  useStore.setState({ arrivals: nothing })
}

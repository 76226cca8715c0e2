import { queryOptions, useQuery } from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/network.ts'
import type { Discovery } from '#protocol/service/discovery.ts'
import { useApi } from './apiContext.ts'
import { type Api, ApiError, call } from './client.ts'

/** Query of the service's description of itself; refetched only after a failure. */
export function discoveryOptions(api: Api) {
  return queryOptions({
    queryKey: ['discovery'],
    queryFn: ({ signal }) => call(api, endpoints.discovery, { signal }),
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) => (state.data ? false : 5_000),
    // A refusal stays one.
    retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status === 403),
  })
}

/**
 * The service's description of itself: network, chains, public RPC addresses.
 *
 * @param options.isNeeded - Where it is not, its answer does not render the page anew.
 */
export function useDiscovery({ isNeeded = true } = {}) {
  const options = discoveryOptions(useApi())
  return useQuery(isNeeded ? options : { ...options, notifyOnChangeProps: [] })
}

/** Whether every chain of the service is a devnet; false while unknown. */
export function isDevnet(discovery: Discovery | undefined): boolean {
  return discovery !== undefined && discovery.chains.every((chain) => chain.isDevnet)
}

/** Whether the service has a faucet; false while unknown. */
export function hasFaucet(discovery: Discovery | undefined): boolean {
  return discovery?.hasFaucet === true
}

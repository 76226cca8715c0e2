import { useQuery } from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/assets.ts'
import { useApi } from './apiContext.ts'
import { call } from './client.ts'

/** The aggregated assets and their members, as the service lists them. */
export function useAssets() {
  const api = useApi()
  return useQuery({
    queryKey: ['assets'],
    queryFn: ({ signal }) => call(api, endpoints.assets, { signal }),
    staleTime: 5 * 60_000,
    refetchInterval: ({ state }) => (state.data ? false : 5_000),
    retry: 2,
  })
}

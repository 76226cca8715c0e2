import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { addressKey } from '#protocol/account.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'

/** The two keys of a role-based account. */
export type RoleKeys = { sessionAddress: EvmAddress; adminAddress: EvmAddress }

/** Key and fetch of the address that the service predicts for a role-based account. */
export function predictedAddressOptions(api: Api, keys: RoleKeys | undefined) {
  return queryOptions({
    queryKey: [
      'predicted address',
      keys && { session: addressKey(keys.sessionAddress), admin: addressKey(keys.adminAddress) },
    ],
    queryFn: keys ? ({ signal }) => call(api, 'predictAddress', { body: keys, signal }) : skipToken,
    staleTime: Infinity,
    retry: 2,
  })
}

/** The service's own prediction, to compare with the one computed here. */
export function usePredictedAddress(keys: RoleKeys | undefined) {
  return useQuery(predictedAddressOptions(useApi(), keys))
}

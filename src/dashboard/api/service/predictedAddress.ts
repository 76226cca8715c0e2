import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/accounts.ts'
import type { EvmAccount, PredictAddressRequest } from '#protocol/accounts/account.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'

/** Query of the address that the service predicts for an account's keys. */
export function predictedAddressOptions(api: Api, account: EvmAccount | undefined) {
  const keys = account && toPredictRequest(account)
  return queryOptions({
    queryKey: ['predicted address', keys && toCacheKey(keys)],
    queryFn: keys
      ? ({ signal }) => call(api, endpoints.predictAddress, { body: keys, signal })
      : skipToken,
    staleTime: Infinity,
    retry: 2,
  })
}

/** The service's prediction, to compare with the address computed here. */
export function usePredictedAddress(account: EvmAccount | undefined) {
  return useQuery(predictedAddressOptions(useApi(), account))
}

function toPredictRequest(account: EvmAccount): PredictAddressRequest {
  if ('sessionAddress' in account) {
    const { sessionAddress, adminAddress } = account
    return { sessionAddress, adminAddress }
  }
  const { type, signerAddress, deploymentType } = account
  return { type, signerAddress, ...(deploymentType && { deploymentType }) }
}

function toCacheKey(keys: PredictAddressRequest): string {
  return JSON.stringify(keys).toLowerCase()
}

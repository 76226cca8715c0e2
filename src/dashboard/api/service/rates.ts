import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/network.ts'
import type { CurrencyRate } from '#protocol/service/rates.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'

/** Query of the currency rates that the service reads from its feeds. */
export function ratesOptions(api: Api, { isNeeded }: { isNeeded: boolean }) {
  return queryOptions({
    queryKey: ['rates'],
    queryFn: isNeeded ? ({ signal }) => call(api, endpoints.rates, { signal }) : skipToken,
    staleTime: 60_000,
    refetchInterval: 60_000,
    retry: 1,
  })
}

/** The rates, read while they are needed, and the time by the service's clock. */
export function useRates({ isNeeded }: { isNeeded: boolean }) {
  const api = useApi()
  const { data, isPending } = useQuery(ratesOptions(api, { isNeeded }))
  return { data, isPending, nowMs: api.clock.nowMs() }
}

/** A rate as a number for display; undefined when it is older than it may be. */
export function toUsableRate(
  { rate, updatedAt, maxAgeSeconds }: CurrencyRate,
  nowMs: number,
): { perUsd: number; updatedAtMs: number } | undefined {
  const updatedAtMs = Date.parse(updatedAt)
  const perUsd = Number(rate)
  const isFresh = nowMs - updatedAtMs <= maxAgeSeconds * 1_000
  return isFresh && perUsd > 0 ? { perUsd, updatedAtMs } : undefined
}

import type { FastifyReply, FastifyRequest } from 'fastify'

import { ServiceError } from '../ServiceError.ts'
import type { ApiKey, ApiKeys } from './apiKeys.ts'
import type { Allowance, RateLimit } from './rateLimit.ts'

/** Requests per second of those who show no key, each client address alone. */
export type AddressLimits = { anyonePerSecond: number; dashboardPerSecond: number }

/** What the limits are counted with. */
export type AllowanceParts = { keys: ApiKeys; rate: RateLimit; limits: AddressLimits }

/** Keys by request, so that counting and permission look each up once. */
const found = new WeakMap<FastifyRequest, Promise<ApiKey | undefined>>()

/** The key of a request, by its header; undefined when there is none or it is unknown. */
export function keyOf(request: FastifyRequest, keys: ApiKeys): Promise<ApiKey | undefined> {
  const key = request.headers['x-api-key']
  if (typeof key !== 'string' || key === '') return Promise.resolve(undefined)
  const earlier = found.get(request)
  if (earlier) return earlier
  const lookUp = keys.find(key)
  found.set(request, lookUp)
  return lookUp
}

/**
 * Counts a request against its caller's limit and puts what is left into the answer's headers.
 *
 * @returns What is left; the caller of this decides whether to refuse.
 */
export async function takeAllowance(
  request: FastifyRequest,
  options: { reply: FastifyReply; parts: AllowanceParts },
): Promise<Allowance> {
  const { reply, parts } = options
  const allowance = await countFor(request, parts)
  reply.headers({
    'x-ratelimit-limit': allowance.limit,
    'x-ratelimit-remaining': allowance.remaining,
    'x-ratelimit-reset': allowance.resetSeconds,
    ...(allowance.isExceeded && { 'retry-after': allowance.resetSeconds }),
  })
  return allowance
}

/** @throws ServiceError `RATE_LIMITED` when the caller has used up what it may. */
export function checkAllowance(allowance: Allowance): void {
  if (allowance.isExceeded)
    throw new ServiceError(
      'RATE_LIMITED',
      `More than ${allowance.limit} requests in a second; try again in ${allowance.resetSeconds} s.`,
    )
}

async function countFor(
  request: FastifyRequest,
  { keys, rate, limits }: AllowanceParts,
): Promise<Allowance> {
  const route = request.routeOptions?.url ?? ''
  if (route.startsWith('/dashboard-api/'))
    return rate.take(`dashboard ${request.ip}`, limits.dashboardPerSecond)
  const key = route.startsWith('/api/') ? await keyOf(request, keys) : undefined
  return key
    ? rate.take(`key ${key.label}`, key.requestsPerSecond)
    : rate.take(`address ${request.ip}`, limits.anyonePerSecond)
}

import type { FastifyReply, FastifyRequest } from 'fastify'

import { type Endpoint, endpoints } from '#protocol/http/endpoints.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { ApiKey, ApiKeys, Client } from './apiKeys.ts'
import { toClientAddress } from './clientAddress.ts'
import type { Allowance, RateLimit } from './rateLimit.ts'

/** Units per second of those who show no key, each client address alone. */
export type AddressLimits = {
  anyonePerSecond: number
  dashboardPerSecond: number
  /** Keys that must be looked up because nothing is remembered of them; wrong ones, mostly. */
  lookUpsPerSecond: number
}

/** What the limits are counted with; the dashboard's own limit is the ceiling of all its visitors. */
export type RateLimitContext = {
  keys: ApiKeys
  rate: RateLimit
  limits: AddressLimits
  dashboard: Client
}

/** What a request of each path counts for. */
const unitsOfPath = new Map(
  Object.values<Endpoint>(endpoints).flatMap(({ paths, units = 1, visitorUnits = units }) =>
    paths.map((path) => [path, { units, visitorUnits }] as const),
  ),
)

const defaultUnits = { units: 1, visitorUnits: 1 }
/** A page of the explorer reads up to 25 blocks. */
const ofExplorer = { units: 10, visitorUnits: 10 }

/** Keys by request, so that counting and permission look each up once. */
const found = new WeakMap<FastifyRequest, Promise<ApiKey | undefined>>()

/**
 * The key of a request that was counted; undefined when there is none or it is unknown.
 *
 * @throws What the look-up threw, such as of a database that does not answer.
 */
export async function getApiKey(request: FastifyRequest): Promise<ApiKey | undefined> {
  return found.get(request)
}

/**
 * Counts a request against its caller's limit and puts what is left into the answer's headers.
 *
 * @returns What is left; the caller of this decides whether to refuse.
 */
export async function takeAllowance(
  request: FastifyRequest,
  options: { reply: FastifyReply; parts: RateLimitContext },
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

async function countFor(request: FastifyRequest, parts: RateLimitContext): Promise<Allowance> {
  const { rate, limits } = parts
  const client = toClientAddress(request.ip)
  const route = request.routeOptions?.url ?? ''
  const path = route.replace(/^\/dashboard-api\//, '/api/')
  const { units, visitorUnits } =
    unitsOfPath.get(path) ?? (path.startsWith('/explorer/:') ? ofExplorer : defaultUnits)
  if (route.startsWith('/dashboard-api/'))
    return countDashboard(client, { ...parts, units: visitorUnits })
  const text = getApiKeyText(request, route)
  if (text !== '') {
    const answer = parts.keys.recall(text)
    // Before anybody is asked: a flood of made-up keys must cost the database nothing.
    const resolved = answer ? undefined : rate.take(`look-ups ${client}`, limits.lookUpsPerSecond)
    if (resolved?.isExceeded) return resolved
    const lookUp = Promise.resolve(answer ?? parts.keys.lookUp(text))
    found.set(request, lookUp)
    // Whoever asks for the key meets the failure; the answer needs its headers before.
    const key = await lookUp.catch(() => undefined)
    if (key) return rate.take(`key ${key.label}`, key.requestsPerSecond, units)
  }
  return rate.take(`address ${client}`, limits.anyonePerSecond, visitorUnits)
}

/** The key that a request shows where one counts; as a bearer token where monitors ask, who know no other. */
function getApiKeyText({ headers }: FastifyRequest, route: string): string {
  const text = headers['x-api-key']
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  if (route === '/metrics') return typeof text === 'string' ? text : bearer
  return /^\/(api|v3)\//.test(route) && typeof text === 'string' ? text : ''
}

/** One visitor who asks too much takes nothing of what all share. */
function countDashboard(
  client: string,
  { rate, limits, dashboard, units }: RateLimitContext & { units: number },
): Allowance {
  const own = rate.take(`dashboard ${client}`, limits.dashboardPerSecond, units)
  if (own.isExceeded) return own
  const all = rate.take(`key ${dashboard.label}`, dashboard.requestsPerSecond, units)
  return all.remaining < own.remaining || all.isExceeded ? all : own
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { ApiKey, ApiKeys, Client } from './apiKeys.ts'
import type { Allowance, RateLimit } from './rateLimit.ts'
import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Limits per client address, in units per second. */
export type AddressLimits = {
  anyonePerSecond: number
  dashboardPerSecond: number
  /** API key lookups in storage; mostly of invalid keys. */
  lookUpsPerSecond: number
}

/** State of the rate limits; the dashboard's limit is shared by all its visitors. */
export type RateLimitContext = {
  keys: ApiKeys
  rate: RateLimit
  limits: AddressLimits
  dashboard: Client
}

/** Cost of a request by path. */
const unitsOfPath = new Map(
  Object.values<Endpoint>(endpoints).flatMap(({ paths, units = 1, visitorUnits = units }) =>
    paths.map((path) => [path, { units, visitorUnits }] as const),
  ),
)

const defaultUnits = { units: 1, visitorUnits: 1 }
/** A page of the explorer asks a node many questions. */
const ofExplorer = { units: 10, visitorUnits: 10 }

/** A body costs a unit for each so many bytes beyond the first, since all of it is parsed. */
const bytesOfUnit = 32 * 1024

/** Key lookups by request, so that each key is looked up once. */
const found = new WeakMap<FastifyRequest, Promise<ApiKey | undefined>>()

/**
 * Returns the key of a counted request; undefined when missing or unknown.
 *
 * @throws The error of the lookup, such as an unavailable database.
 */
export async function getApiKey(request: FastifyRequest): Promise<ApiKey | undefined> {
  return found.get(request)
}

/**
 * Counts a request against its caller's limit and sets the rate limit headers.
 *
 * @returns The remaining allowance; the caller decides whether to refuse.
 */
export async function takeAllowance(
  request: FastifyRequest,
  reply: FastifyReply,
  context: RateLimitContext,
): Promise<Allowance> {
  const allowance = await countRequest(request, context)
  reply.headers({
    'x-ratelimit-limit': allowance.limit,
    'x-ratelimit-remaining': allowance.remaining,
    'x-ratelimit-reset': allowance.resetSeconds,
    ...(allowance.isExceeded && { 'retry-after': allowance.resetSeconds }),
  })
  return allowance
}

/** @throws ServiceError `RATE_LIMITED` when the allowance is used up. */
export function checkAllowance(allowance: Allowance): void {
  if (allowance.isExceeded)
    throw new ServiceError(
      'RATE_LIMITED',
      `More than ${allowance.limit} requests in a second; try again in ${allowance.resetSeconds} s.`,
    )
}

async function countRequest(
  request: FastifyRequest,
  context: RateLimitContext,
): Promise<Allowance> {
  const { keys, rate, limits } = context
  const client = toClientAddress(request.ip)
  const route = request.routeOptions?.url ?? ''
  const path = route.replace(/^\/dashboard-api\//, '/api/')
  const cost = unitsOfPath.get(path) ?? (path.startsWith('/explorer/:') ? ofExplorer : defaultUnits)
  const bodyUnits = getBodyUnits(request)
  const units = cost.units + bodyUnits
  const visitorUnits = cost.visitorUnits + bodyUnits
  if (route.startsWith('/dashboard-api/')) return countDashboard(client, visitorUnits, context)
  const text = getApiKeyText(request, route)
  if (text !== '') {
    const known = keys.recall(text)
    // Limited before storage is read: a flood of invented keys must not load the database.
    const lookUps = known ? undefined : rate.take(`look-ups ${client}`, limits.lookUpsPerSecond)
    if (lookUps?.isExceeded) return lookUps
    const lookUp = Promise.resolve(known ?? keys.lookUp(text))
    found.set(request, lookUp)
    // `getApiKey` rethrows a failed lookup later; the response needs its headers first.
    const key = await lookUp.catch(() => undefined)
    if (key) return rate.take(`key ${key.label}`, key.requestsPerSecond, units)
  }
  return rate.take(`address ${client}`, limits.anyonePerSecond, visitorUnits)
}

/**
 * Units of a body before it is read. It counts as the largest that the path takes where its length is not
 * said; what is larger is refused unread.
 */
function getBodyUnits({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions?.bodyLimit ?? 0
  const isChunked = headers['transfer-encoding'] !== undefined
  const bytes = isChunked ? most : Math.min(most, Number(headers['content-length'] ?? 0))
  return Math.max(0, Math.ceil(bytes / bytesOfUnit) - 1)
}

/**
 * Returns the key of a request to a path that takes one. `/metrics` also accepts a bearer token,
 * the only form monitoring systems support.
 */
function getApiKeyText({ headers }: FastifyRequest, route: string): string {
  const text = headers['x-api-key']
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  if (route === '/metrics') return typeof text === 'string' ? text : bearer
  return /^\/(api|v3)\//.test(route) && typeof text === 'string' ? text : ''
}

/** A visitor over the own limit does not use up the shared one. */
function countDashboard(
  client: string,
  units: number,
  { rate, limits, dashboard }: RateLimitContext,
): Allowance {
  const own = rate.take(`dashboard ${client}`, limits.dashboardPerSecond, units)
  if (own.isExceeded) return own
  const all = rate.take(`key ${dashboard.label}`, dashboard.requestsPerSecond, units)
  return all.remaining < own.remaining || all.isExceeded ? all : own
}

/**
 * Returns the part of an address that identifies a client: an IPv4 address, or the /64 network of
 * an IPv6 address, since clients are assigned whole networks.
 *
 * @param address - From the socket or a trusted proxy; IPv4-mapped IPv6 counts as IPv4. Undefined once the
 *   client has closed its connection; all such requests count as one client's.
 * @returns For example `10.0.0.1` or `2001:db8:0:1::/64`.
 */
export function toClientAddress(address: string | undefined): string {
  if (address === undefined) return 'closed'
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address.slice(0, 45)
  const parsed = ipaddr.process(plain)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

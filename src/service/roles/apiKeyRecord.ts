import { dashboardEndpoints } from '#protocol/http/dashboardEndpoints.ts'
import { isLoopbackName } from '#protocol/http/parseHostName.ts'
import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '#protocol/http/endpoints.ts'
import type { Config } from '../config/config.ts'
import { type ApiKey, type Client, hashApiKey } from '../http/access/apiKeys.ts'
import type { ApiKeyRow } from '../storage/tables/apiKeys.ts'

/** Rate limit of the configured API key, per second. Source: wire, "Errors". */
const configuredRequestsPerSecond = 300
/** Rate limit of all dashboard visitors together, per second. */
const dashboardRequestsPerSecond = 1000

/** Permission that each endpoint requires. */
const permissionOf = {
  quoteV1: 'quote',
  prepareCallQuoteV1: 'quote',
  callQuoteV1: 'quote',
  executeQuoteV1: 'execute',
  quote: 'quote',
  indicativeQuote: 'quote',
  prepareCallQuote: 'quote',
  callQuote: 'quote',
  executeQuote: 'execute',
  status: 'read',
  history: 'read',
  historyV1: 'read',
  balancesV2: 'read',
  balances: 'read',
  chains: 'read',
  assets: 'read',
  rates: 'read',
  discovery: 'read',
  predictAddress: 'read',
  revokeSession: 'execute',
  allowSession: 'execute',
  faucet: 'devnet',
  scenarios: 'operate',
  setScenario: 'operate',
} as const satisfies Record<EndpointName, string>

/** Permissions of stored keys; names of single endpoints are allowed as well. */
export const permissionNames = ['read', 'quote', 'execute', 'devnet', 'operate', '*'] as const

/** One of {@link permissionNames}. */
export type Permission = (typeof permissionNames)[number]

/**
 * Returns the record of the configured key, which may use everything. The devnet's published key
 * may not inject faults (`operate`) when the service is reachable by others.
 */
export function toApiKey({
  apiKey,
  isPublishedApiKey,
  publicUrl,
  host,
}: Pick<Config, 'apiKey' | 'isPublishedApiKey' | 'publicUrl' | 'host'>): ApiKey {
  const names = Object.keys(endpoints).filter(isEndpointName)
  const isAnybodys = isPublishedApiKey && !isLoopbackName(getHostName({ publicUrl, host }))
  return {
    ...(isAnybodys && {
      allowedEndpoints: names.filter((name) => permissionOf[name] !== 'operate'),
    }),
    label: 'environment',
    sha256: hashApiKey(apiKey ?? ''),
    requestsPerSecond: configuredRequestsPerSecond,
  }
}

/**
 * Returns the client of the dashboard's visitors, limited to the endpoints its pages use. It has no
 * key that could be presented; requests are accepted by origin. Source: security rule 28.
 */
export function createDashboardClient({ network }: Pick<Config, 'network'>): Client {
  return {
    label: 'dashboard',
    requestsPerSecond: dashboardRequestsPerSecond,
    allowedEndpoints: dashboardEndpoints.filter((name) => {
      const { devnetOnly }: Endpoint = endpoints[name]
      return network.isDevnet || devnetOnly !== true
    }),
  }
}

/**
 * Converts a stored key.
 *
 * @param row - Its permissions are `read`, `quote`, `execute`, `devnet`, `operate`, names of
 *   endpoints, or `*` for all; unknown ones permit nothing.
 */
export function rowToApiKey(row: ApiKeyRow): ApiKey {
  const { permissions } = row
  return {
    label: row.label,
    sha256: row.hash,
    requestsPerSecond: row.requestsPerSecond,
    ...(row.allowedOrigins.length > 0 && { allowedOrigins: row.allowedOrigins }),
    ...(row.appFee && {
      appFee: { bps: BigInt(row.appFee.bps), receivers: row.appFee.receivers },
    }),
    ...(!permissions.includes('*') && {
      allowedEndpoints: Object.keys(endpoints)
        .filter(isEndpointName)
        .filter((name) => permissions.includes(name) || permissions.includes(permissionOf[name])),
    }),
  }
}

/** Returns the public host name of the service. */
function getHostName({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): string {
  return publicUrl === undefined ? host : new URL(publicUrl).hostname
}

function isEndpointName(name: string): name is EndpointName {
  return name in endpoints
}

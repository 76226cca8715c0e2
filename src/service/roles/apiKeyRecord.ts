import { dashboardEndpoints } from '#protocol/http/dashboardEndpoints.ts'
import { isLoopbackName } from '#protocol/http/parseHostName.ts'
import { type Endpoint, type EndpointName, endpoints } from '#protocol/http/endpoints.ts'
import type { Config } from '../config/config.ts'
import { type ApiKey, type Client, hashApiKey } from '../http/access/apiKeys.ts'
import type { ApiKeyRow } from '../storage/tables/apiKeys.ts'

/** Requests per second of the key that the environment gives. Source: wire, "Errors". */
const configuredRequestsPerSecond = 300
/** Requests per second of all visitors of the dashboard together. */
const dashboardRequestsPerSecond = 1000

/** What each endpoint asks of a key. */
const permissionOf = {
  quoteV1: 'quote',
  prepareCallQuoteV1: 'quote',
  callQuoteV1: 'quote',
  executeQuoteV1: 'execute',
  quote: 'quote',
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
  discovery: 'read',
  predictAddress: 'read',
  revokeSession: 'execute',
  allowSession: 'execute',
  faucet: 'devnet',
  scenarios: 'operate',
  setScenario: 'operate',
} as const satisfies Record<EndpointName, string>

/** What a stored key may be given, beside the names of single endpoints. */
export const permissionNames = ['read', 'quote', 'execute', 'devnet', 'operate', '*'] as const

/** One of {@link permissionNames}. */
export type Permission = (typeof permissionNames)[number]

/**
 * The key that the environment gives, as a record: it may do everything. The published one of the devnet
 * is anybody's: where others reach the service, it does not make chains fail (`operate`).
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
 * What the visitors of the dashboard may do: no more than its pages use. There is no key that anybody
 * could show: its host vouches for the requests of its pages. Source: security rule 28.
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
 * A stored key as a record.
 *
 * @param row - Its permissions are `read`, `quote`, `execute`, `devnet`, `operate`, names of single endpoints, or
 *   `*` for all; one that is none of these permits nothing.
 */
export function rowToApiKey(row: ApiKeyRow): ApiKey {
  const { permissions } = row
  return {
    label: row.label,
    sha256: row.hash,
    requestsPerSecond: row.requestsPerSecond,
    ...(row.allowedOrigins.length > 0 && { allowedOrigins: row.allowedOrigins }),
    ...(!permissions.includes('*') && {
      allowedEndpoints: Object.keys(endpoints)
        .filter(isEndpointName)
        .filter((name) => permissions.includes(name) || permissions.includes(permissionOf[name])),
    }),
  }
}

/** Under what name people reach the service. */
function getHostName({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): string {
  return publicUrl === undefined ? host : new URL(publicUrl).hostname
}

function isEndpointName(name: string): name is EndpointName {
  return name in endpoints
}

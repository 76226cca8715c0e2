import { type EndpointName, endpoints } from '#protocol/endpoints.ts'
import type { Config } from './config.ts'
import { type ApiKey, hashApiKey } from './http/apiKeys.ts'
import type { ApiKeyRow } from './storage/apiKeys.ts'

/** Requests per second of the key that the environment gives. Source: decisions, "Errors". */
const configuredRequestsPerSecond = 300

/** The key that the environment gives, as a record: it may do everything. */
export function apiKeyOf({ apiKey }: Config): ApiKey {
  return {
    label: 'environment',
    sha256: hashApiKey(apiKey ?? ''),
    requestsPerSecond: configuredRequestsPerSecond,
  }
}

/** A stored key as a record; its permissions are names of endpoints, `*` stands for all. */
export function apiKeyOfRow(row: ApiKeyRow): ApiKey {
  return {
    label: row.label,
    sha256: row.hash,
    requestsPerSecond: row.requestsPerSecond,
    ...(row.allowedOrigins.length > 0 && { allowedOrigins: row.allowedOrigins }),
    ...(!row.permissions.includes('*') && {
      allowedEndpoints: row.permissions.filter(isEndpointName),
    }),
  }
}

function isEndpointName(name: string): name is EndpointName {
  return name in endpoints
}

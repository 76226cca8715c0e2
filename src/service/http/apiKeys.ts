import { createHash } from 'node:crypto'

import type { EndpointName } from '#protocol/endpoints.ts'

/** A client's key as the service keeps it: never the key itself. */
export type ApiKey = {
  /** Who it belongs to; what limits and logs name. */
  label: string
  /** SHA-256 of the key, lower-case hex; see {@link hashApiKey}. */
  sha256: string
  requestsPerSecond: number
  /** Browser origins that may use it; absent: any. */
  allowedOrigins?: readonly string[]
  /** What it may do; absent: everything. */
  allowedEndpoints?: readonly EndpointName[]
}

/** The keys that a service accepts; see {@link createApiKeys}. */
export type ApiKeys = ReturnType<typeof createApiKeys>

/** The form in which a key is kept. Keys are long random text, so that a plain digest is enough. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/**
 * Finds keys by their digest: those given first, then those that `lookUp` knows.
 *
 * @param lookUp - Gives the record of a digest, such as from the database; not asked for keys given.
 */
export function createApiKeys(
  given: readonly ApiKey[],
  lookUp: (sha256: string) => Promise<ApiKey | undefined> = async () => undefined,
) {
  const byHash = new Map(given.map((key) => [key.sha256, key]))
  return {
    /** The record of a key that a client sent; undefined when it is unknown. */
    async find(key: string): Promise<ApiKey | undefined> {
      const hash = hashApiKey(key)
      return byHash.get(hash) ?? lookUp(hash)
    },
    /** Origins that any given key allows, for preflights: these carry no key. */
    allowedOrigins: given.flatMap(({ allowedOrigins }) => allowedOrigins ?? []),
  }
}

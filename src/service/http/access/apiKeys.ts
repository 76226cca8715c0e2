import { createHash } from 'node:crypto'

import type { EndpointName } from '#protocol/http/endpoints.ts'
import type { AppFee } from '../../caller.ts'

/** An API client and its permissions. */
export type Client = {
  /**
   * Name of the client in limits, budgets and logs. Keys with the same label are one client, so
   * rotating a key keeps its limits and budgets.
   */
  label: string
  requestsPerSecond: number
  /** Browser origins that may use the key; any when absent. */
  allowedOrigins?: readonly string[]
  /** Endpoints the client may use; all when absent. */
  allowedEndpoints?: readonly EndpointName[]
  /** What its quotes charge for its app; nothing when absent. */
  appFee?: AppFee
}

/** A stored API key. The key itself is not stored. */
export type ApiKey = Client & {
  /** SHA-256 of the key, lower-case hex; see {@link hashApiKey}. */
  sha256: string
}

/** The API keys accepted by a service; see {@link createApiKeys}. */
export type ApiKeys = ReturnType<typeof createApiKeys>

/** How long a looked-up key is cached: the maximum delay until a disabled key is refused. */
const keptMs = 10_000

/** Returns the stored form of a key. Keys are long random texts, so a plain hash is sufficient. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/**
 * Creates the lookup of keys by hash: configured keys first, then those `lookUp` finds, which are
 * cached for ten seconds.
 *
 * @param options.lookUp - Returns the record of a hash, for example from the database.
 * @param options.now - Monotonic clock in milliseconds, for tests.
 */
export function createApiKeys(
  given: readonly ApiKey[],
  options: {
    lookUp?: ((sha256: string) => Promise<ApiKey | undefined>) | undefined
    now?: (() => number) | undefined
  } = {},
) {
  const { lookUp = async () => undefined, now = () => performance.now() } = options
  const byHash = new Map(given.map((key) => [key.sha256, key]))
  const kept = new Map<string, { key: ApiKey; untilMs: number }>()
  const asked = new Map<string, Promise<ApiKey | undefined>>()

  async function ask(hash: string): Promise<ApiKey | undefined> {
    try {
      const key = await lookUp(hash)
      if (key) kept.set(hash, { key, untilMs: now() + keptMs })
      return key
    } finally {
      asked.delete(hash)
    }
  }

  return {
    /**
     * Returns a configured or cached key, or the pending lookup; undefined when a lookup is needed.
     */
    recall(text: string): ApiKey | Promise<ApiKey | undefined> | undefined {
      const hash = hashApiKey(text)
      const earlier = kept.get(hash)
      if (earlier && now() >= earlier.untilMs) kept.delete(hash)
      return byHash.get(hash) ?? kept.get(hash)?.key ?? asked.get(hash)
    },
    /** Looks a key up; undefined when unknown. */
    lookUp(text: string): Promise<ApiKey | undefined> {
      const hash = hashApiKey(text)
      const answer = ask(hash)
      asked.set(hash, answer)
      return answer
    },
    /** Origins allowed by any configured key, for preflights, which carry no key. */
    allowedOrigins: given.flatMap(({ allowedOrigins }) => allowedOrigins ?? []),
  }
}

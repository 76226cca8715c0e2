import { createHash } from 'node:crypto'

import type { EndpointName } from '#protocol/http/endpoints.ts'

/** Who asks, and what they may do. */
export type Client = {
  /**
   * Who it is: what limits, budgets and logs name. Keys with the same label are one client, so that a
   * change of keys leaves limits and budgets as they are.
   */
  label: string
  requestsPerSecond: number
  /** Browser origins that may use it; absent: any. */
  allowedOrigins?: readonly string[]
  /** What it may do; absent: everything. */
  allowedEndpoints?: readonly EndpointName[]
}

/** A client's key as the service keeps it: never the key itself. */
export type ApiKey = Client & {
  /** SHA-256 of the key, lower-case hex; see {@link hashApiKey}. */
  sha256: string
}

/** The keys that a service accepts; see {@link createApiKeys}. */
export type ApiKeys = ReturnType<typeof createApiKeys>

/** How long a key that was looked up is believed: the bound after which a disabled one is refused. */
const keptMs = 10_000

/** The form in which a key is kept. Keys are long random text, so that a plain digest is enough. */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/**
 * Finds keys by their digest: those given first, then those that `lookUp` knows, remembered for ten
 * seconds.
 *
 * @param options.lookUp - Gives the record of a digest, such as from the database; not asked for keys
 *   given.
 * @param options.now - Milliseconds of a clock that only goes forward; a value in tests.
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
    /** What is known of a key without asking anybody, or is being asked already. */
    recall(text: string): ApiKey | Promise<ApiKey | undefined> | undefined {
      const hash = hashApiKey(text)
      const earlier = kept.get(hash)
      if (earlier && now() >= earlier.untilMs) kept.delete(hash)
      return byHash.get(hash) ?? kept.get(hash)?.key ?? asked.get(hash)
    },
    /** Looks a key up; undefined when it is unknown. */
    lookUp(text: string): Promise<ApiKey | undefined> {
      const hash = hashApiKey(text)
      const answer = ask(hash)
      asked.set(hash, answer)
      return answer
    },
    /** Origins that any given key allows, for preflights: these carry no key. */
    allowedOrigins: given.flatMap(({ allowedOrigins }) => allowedOrigins ?? []),
  }
}

const exposed =
  'x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id, retry-after, date'

/** What answers depend on, for caches: who asks, and for files how they may be compressed. */
const vary = 'Origin, Accept-Encoding'

/**
 * Cross-origin rules: configured origins and the service's own may read answers; a foreign one gets
 * no header and its browser refuses. Source: wire, "Errors, limits, headers".
 *
 * @param origins - Such as `https://app.example`; `*` allows any (keys still decide).
 */
export function createCors(origins: readonly string[]) {
  const allowed = new Set(origins)

  /** The headers of an ordinary answer to a request from `origin`. */
  function headersFor(origin: string | undefined): Record<string, string> {
    if (origin === undefined || !(allowed.has('*') || allowed.has(origin))) return { vary }
    return {
      vary,
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposed,
      'cross-origin-resource-policy': 'cross-origin',
    }
  }

  return {
    headersFor,
    /** The headers of a preflight, which carries no key. */
    preflightHeadersFor(origin: string | undefined): Record<string, string> {
      const headers = headersFor(origin)
      if (!('access-control-allow-origin' in headers)) return headers
      return {
        ...headers,
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'content-type, x-api-key, x-request-id',
        'access-control-max-age': '600',
      }
    },
  }
}

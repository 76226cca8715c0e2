const exposed =
  'x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-request-id, retry-after, date'

/** Request headers that responses vary by: the origin, and the encoding of files. */
const vary = 'Origin, Accept-Encoding'

/**
 * Creates the CORS rules: configured origins and the service's own may read responses; others get
 * no header, so their browser blocks them. Source: wire, "Errors, limits, headers".
 *
 * @param origins - Such as `https://app.example`; `*` allows any (keys are still required).
 */
export function createCors(origins: readonly string[]) {
  const allowed = new Set(origins)

  /** Headers of a response to this origin. */
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
    /** Headers of a preflight, which carries no key. */
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

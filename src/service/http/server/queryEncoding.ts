import { ServiceError } from '../../ServiceError.ts'

/**
 * Refuses a query with invalid percent-encoding, which query parsers would keep as text.
 *
 * @param url - Path and query as received.
 * @throws ServiceError `INVALID_REQUEST`. Source: wire, "Errors, limits, headers".
 */
export function checkQueryEncoding(url: string): void {
  const start = url.indexOf('?')
  if (start === -1) return
  try {
    decodeURIComponent(url.slice(start + 1))
  } catch (cause) {
    const message = 'The query is not valid URL encoding.'
    throw new ServiceError('INVALID_REQUEST', message, { cause })
  }
}

import { ServiceError } from '../../ServiceError.ts'

/**
 * Refuses a query whose percent-encoding means nothing; readers of queries let it through as text.
 *
 * @param url - Path and query as they came.
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

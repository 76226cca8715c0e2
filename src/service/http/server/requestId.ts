import { randomUUID } from 'node:crypto'

/** Header of the request id, in requests of a proxy and in every response. */
export const requestIdHeader = 'x-request-id'

/** Returns the caller's request id if it is safe to log, otherwise a new one. */
export function getRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID()
}

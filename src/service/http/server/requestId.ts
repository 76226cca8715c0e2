import { randomUUID } from 'node:crypto'

/** Where a request's id stands, in the request of a proxy and in every answer. */
export const requestIdHeader = 'x-request-id'

/** The id that a caller gave a request, where it can stand in a log as it is; else a new one. */
export function getRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID()
}

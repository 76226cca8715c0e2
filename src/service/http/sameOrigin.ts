import type { IncomingHttpHeaders } from 'node:http'

import { ServiceError } from '../ServiceError.ts'

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Refuses what does not come from the dashboard's own pages. The dashboard's host adds a key to
 * these requests, so a foreign page must not be able to make them (security rule 28).
 *
 * @param request.method - GET or POST; a POST must carry an Origin and be JSON.
 * @param options.publicUrl - The address under which the service is reached; loopback names are
 *   always its own, which also stops DNS rebinding.
 * @throws ServiceError `FORBIDDEN` or `UNSUPPORTED_MEDIA_TYPE`.
 */
export function checkSameOrigin(
  request: { method: string; headers: IncomingHttpHeaders },
  options: { publicUrl: string },
): void {
  const { host, origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  if (!host || !isOwnHost(host, options.publicUrl))
    throw new ServiceError('FORBIDDEN', 'The Host of the request is none of this service.')
  if (site !== undefined && site !== 'same-origin')
    throw new ServiceError('FORBIDDEN', 'Only pages of this service may use this path.')
  if (origin !== undefined && !isOriginOf(origin, host))
    throw new ServiceError('FORBIDDEN', 'Only pages of this service may use this path.')
  if (request.method !== 'POST') return
  if (origin === undefined)
    throw new ServiceError('FORBIDDEN', 'A POST to this path must carry its Origin.')
  if (!/^application\/json\s*(;|$)/i.test(type ?? ''))
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.')
}

function isOwnHost(host: string, publicUrl: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return loopback.has(name) || host.toLowerCase() === new URL(publicUrl).host
}

function isOriginOf(origin: string, host: string): boolean {
  const own = `http://${host}`
  return URL.canParse(origin) && URL.canParse(own) && new URL(origin).host === new URL(own).host
}

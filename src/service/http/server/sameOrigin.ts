import type { IncomingHttpHeaders } from 'node:http'

import { parseHostName, isLoopbackName } from '#protocol/http/parseHostName.ts'
import { ServiceError } from '../../ServiceError.ts'

/**
 * Refuses what does not come from the dashboard's own pages. The dashboard's host adds a key to
 * these requests, so a foreign page must not be able to make them (security rule 28).
 *
 * @param request.method - GET or POST; a POST must carry an Origin and be JSON.
 * A browser leaves out `Sec-Fetch-Site` on plain http and `Origin` on a GET of its own, so that either
 * may be missing there; what is said must be right, its scheme too.
 *
 * @param options.publicUrl - The address under which the service is reached; loopback names are
 *   always its own, over http. All other names are refused, which also stops DNS rebinding.
 * @throws ServiceError `FORBIDDEN` or `UNSUPPORTED_MEDIA_TYPE`.
 */
export function checkSameOrigin(
  request: { method: string; headers: IncomingHttpHeaders },
  options: { publicUrl: string },
): void {
  const { host, origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  const own = findOwnOrigin(host?.toLowerCase() ?? '', options.publicUrl)
  if (own === undefined)
    throw new ServiceError('FORBIDDEN', 'The Host of the request is none of this service.')
  if (site !== undefined && site !== 'same-origin')
    throw new ServiceError('FORBIDDEN', 'Only pages of this service may use this path.')
  if (origin !== undefined && origin !== own)
    throw new ServiceError('FORBIDDEN', 'Only pages of this service may use this path.')
  if (request.method !== 'POST') return
  if (origin === undefined)
    throw new ServiceError('FORBIDDEN', 'A POST to this path must carry its Origin.')
  if (!/^application\/json\s*(;|$)/i.test(type ?? ''))
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.')
}

/** The origin that pages under this Host have; undefined when the Host is not of this service. */
function findOwnOrigin(host: string, publicUrl: string): string | undefined {
  const own = new URL(publicUrl)
  if (host === own.host) return own.origin
  return isLoopbackName(parseHostName(host) ?? '') ? new URL(`http://${host}`).origin : undefined
}

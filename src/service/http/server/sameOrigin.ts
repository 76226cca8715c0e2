import type { IncomingHttpHeaders } from 'node:http'

import { parseHostName, isLoopbackName } from '#protocol/http/parseHostName.ts'
import { ServiceError } from '../../ServiceError.ts'

/**
 * Refuses requests that do not come from the dashboard's own pages. The host adds credentials to
 * them, so pages of other sites must not be able to make them (security rule 28).
 *
 * Browsers omit `Sec-Fetch-Site` on plain http and `Origin` on a same-origin GET, so either may be
 * missing there; if present, it must match, scheme included.
 *
 * @param request.method - GET or POST; a POST must carry an Origin and be JSON.
 * @param options.publicUrl - URL of the service; loopback names over http are accepted as well. All
 *   other names are refused, which also stops DNS rebinding.
 * @throws ServiceError `FORBIDDEN` or `UNSUPPORTED_MEDIA_TYPE`.
 */
export function checkSameOrigin(
  request: { method: string; headers: IncomingHttpHeaders },
  options: { publicUrl: string },
): void {
  const { host, origin, 'sec-fetch-site': site, 'content-type': type } = request.headers
  const own = findOwnOrigin(host?.toLowerCase() ?? '', options.publicUrl)
  if (own === undefined)
    throw new ServiceError(
      'FORBIDDEN',
      `The pages of this service are at ${options.publicUrl}, not at ${host}. Open them there, or set PUBLIC_URL to the address that you use.`,
    )
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

/** Returns the origin of pages under this Host; undefined when it is not of this service. */
function findOwnOrigin(host: string, publicUrl: string): string | undefined {
  const own = new URL(publicUrl)
  if (host === own.host) return own.origin
  return isLoopbackName(parseHostName(host) ?? '') ? new URL(`http://${host}`).origin : undefined
}

import type { IncomingMessage } from 'node:http'

import { parseHostName, isAddressName, isLoopbackName } from '#protocol/http/parseHostName.ts'
import { ServiceError } from '../../ServiceError.ts'

/**
 * Checks that a request has exactly one valid Host header.
 *
 * @throws ServiceError `INVALID_REQUEST`. Source: RFC 9112, 3.2.
 */
export function checkHostHeader(request: IncomingMessage): void {
  const { headers, rawHeaders, httpVersion, url = '' } = request
  const { host } = headers
  if (host === undefined && httpVersion === '1.1')
    throw new ServiceError('INVALID_REQUEST', 'The header Host is missing.')
  const given = rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text))
  if (given.length > 1)
    throw new ServiceError('INVALID_REQUEST', 'The header Host stands there more than once.')
  if (parseHostName(host ?? '') === undefined)
    throw new ServiceError('INVALID_REQUEST', 'The header Host is no host with a port.')
  // Absolute form, as sent to proxies: servers disagree on which authority counts.
  const named = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]
  if (named !== undefined && named.toLowerCase() !== host?.toLowerCase())
    throw new ServiceError(
      'INVALID_REQUEST',
      'The address of the request names another host than the header Host.',
    )
}

/**
 * Creates the check of the Host header, which keeps other sites from calling `/api` by DNS
 * rebinding: a name that an attacker points at this machine makes page and service one origin, so
 * CORS does not apply, and the key of a devnet is public.
 *
 * IP addresses pass, since rebinding needs a name, and so does a missing Host, which no browser
 * sends. When CORS allows all origins, every name passes.
 *
 * @param options.publicUrl - Its name and those of `corsOrigins` belong to this service, on any
 *   port, since a proxy in front may use another.
 * @returns A check that throws ServiceError `FORBIDDEN`.
 */
export function createHostCheck(options: {
  publicUrl: string
  corsOrigins: readonly string[]
}): (host: string | undefined) => void {
  const { publicUrl, corsOrigins } = options
  const urls = [publicUrl, ...corsOrigins].filter((url) => URL.canParse(url))
  const names = new Set(urls.map((url) => parseHostName(new URL(url).host)))
  const isOpen = corsOrigins.includes('*')
  return (host = '') => {
    const name = parseHostName(host) ?? ''
    if (isOpen || name === '' || isAddressName(name) || isLoopbackName(name) || names.has(name))
      return
    throw new ServiceError(
      'FORBIDDEN',
      'The Host of the request is none of this service; PUBLIC_URL and CORS_ORIGINS name those.',
    )
  }
}

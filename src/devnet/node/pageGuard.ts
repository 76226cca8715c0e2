import type { IncomingHttpHeaders } from 'node:http'

import { parseHostName, isAddressName, isLoopbackName } from '#protocol/http/parseHostName.ts'

/** Pages that a local node answers. */
export type AllowedPages = {
  /** Origins of pages, such as the dashboard's. */
  origins: readonly string[]
  /** Host names, besides IP addresses and `localhost`, under which browsers reach the node. */
  hosts: readonly string[]
}

/** Decides which requests a local node answers; see {@link createPageGuard}. */
export type PageGuard = ReturnType<typeof createPageGuard>

/** Browsers give such origins only to extensions, such as wallets; no web page can have one. */
const extension = /^[a-z-]+-extension:\/\/[^/]+$/

/**
 * Creates the check for requests from foreign pages to a local node, whose methods set balances and
 * fetch URLs. Hiding responses (CORS) is not enough; websockets or a page whose name points at this
 * machine (DNS rebinding) can even read them. Programs send no Origin and are answered.
 */
export function createPageGuard({ origins, hosts }: AllowedPages) {
  function admitsOrigin(origin: string | undefined): boolean {
    return origin === undefined || origins.includes(origin) || extension.test(origin)
  }

  function admitsHost(host: string | undefined): boolean {
    const name = parseHostName(host ?? '')
    if (name === undefined) return false
    return name === '' || isAddressName(name) || isLoopbackName(name) || hosts.includes(name)
  }

  return {
    /** Whether a request comes from a program or an allowed page. */
    admits: ({ origin, host }: IncomingHttpHeaders) => admitsOrigin(origin) && admitsHost(host),
    /** Headers that let an allowed page read the response. */
    headersFor({ origin }: IncomingHttpHeaders): Record<string, string> {
      if (origin === undefined) return { vary: 'Origin' }
      return {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-allow-headers': '*',
        'access-control-allow-methods': 'POST, GET, OPTIONS',
        'access-control-max-age': '86400',
      }
    },
  }
}

/** Response to a rejected request. */
export const notAdmitted = {
  status: 403,
  sentence: 'This node answers programs and pages of its own dashboard only.\n',
} as const

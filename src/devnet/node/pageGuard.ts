import type { IncomingHttpHeaders } from 'node:http'

import { parseHostName, isAddressName, isLoopbackName } from '#protocol/http/parseHostName.ts'

/** Whose pages a local node answers. */
export type AllowedPages = {
  /** Origins of pages, such as the dashboard's. */
  origins: readonly string[]
  /** Names of hosts, besides addresses and `localhost`, under which browsers reach the node. */
  hosts: readonly string[]
}

/** Tells what pages of others send to a local node; see {@link createPageGuard}. */
export type PageGuard = ReturnType<typeof createPageGuard>

/** A page of the network cannot have these: a browser gives them to its extensions, as wallets are. */
const extension = /^[a-z-]+-extension:\/\/[^/]+$/

/**
 * Tells what pages of others send to a local node, which has methods that set balances and fetch
 * addresses. That a page may not read the answer is no help, and a websocket or a page under a name that
 * points at this machine (DNS rebinding) may even read it. Programs send no Origin and are answered.
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
    /** Whether a request comes from a program or from a page that may ask. */
    admits: ({ origin, host }: IncomingHttpHeaders) => admitsOrigin(origin) && admitsHost(host),
    /** What lets an admitted page read the answer. */
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

/** Status and sentence for a request that is not admitted. */
export const notAdmitted = {
  status: 403,
  sentence: 'This node answers programs and pages of its own dashboard only.\n',
} as const

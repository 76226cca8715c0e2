import { isIPv6 } from 'node:net'

/** Returns a host as written in a URL: IPv6 addresses in brackets. */
export function toUrlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}

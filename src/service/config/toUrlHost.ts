import { isIPv6 } from 'node:net'

/** A host as an address of the web writes it: an IPv6 address stands in brackets. */
export function toUrlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}

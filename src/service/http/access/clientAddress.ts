import { isIPv6 } from 'node:net'

import ipaddr from 'ipaddr.js'

/**
 * Returns the part of an address that identifies a client: an IPv4 address, or the /64 network of
 * an IPv6 address, since clients are assigned whole networks.
 *
 * @param address - From the socket or a trusted proxy; IPv4-mapped IPv6 counts as IPv4.
 * @returns For example `10.0.0.1` or `2001:db8:0:1::/64`.
 */
export function toClientAddress(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address.slice(0, 45)
  const parsed = ipaddr.process(plain)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

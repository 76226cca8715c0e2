import { isIPv6 } from 'node:net'

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
  const groups = parseGroups(plain)
  const inside = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (inside) return [groups[6] ?? 0, groups[7] ?? 0].flatMap((n) => [n >> 8, n & 0xff]).join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address in any notation. */
function parseGroups(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const start = parseNumbers(head)
  const end = tail === undefined ? [] : parseNumbers(tail)
  const gap = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => 0)
  return [...start, ...gap, ...end]
}

function parseNumbers(part: string): number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

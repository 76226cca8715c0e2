import { isIPv6 } from 'node:net'

/**
 * The part of an address that stands for one client: an IPv4 address whole, of IPv6 the network of
 * 64 bits, since everybody is given all addresses of one.
 *
 * @param address - As the socket or a trusted proxy names it; IPv4 inside IPv6 counts as IPv4.
 * @returns A text to count by, such as `10.0.0.1` or `2001:db8:0:1::/64`.
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

/** The eight numbers of an IPv6 address, however it is written. */
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

/**
 * The name in a Host header, lower case and without its port and final dot; an address as browsers write
 * it, IPv6 in brackets. Empty for an empty header, undefined for what is no `host[:port]`.
 *
 * Source: RFC 9110, 7.2; of the names only what DNS and addresses are made of.
 */
export function parseHostName(host: string): string | undefined {
  if (host === '') return ''
  const isWellFormed = /^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*\.?)(:\d{0,5})?$/i.test(host)
  if (!isWellFormed || !URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname.replace(/\.$/, '')
}

/** Whether a name that {@link parseHostName} gives is an IP address. */
export function isAddressName(name: string): boolean {
  return name.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(name)
}

/** Whether a name that {@link parseHostName} gives always means the machine it is said on. */
export function isLoopbackName(name: string): boolean {
  return name === '127.0.0.1' || name === 'localhost' || name === '[::1]'
}

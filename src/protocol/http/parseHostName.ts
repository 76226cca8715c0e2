/**
 * Returns the host of a Host header: lower case, without port and trailing dot; IP addresses as
 * browsers write them, IPv6 in brackets. Empty for an empty header, undefined for a malformed one.
 *
 * Source: RFC 9110, 7.2, restricted to the characters of DNS names and IP addresses.
 */
export function parseHostName(host: string): string | undefined {
  if (host === '') return ''
  const isWellFormed = /^(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*\.?)(:\d{0,5})?$/i.test(host)
  if (!isWellFormed || !URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname.replace(/\.$/, '')
}

/** Whether a name returned by {@link parseHostName} is an IP address. */
export function isAddressName(name: string): boolean {
  return name.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(name)
}

/** Whether a name returned by {@link parseHostName} always refers to the local machine. */
export function isLoopbackName(name: string): boolean {
  return name === '127.0.0.1' || name === 'localhost' || name === '[::1]'
}

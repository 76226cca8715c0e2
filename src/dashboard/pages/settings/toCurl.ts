import type { ApiExchange } from '../../api/service/client.ts'

/**
 * Writes a request to the service as a curl command for a POSIX shell, which can be shown to others:
 * every value that is called a signature is left out of its body, and the key where one is needed.
 * Cookies there are none. It asks for the status as it is, not for a quiet refusal.
 *
 * @param exchange - As logged; a body that is no longer kept is named in its place.
 * @param origin - Of the page that asked; its own path takes a POST of no other one.
 */
export function toCurl(
  { method, url, body }: Pick<ApiExchange, 'method' | 'url' | 'body'>,
  origin: string,
): string {
  const { href, pathname } = new URL(url, origin)
  const isOwnPath = pathname.includes('/dashboard-api/')
  const parts = [['curl', '-X', method, quote(href)]]
  if (!isOwnPath) parts.push(toHeader('x-api-key', '<key left out>'))
  if (method === 'POST') {
    if (isOwnPath) parts.push(toHeader('origin', origin))
    const sent = body === undefined ? '<body no longer kept>' : leaveOutSignatures(body)
    // Unlike --data, --data-raw reads no file.
    parts.push(toHeader('content-type', 'application/json'), ['--data-raw', quote(sent)])
  }
  return parts.map((part) => part.join(' ')).join(' \\\n  ')
}

function toHeader(name: string, value: string): string[] {
  return ['-H', quote([name, value].join(': '))]
}

function leaveOutSignatures(body: string): string {
  const left = JSON.stringify(JSON.parse(body), (name, value: unknown) =>
    /signatures?$/i.test(name) ? '<signature left out>' : value,
  )
  // A terminal may take these for keys, such as one that erases the quote before them.
  return left.replaceAll(
    /[\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Quotes a text for a POSIX shell, in which nothing has a meaning between single quotes but they. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

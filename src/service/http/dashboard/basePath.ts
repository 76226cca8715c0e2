/** Returns the path of the public URL, such as `/estuary`; empty at the root. */
export function getBasePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '')
}

/**
 * Removes the base path from a request URL; proxies may strip or keep it.
 *
 * @param url - Path and query as received.
 */
export function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

/** Prefixes the links, files and images of a page with the base path. */
export function withBasePath(page: string, basePath: string): string {
  if (basePath === '') return page
  return page.replace(/ (href|src)="\/(?!\/)/g, (_, name) => ` ${name}="${basePath}/`)
}

/** Escapes a text for the content of an element, or for an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** Returns the path of a request's URL, without its query. */
export function getPath(url: string): string {
  return url.split('?')[0] ?? ''
}

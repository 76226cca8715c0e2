/** The path under which a service is reached, such as `/estuary`; empty at the root of its host. */
export function getBasePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '')
}

/**
 * The address of a request as the service knows it. A proxy may take the path away or leave it there.
 *
 * @param url - As it came: path and query.
 */
export function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

/** A page of ours whose links, files and images lead to where the service is reached. */
export function withBasePath(page: string, basePath: string): string {
  if (basePath === '') return page
  return page.replace(/ (href|src|data-file)="\/(?!\/)/g, (_, name) => ` ${name}="${basePath}/`)
}

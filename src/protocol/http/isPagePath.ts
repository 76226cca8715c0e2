const reserved = /^\/(api|v3|dashboard-api|docs|explorer|assets|healthz|readyz|metrics)(\/|$)/

/**
 * Whether the service answers a path with the dashboard's page: neither a path of its own nor a
 * file.
 *
 * @param path - Below the service's base path, with a leading slash and without a query.
 */
export function isPagePath(path: string): boolean {
  // A name to look at has a dot too.
  const isFile = !path.startsWith('/watch/') && (path.split('/').at(-1) ?? '').includes('.')
  return !isFile && !reserved.test(path)
}

/** Returns the path of a request's URL, without its query. */
export function getPath(url: string): string {
  return url.split('?')[0] ?? ''
}

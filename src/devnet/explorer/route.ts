/** Request to a devnet route: the parsed JSON body, path parameters and query. */
export type DevnetRequest = {
  body: unknown
  params: Record<string, string>
  query: Record<string, string>
}

/** Response of a devnet route; `body` is text of the given type. */
export type DevnetResponse = { status: number; contentType: string; body: string }

/** A devnet route for any server to mount; `:name` in the path is a parameter. */
export type DevnetRoute = {
  method: 'GET' | 'POST'
  path: string
  handle: (input: DevnetRequest) => Promise<DevnetResponse>
}

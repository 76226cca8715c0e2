/** What a devnet route is asked: the parsed JSON body, path parameters and query. */
export type DevnetRequest = {
  body: unknown
  params: Record<string, string>
  query: Record<string, string>
}

/** What a devnet route answers; `body` is text of the named type. */
export type DevnetResponse = { status: number; contentType: string; body: string }

/** One route of the devnet, for whatever server mounts it; `:name` in the path is a parameter. */
export type DevnetRoute = {
  method: 'GET' | 'POST'
  path: string
  handle: (input: DevnetRequest) => Promise<DevnetResponse>
}

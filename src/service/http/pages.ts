import type { FastifyInstance } from 'fastify'

/** A plain page that another room hands to the service, such as the devnet's explorer. */
export type Page = {
  /** Path with `:name` for its parameters: `/explorer/:chain/tx/:hash`. */
  path: string
  /** The whole document, everything in it escaped; undefined: there is no such page. */
  render: (parameters: Record<string, string>) => Promise<string | undefined>
}

/** Adds pages under GET, without a key, under the same content security policy as all answers. */
export function addPages(app: FastifyInstance, pages: readonly Page[]): void {
  for (const { path, render } of pages)
    app.get<{ Params: Record<string, string> }>(path, async (request, reply) => {
      const document = await render(request.params)
      if (document === undefined) return reply.callNotFound()
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(document)
    })
}

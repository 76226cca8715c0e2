import type { FastifyInstance } from 'fastify'

import { ServiceError } from '../../ServiceError.ts'
import { withBasePath } from './basePath.ts'

/** What a page is asked. */
export type PageRequest = {
  body: unknown
  params: Record<string, string>
  query: Record<string, string>
}

/** A plain page that another room hands to the service, such as the devnet's explorer. */
export type Page = {
  /** Path with `:name` for its parameters: `/explorer/:chain/tx/:hash`. */
  path: string
  /** The whole document, everything in it escaped. */
  handle: (request: PageRequest) => Promise<{ status: number; contentType: string; body: string }>
}

/**
 * Adds pages under GET, without a key, under the same content security policy as all answers. A person
 * sees why there is none as a page, a program as the error body.
 */
export function addPages(
  app: FastifyInstance,
  { pages, basePath }: { pages: readonly Page[]; basePath: string },
): void {
  for (const { path, handle } of pages)
    app.get<{ Params: Record<string, string>; Querystring: Record<string, string> }>(
      path,
      async ({ params, query, headers }, reply) => {
        const { status, contentType, body } = await handle({ body: undefined, params, query })
        const isPerson = (headers.accept ?? '').includes('text/html')
        if (status >= 500 && !isPerson)
          throw new ServiceError('CHAIN_UNAVAILABLE', 'The chain does not answer.')
        if (status >= 400 && !isPerson)
          throw new ServiceError('NOT_FOUND', 'There is no such page.')
        return reply
          .code(status)
          .headers({ 'content-type': contentType, 'cache-control': 'no-store' })
          .send(withBasePath(body, basePath))
      },
    )
}

import type { FastifyInstance } from 'fastify'

import { ServiceError } from '../../ServiceError.ts'
import { withBasePath } from './basePath.ts'

/** Request for a {@link Page}. */
export type PageRequest = {
  body: unknown
  params: Record<string, string>
  query: Record<string, string>
}

/** A server-rendered page from outside the service, such as the devnet's explorer. */
export type Page = {
  /** Route pattern, such as `/explorer/:chain/tx/:hash`. */
  path: string
  /** Returns the whole document; all values in it must be escaped. */
  handle: (request: PageRequest) => Promise<{ status: number; contentType: string; body: string }>
}

/**
 * Adds pages under GET, without an API key and with the common content security policy. Errors are
 * shown as pages to browsers and as the error body to programs.
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

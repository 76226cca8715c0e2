import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import type { Shell } from './shell.ts'

/**
 * Serves the built dashboard and the page of `/docs`. Files under `assets/` carry a hash in their
 * name and never change; everything else is asked for again each time. A `.br` or `.gz` beside a file
 * is sent instead when the browser takes it.
 *
 * @param options.folder - Absolute; absent: nothing is served.
 * @param options.shell - How the page itself is sent, wherever it is asked for.
 */
export async function addStaticFiles(
  app: FastifyInstance,
  { folder, shell }: { folder: string | undefined; shell: Shell | undefined },
): Promise<void> {
  if (folder === undefined || shell === undefined) return
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const isHashed = /[\\/]assets[\\/]/.test(path)
      response.setHeader(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  for (const page of ['/', '/index.html'])
    app.get(page, async (_request, reply) => shell(reply.header('cache-control', 'no-cache')))
  app.get('/docs', async (_request, reply) => reply.sendFile('docs/index.html'))
}

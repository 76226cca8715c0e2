import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { withBasePath } from './basePath.ts'
import type { Shell } from './shell.ts'

/**
 * Serves the built dashboard and `/docs`. Files under `assets/` have a hash in their name and are
 * cached forever; all others are revalidated. Precompressed `.br` and `.gz` files are used.
 *
 * @param options.folder - Absolute path; nothing is served when absent.
 * @param options.shell - Sends the page itself.
 * @param options.basePath - Path under which the service is reached.
 */
export async function addStaticFiles(
  app: FastifyInstance,
  options: { folder: string | undefined; shell: Shell | undefined; basePath: string },
): Promise<void> {
  const { folder, shell, basePath } = options
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
  app.get('/docs', async (_request, reply) => {
    if (basePath === '') return reply.sendFile('docs/index.html')
    const page = await readFile(join(folder, 'docs/index.html'), 'utf8')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withBasePath(page, basePath))
  })
}

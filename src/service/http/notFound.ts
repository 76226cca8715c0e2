import type { FastifyInstance, FastifyRequest } from 'fastify'

import { ServiceError } from '../ServiceError.ts'

const reserved = /^\/(api|dashboard-api|docs|explorer|assets|healthz|readyz|metrics)(\/|$)/

/**
 * Answers what no route answers: the dashboard's shell for a page of its own (these live in the
 * browser), 405 for a route of the other method, 404 otherwise.
 */
export function addNotFound(app: FastifyInstance, options: { hasDashboard: boolean }): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (options.hasDashboard && isNavigation(request, path))
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    const allowed = ['GET', 'POST'].filter((method) => app.hasRoute({ method, url: path }))
    if (allowed.length === 0) throw new ServiceError('NOT_FOUND', 'There is no such route.')
    void reply.header('allow', allowed.join(', '))
    throw new ServiceError(
      'METHOD_NOT_ALLOWED',
      `${request.method} is not possible here; ${allowed.join(' or ')} is.`,
    )
  })
}

function isNavigation({ method, headers }: FastifyRequest, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const wantsPage = (headers.accept ?? '').includes('text/html')
  const isFile = (path.split('/').at(-1) ?? '').includes('.')
  return isRead && wantsPage && !isFile && !reserved.test(path)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../ServiceError.ts'
import { getPath } from './basePath.ts'
import { hasLinkPreview } from './linkPreviews.ts'
import type { Shell } from './shell.ts'

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

/**
 * Handles requests without a route: the dashboard's page for its client-side routes, 405 for
 * another method of a route, 404 otherwise. The body is not read. Routes are known that are added later.
 */
export function addNotFound(app: FastifyInstance, options: { shell: Shell | undefined }): void {
  const { shell } = options
  const routes = collectRoutes(app)
  function shellFor(request: FastifyRequest): Shell | undefined {
    return isNavigation(request, getPath(request.url)) ? shell : undefined
  }

  function refuse(request: FastifyRequest, reply: FastifyReply): never {
    const url = getPath(request.url)
    const asked = url.replace(/(?<=.)\/$/, '').split('/')
    const fitting = routes.filter(
      ({ parts }) =>
        parts.length === asked.length &&
        parts.every((part, at) => part === asked[at] || (part.startsWith(':') && asked[at] !== '')),
    )
    const allowed = ['GET', 'POST'].filter((method) =>
      fitting.some(({ methods }) => methods.includes(method)),
    )
    if (allowed.length === 0) throw new ServiceError('NOT_FOUND', 'There is no such route.')
    void reply.header('allow', allowed.join(', '))
    throw new ServiceError(
      'METHOD_NOT_ALLOWED',
      `${request.method} is not possible here; ${allowed.join(' or ')} is.`,
    )
  }

  app.addHook('preParsing', async (request, reply) => {
    if (request.is404 && !shellFor(request)) refuse(request, reply)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const send = shellFor(request)
    if (!send) return refuse(request, reply)
    return send(reply.header('cache-control', 'no-cache'))
  })
}

/** Methods and paths of the routes, without those that take any path. */
function collectRoutes(app: FastifyInstance): readonly { methods: string[]; parts: string[] }[] {
  const routes: { methods: string[]; parts: string[] }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.includes('*')) routes.push({ methods: [method].flat(), parts: url.split('/') })
  })
  return routes
}

function isNavigation({ method, headers }: FastifyRequest, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const accepted = headers.accept ?? ''
  const wantsPage =
    accepted.includes('text/html') || (accepted.includes('*/*') && hasLinkPreview(path))
  return isRead && wantsPage && isPagePath(path)
}

import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'

import { ServiceError } from '../ServiceError.ts'
import { type AddressLimits, checkAllowance, takeAllowance } from './allowance.ts'
import { addApiRoutes, addDashboardApiRoutes } from './apiRoutes.ts'
import { type ApiKey, createApiKeys } from './apiKeys.ts'
import { createCors } from './cors.ts'
import { type ErrorAnswer, errorAnswer } from './errorAnswer.ts'
import type { Handlers } from './handlers.ts'
import { type Readiness, addHealthRoutes } from './healthRoutes.ts'
import { addMetrics } from './metrics.ts'
import { addNotFound } from './notFound.ts'
import { addOpenApi } from './openApi.ts'
import { type Page, addPages } from './pages.ts'
import { type Allowance, createRateLimit } from './rateLimit.ts'
import { securityHeaders } from './securityHeaders.ts'
import { refuseExpectation, refuseSocket } from './socketRefusal.ts'
import { addStaticFiles } from './staticFiles.ts'
import { JsonRefusal, readStrictJson } from './strictJson.ts'

/** What the HTTP service is made of. */
export type HttpParts = {
  handlers: Handlers
  keys: readonly ApiKey[]
  /** Further keys, by digest. */
  lookUpKey?: (sha256: string) => Promise<ApiKey | undefined>
  /** Whether the database and the chains are usable. */
  readiness: () => Promise<Readiness>
  /** The refusal behind an error of a lower room, such as a chain that does not answer. */
  explain?: (error: unknown) => ServiceError | undefined
  /** Plain pages of others, such as the devnet's explorer. */
  pages?: readonly Page[]
  /** Where faults go; must hide secrets itself. */
  log: { error: (details: object, message: string) => void }
}

/** How it listens and what it tells browsers. */
export type HttpOptions = {
  /** Address under which people reach it, such as `http://127.0.0.1:8080`. */
  publicUrl: string
  corsOrigins: readonly string[]
  /** RPC addresses that the dashboard may connect to. */
  publicRpcUrls: readonly string[]
  /** The built dashboard; absent: no pages. */
  dashboardFolder?: string
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies?: readonly string[]
  limits?: Partial<AddressLimits>
  /** Clock of the rate limits in milliseconds; a value in tests. */
  now?: () => number
}

const bodyLimitBytes = 256 * 1024

/**
 * The HTTP service over the parts it is given; opens no port until `listen`.
 *
 * @returns The Fastify instance: `listen`, `close`, and `inject` for tests.
 */
export async function createHttp(parts: HttpParts, options: HttpOptions): Promise<FastifyInstance> {
  const keys = createApiKeys(parts.keys, parts.lookUpKey)
  const limits = { anyonePerSecond: 300, dashboardPerSecond: 200, ...options.limits }
  const allowanceParts = { keys, rate: createRateLimit(options.now), limits }
  const cors = createCors([
    new URL(options.publicUrl).origin,
    ...options.corsOrigins,
    ...keys.allowedOrigins,
  ])
  const fixedHeaders = securityHeaders(options)

  /** Headers that every answer has, also one that never reached a route. */
  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<Allowance> {
    reply.headers(fixedHeaders)
    reply.headers(cors.headersFor(request.headers.origin))
    return takeAllowance(request, { reply, parts: allowanceParts })
  }

  /** Refuses a request whose address cannot even be routed. */
  async function refuseUnrouted(error: Error, request: FastifyRequest, reply: FastifyReply) {
    await begin(request, reply)
    await sendError(reply, errorAnswer(error, request.url))
  }

  const app = fastify({
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    return503OnClosing: false,
    forceCloseConnections: true,
    http: { requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void refuseUnrouted(error, request, reply),
    clientErrorHandler: (error, socket) => refuseSocket(error, { socket, headers: fixedHeaders }),
  })
  app.server.on('checkExpectation', refuseExpectation(fixedHeaders))
  readJsonStrictly(app)
  app.setErrorHandler((error, request, reply) => {
    const refusal = parts.explain?.(error) ?? error
    const answer = errorAnswer(refusal, request.url)
    if (refusal instanceof ServiceError && refusal.retryAfterSeconds !== undefined)
      reply.header('retry-after', refusal.retryAfterSeconds)
    if (answer.status === 500) parts.log.error({ err: error, path: answer.body.path }, 'fault')
    return sendError(reply, answer)
  })
  app.addHook('onRequest', async (request, reply) => {
    const allowance = await begin(request, reply)
    if (isPreflight(request))
      return reply.headers(cors.preflightHeadersFor(request.headers.origin)).code(204).send()
    checkAllowance(allowance)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new ServiceError('INVALID_REQUEST', 'The header Host is missing.')
  })
  addMetrics(app)
  addHealthRoutes(app, { readiness: parts.readiness })
  addApiRoutes(app, { handlers: parts.handlers, keys })
  addDashboardApiRoutes(app, { handlers: parts.handlers, publicUrl: options.publicUrl })
  addOpenApi(app, { handlers: parts.handlers, publicUrl: options.publicUrl })
  addPages(app, parts.pages ?? [])
  await addStaticFiles(app, options.dashboardFolder)
  addNotFound(app, { hasDashboard: options.dashboardFolder !== undefined })
  return app
}

function readJsonStrictly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      try {
        return readStrictJson(body)
      } catch (error) {
        if (error instanceof JsonRefusal)
          throw new ServiceError('INVALID_REQUEST', error.message, { cause: error })
        throw error
      }
    },
  )
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

function sendError(reply: FastifyReply, { status, body }: ErrorAnswer): FastifyReply {
  if ((status === 503 || status === 429) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', 1)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

import { randomUUID } from 'node:crypto'
import type { ServerResponse, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { defaultMaxBodyBytes } from '#protocol/http/endpoints/endpoint.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { Readiness } from '../monitoring/readiness.ts'
import { ServiceError } from '../ServiceError.ts'
import { createAdmission } from './access/admission.ts'
import { type AddressLimits, checkAllowance, takeAllowance } from './access/allowance.ts'
import { addApiRoutes, addDashboardApiRoutes } from './api/apiRoutes.ts'
import { getBasePath, withoutBasePath } from './dashboard/basePath.ts'
import { type ApiKey, type Client, createApiKeys } from './access/apiKeys.ts'
import { createCors } from './server/cors.ts'
import { type ErrorAnswer, toErrorAnswer } from './server/errorAnswer.ts'
import type { Handlers } from './api/handlers.ts'
import { addHealthRoutes } from './monitoring/monitoringServer.ts'
import { addMetricsRoute, getRoutePattern } from './monitoring/metricsRoute.ts'
import { addNotFound } from './dashboard/notFound.ts'
import { addOpenApi } from './api/openApi.ts'
import { checkHostHeader, createHostCheck } from './server/ownHost.ts'
import { type Page, addPages } from './dashboard/pages.ts'
import {
  type Allowance,
  createRateLimit,
  type RateLimit,
  type ShareCounts,
} from './access/rateLimit.ts'
import { buildSecurityHeaders, type WalletRelay } from './server/securityHeaders.ts'
import { createShell, type ShownNetwork } from './dashboard/shell.ts'
import { addRpcRoutes, type RpcRelay } from './rpc/rpcRoutes.ts'
import { rejectExpectation, rejectSocket } from './server/rejectSocket.ts'
import { recordAnswers } from './api/recordAnswers.ts'
import { addStaticFiles } from './dashboard/staticFiles.ts'
import { InvalidJsonError, readStrictJson } from './server/strictJson.ts'

/** Maximum pending requests of one connection; browsers and HTTP clients send one. */
const maxWaiting = 32

/**
 * Closes connections that pipeline too many requests: a few kilobytes can hold a thousand, and each
 * costs a response, even a refusal.
 */
function createPipelineLimit() {
  const waiting = new WeakMap<Socket, number>()
  return {
    /** Counts a request; false when its connection has been closed instead. */
    admits({ socket }: IncomingMessage, response: ServerResponse): boolean {
      if (socket.destroyed) return false
      const count = (waiting.get(socket) ?? 0) + 1
      if (count > maxWaiting) {
        socket.destroy()
        return false
      }
      waiting.set(socket, count)
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
      return true
    },
  }
}

/** Header of the request id, in requests of a proxy and in every response. */
const requestIdHeader = 'x-request-id'

/** Returns the caller's request id if it is safe to log, otherwise a new one. */
function getRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.:-]{8,128}$/.test(given) ? given : randomUUID()
}

/** Dependencies of {@link createHttp}. */
export type HttpParts = {
  handlers: Handlers
  keys: readonly ApiKey[]
  /** Looks up further keys by hash. */
  lookUpKey?: (sha256: string) => Promise<ApiKey | undefined>
  /** The client shared by all visitors of the dashboard. */
  dashboard: Client
  /** Whether the database and the chains are usable. */
  readiness: () => Promise<Readiness>
  /** Shares rate limit counts with other processes; without it this process counts for itself. */
  shareCounts?: ShareCounts
  /** Metrics for `/metrics`. */
  metrics: Metrics
  /** Maps an error of a lower layer, such as an unavailable chain, to a ServiceError. */
  explain?: (error: unknown) => ServiceError | undefined
  /** Chains relayed for visitors of the dashboard; none by default. */
  relays?: ReadonlyMap<ChainId, RpcRelay>
  /** Server-rendered pages, such as the devnet's explorer. */
  pages?: readonly Page[]
  /** Log of errors and requests; must hide secrets itself. */
  log: Log
}

/**
 * Timeouts in milliseconds: of a request, checked every `checkEveryMs`, and until a response that is kept
 * in memory is read.
 */
export type Patience = {
  headersMs: number
  requestMs: number
  checkEveryMs: number
  drainMs?: number
}

/** Settings of {@link createHttp}. */
export type HttpOptions = {
  /** Public URL of the service, such as `http://127.0.0.1:8080`. */
  publicUrl: string
  corsOrigins: readonly string[]
  /** RPC URLs that the dashboard may connect to. */
  publicRpcUrls: readonly string[]
  /** Folder of the built dashboard; no pages when absent. */
  dashboardFolder?: string | undefined
  /** The network shown by the dashboard; the compiled-in one when absent. */
  dashboardNetwork?: ShownNetwork
  /** Where the dashboard reaches wallets on phones; no host is allowed for it when absent. */
  walletConnect?: WalletRelay | undefined
  /** Whether the dashboard may reach wallet apps on the phone that it runs on. */
  hasMobileWallets?: boolean
  /** Whether `/metrics` needs no key on this machine; only safe where nobody else has access. */
  hasOpenMetrics?: boolean
  /** Maximum wait of a queued quote, milliseconds. */
  maxWaitMs?: number
  /** Proxies whose X-Forwarded-For header is trusted. */
  trustedProxies?: readonly string[]
  limits?: Partial<AddressLimits>
  /** File to which every response of `/api` is appended; tests check them against OpenAPI. */
  recordAnswersTo?: string | undefined
  /** Time limits for a client to send its headers and its whole request. */
  patience?: Patience
  /** Clock of the rate limits in milliseconds, for tests. */
  now?: () => number
}

/** Enough for the largest body on a slow line; proxies keep idle connections for a minute. */
const defaultPatience: Patience = { headersMs: 10_000, requestMs: 20_000, checkEveryMs: 1000 }
const defaultDrainMs = 20_000
const idleMs = 75_000
const defaultLimits = { anyonePerSecond: 300, dashboardPerSecond: 200, lookUpsPerSecond: 20 }

/**
 * Creates the HTTP service. Opens no port until `listen`.
 *
 * @returns The Fastify instance: `listen`, `close`, and `inject` for tests.
 */
export async function createHttp(parts: HttpParts, options: HttpOptions): Promise<FastifyInstance> {
  const { dashboard, handlers } = parts
  const { publicUrl, dashboardFolder, dashboardNetwork: network } = options
  const { walletConnect, hasMobileWallets } = options
  const basePath = getBasePath(publicUrl)
  const shell =
    dashboardFolder === undefined
      ? undefined
      : createShell(dashboardFolder, { network, publicUrl, walletConnect, hasMobileWallets })
  const rate = createRateLimit({ now: options.now, share: parts.shareCounts })
  const greeting = createGreeting(parts, options, rate)
  const app = openApp(greeting, options)
  readJsonStrictly(app)
  app.setErrorHandler((error, request, reply) => {
    const explained = parts.explain?.(error) ?? error
    const { bodyLimit } = request.routeOptions
    const answer = toErrorAnswer(explained, request.url, bodyLimit)
    if (explained instanceof ServiceError && explained.retryAfterSeconds !== undefined)
      reply.header('retry-after', explained.retryAfterSeconds)
    if (answer.status === 500)
      parts.log('request_failed', {
        err: error,
        requestId: request.id,
        method: request.method,
        path: answer.body.path,
      })
    return sendError(reply, answer)
  })
  const pipeline = createPipelineLimit()
  app.addHook('onRequest', async (request, reply) => {
    if (!pipeline.admits(request.raw, reply.raw)) return reply.hijack()
    const allowance = await greeting.begin(request, reply)
    if (isPreflight(request))
      return reply.headers(greeting.preflightHeaders(request)).code(204).send()
    checkAllowance(allowance)
    checkHostHeader(request.raw)
  })
  // After authentication, so that a caller without a key gets 401 first.
  app.addHook('preParsing', async (request) => {
    checkQueryEncoding(request.url)
    checkContentCoding(request)
  })
  // Streams wait for their reader by themselves.
  app.addHook('onSend', async (_request, reply, payload) => {
    const isKept = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (isKept) limitDrain(reply.raw, options.patience?.drainMs ?? defaultDrainMs)
  })
  if (options.recordAnswersTo !== undefined) recordAnswers(app, options.recordAnswersTo)
  addNotFound(app, { shell })
  addMetricsRoute(app, { metrics: parts.metrics, isOpen: options.hasOpenMetrics })
  addRequestLog(app, parts.log)
  addHealthRoutes(app, { readiness: parts.readiness })
  const admission = createAdmission(options.maxWaitMs)
  app.addHook('onClose', async () => {
    admission.stop()
    rate.stop()
  })
  const checkHost = createHostCheck(options)
  addApiRoutes(app, { handlers, admission, checkHost })
  addRpcRoutes(app, { relays: parts.relays ?? new Map(), checkHost, rate })
  addDashboardApiRoutes(app, { handlers, admission, client: dashboard, publicUrl })
  addOpenApi(app, { handlers, publicUrl })
  addPages(app, { pages: parts.pages ?? [], basePath })
  await addStaticFiles(app, { folder: dashboardFolder, shell, basePath })
  return app
}

type Greeting = ReturnType<typeof createGreeting>

/** Runs at the start of every response, including those without a route. */
function createGreeting(parts: HttpParts, options: HttpOptions, rate: RateLimit) {
  const keys = createApiKeys(parts.keys, { lookUp: parts.lookUpKey, now: options.now })
  const limits = { ...defaultLimits, ...options.limits }
  const context = { keys, rate, limits, dashboard: parts.dashboard }
  const fixedHeaders = buildSecurityHeaders(options)
  const cors = createCors([
    new URL(options.publicUrl).origin,
    ...options.corsOrigins,
    ...keys.allowedOrigins,
  ])
  return {
    fixedHeaders,
    preflightHeaders: ({ headers }: FastifyRequest) => cors.preflightHeadersFor(headers.origin),
    async begin(request: FastifyRequest, reply: FastifyReply): Promise<Allowance> {
      reply.headers(fixedHeaders).header(requestIdHeader, request.id)
      reply.headers(cors.headersFor(request.headers.origin))
      return takeAllowance(request, reply, context)
    },
  }
}

/** Creates the server without routes: socket handling and timeouts. */
function openApp(greeting: Greeting, options: HttpOptions): FastifyInstance {
  const { headersMs, requestMs, checkEveryMs } = options.patience ?? defaultPatience
  const { fixedHeaders } = greeting

  /** Refuses a request whose URL cannot be routed. */
  async function refuseUnrouted(error: Error, request: FastifyRequest, reply: FastifyReply) {
    await greeting.begin(request, reply)
    await sendError(reply, toErrorAnswer(error, request.url))
  }

  const app = fastify({
    bodyLimit: defaultMaxBodyBytes,
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, getBasePath(options.publicUrl)),
    genReqId: ({ headers }) => getRequestId(headers[requestIdHeader]),
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    return503OnClosing: false,
    forceCloseConnections: true,
    requestTimeout: requestMs,
    connectionTimeout: idleMs,
    http: {
      requireHostHeader: false,
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkEveryMs,
    },
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void refuseUnrouted(error, request, reply),
    clientErrorHandler: (error, socket) => rejectSocket(error, { socket, headers: fixedHeaders }),
  })
  app.server.on('checkExpectation', rejectExpectation(fixedHeaders))
  return app
}

function addRequestLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) =>
    log('request_answered', {
      requestId: request.id,
      method: request.method,
      route: getRoutePattern(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }),
  )
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
        if (error instanceof InvalidJsonError)
          throw new ServiceError('INVALID_REQUEST', error.message, { cause: error })
        throw error
      }
    },
  )
}

/** A compressed body would be parsed as broken JSON. Source: RFC 9110, 8.4. */
function checkContentCoding({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding']
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (coding === undefined || !hasBody || /^(identity)?$/i.test(coding.trim())) return
  const message = 'The body is compressed: send it without Content-Encoding.'
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', message)
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

function sendError(reply: FastifyReply, { status, body, headers }: ErrorAnswer): FastifyReply {
  if ((status === 503 || status === 429) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', 1)
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .send(body)
}

/**
 * Closes the connection of a response that its client does not read in time: what is not read is kept in
 * memory.
 */
function limitDrain(response: ServerResponse, maxMs: number): void {
  const timer = setTimeout(() => response.socket?.destroy(), maxMs).unref()
  response.once('close', () => clearTimeout(timer))
}

/**
 * Refuses a query with invalid percent-encoding, which query parsers would keep as text.
 *
 * @param url - Path and query as received.
 * @throws ServiceError `INVALID_REQUEST`. Source: wire, "Errors, limits, headers".
 */
function checkQueryEncoding(url: string): void {
  const start = url.indexOf('?')
  if (start === -1) return
  try {
    decodeURIComponent(url.slice(start + 1))
  } catch (cause) {
    const message = 'The query is not valid URL encoding.'
    throw new ServiceError('INVALID_REQUEST', message, { cause })
  }
}

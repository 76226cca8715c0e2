import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, register } from 'prom-client'

import { ServiceError } from '../ServiceError.ts'

const requestSeconds = new Histogram({
  name: 'estuary_http_request_seconds',
  help: 'Time to answer, by route and status.',
  labelNames: ['route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

/**
 * Measures every request and adds `/metrics`, which answers only a caller on this machine that did
 * not come through a proxy: metrics are not public (decisions, "where things listen").
 */
export function addMetrics(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    requestSeconds.observe(
      { route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', async (request, reply) => {
    if (!isOnThisMachine(request)) throw new ServiceError('NOT_FOUND', 'There is no such route.')
    await reply.header('content-type', register.contentType).send(await register.metrics())
  })
}

function isOnThisMachine({ raw, headers }: FastifyRequest): boolean {
  const isProxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const isLoopbackHost = ['127.0.0.1', 'localhost', '[::1]'].includes(host)
  const address = raw.socket.remoteAddress ?? ''
  return !isProxied && isLoopbackHost && /^(::1|(::ffff:)?127\.)/.test(address)
}

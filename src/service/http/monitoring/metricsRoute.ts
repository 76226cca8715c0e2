import type { FastifyInstance, FastifyRequest } from 'fastify'

import { parseHostName, isLoopbackName } from '#protocol/http/parseHostName.ts'
import type { Metrics } from '../../monitoring/metrics.ts'
import { ServiceError } from '../../ServiceError.ts'
import { getApiKey } from '../access/allowance.ts'

/**
 * Measures every request and adds `/metrics`, which answers only callers on this machine with an
 * unrestricted key: metrics are not public (wire, "Extensions and where things listen"). Without
 * the key, a local proxy that adds no header would expose them.
 *
 * @param options.isOpen - Whether no key is needed: where no request comes from elsewhere.
 */
export function addMetricsRoute(
  app: FastifyInstance,
  { metrics, isOpen = false }: { metrics: Metrics; isOpen: boolean | undefined },
): void {
  app.addHook('onResponse', async (request, reply) => {
    metrics.observeRequest({
      route: getRoutePattern(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
  app.get('/metrics', async (request, reply) => {
    if (!isOnThisMachine(request) || !(isOpen || (await mayDoAll(request))))
      throw new ServiceError('NOT_FOUND', 'There is no such route.')
    const { contentType, text } = await metrics.read()
    await reply.header('content-type', contentType).send(text)
  })
}

/** Returns the route pattern of a request, without parameter values; `none` when unmatched. */
export function getRoutePattern({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'none'
}

async function mayDoAll(request: FastifyRequest): Promise<boolean> {
  const key = await getApiKey(request)
  return key !== undefined && key.allowedEndpoints === undefined
}

function isOnThisMachine({ raw, headers }: FastifyRequest): boolean {
  const isProxied = Object.keys(headers).some((name) => proxied.test(name))
  const isLoopback = isLoopbackName(parseHostName(headers.host ?? '') ?? '')
  const address = raw.socket.remoteAddress ?? ''
  return !isProxied && isLoopback && /^(::1|(::ffff:)?127\.)/.test(address)
}

/** Headers that proxies commonly add; some add none. */
const proxied = /^(x-forwarded-.+|forwarded|via|x-real-ip)$/

import { fastify } from 'fastify'

import { parseHostName, isLoopbackName } from '#protocol/http/parseHostName.ts'
import type { Loop, Metrics } from '../../monitoring/metrics.ts'
import type { Readiness } from '../../monitoring/readiness.ts'
import { ServiceError } from '../../ServiceError.ts'
import { toErrorAnswer } from '../server/errorAnswer.ts'
import { addHealthRoutes } from './healthRoutes.ts'

/**
 * Serves `/metrics`, `/healthz` and `/readyz` of a process on a separate port, without a key: the
 * port is for monitoring systems, not the public. On a loopback port, browser pages are refused
 * under any host name (DNS rebinding).
 *
 * @returns The URL, and a function that stops the server.
 * @throws Error when the port cannot be opened.
 */
export async function startMonitoring(
  parts: { metrics: Metrics; readiness: () => Promise<Readiness>; loops: () => readonly Loop[] },
  { host, port }: { host: string; port: number },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const app = fastify({ forceCloseConnections: true })
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = toErrorAnswer(error, request.url)
    return reply.code(status).send(body)
  })
  app.addHook('onRequest', async ({ headers }) => {
    const isForeign = !isLoopbackName(parseHostName(headers.host ?? '') ?? '')
    if (headers.origin !== undefined || (isLoopbackName(host) && isForeign))
      throw new ServiceError('FORBIDDEN', 'This port is for monitors.')
  })
  addHealthRoutes(app, parts)
  app.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await parts.metrics.read()
    await reply.header('content-type', contentType).send(text)
  })
  const url = await app.listen({ host, port })
  return { url, stop: () => app.close() }
}

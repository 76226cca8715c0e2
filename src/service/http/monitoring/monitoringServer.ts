import { fastify, type FastifyInstance } from 'fastify'
import { parseHostName, isLoopbackName } from '#protocol/http/parseHostName.ts'
import type { Loop, Metrics } from '../../monitoring/metrics.ts'
import type { Readiness } from '../../monitoring/readiness.ts'
import { ServiceError } from '../../ServiceError.ts'
import { toErrorAnswer } from '../server/errorAnswer.ts'

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

/** A loop without a completed round for this long counts as hanging; the supervisor restarts it. */
const hangsAfterMs = 120_000

/**
 * Adds `/healthz` (the process responds and its loops run) and `/readyz` (200 only when database
 * and chains are usable). Both need no key, and name providers by their position only.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  options: { readiness: () => Promise<Readiness>; loops?: () => readonly Loop[] },
): void {
  const { loops = () => [] } = options
  app.get('/healthz', async (_request, reply) => {
    const hanging = loops().filter(({ sinceRoundMs }) => sinceRoundMs() > hangsAfterMs)
    if (hanging.length > 0)
      throw new ServiceError(
        'INTERNAL',
        `The loop of ${hanging.map(({ name }) => name).join(', ')} hangs: restart this process.`,
      )
    await reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  app.get('/readyz', async (_request, reply) => {
    const { missing, reasons } = await options.readiness()
    const parts = missing.map((part) => (reasons[part] ? `${part} (${reasons[part]})` : part))
    const sentence = `Not ready: ${parts.join(', ')}.`
    if (missing.includes('database')) throw new ServiceError('STORAGE_UNAVAILABLE', sentence)
    if (missing.length > 0) throw new ServiceError('CHAIN_UNAVAILABLE', sentence)
    await reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}

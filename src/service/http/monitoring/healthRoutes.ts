import type { FastifyInstance } from 'fastify'

import type { Loop } from '../../monitoring/metrics.ts'
import type { Readiness } from '../../monitoring/readiness.ts'
import { ServiceError } from '../../ServiceError.ts'

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

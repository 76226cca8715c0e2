import type { FastifyInstance } from 'fastify'

import { ServiceError } from '../ServiceError.ts'

/** What is not usable, by name (such as `database`, `eip155:1`); empty: ready. */
export type Readiness = { missing: readonly string[] }

/**
 * Adds `/healthz` (the process answers) and `/readyz` (200 only when database and chains are usable).
 * Neither asks for a key, and neither says more than names.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  options: { readiness: () => Promise<Readiness> },
): void {
  app.get('/healthz', async (_request, reply) => {
    await reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  app.get('/readyz', async (_request, reply) => {
    const { missing } = await options.readiness()
    if (missing.includes('database'))
      throw new ServiceError('STORAGE_UNAVAILABLE', `Not ready: ${missing.join(', ')}.`)
    if (missing.length > 0)
      throw new ServiceError('CHAIN_UNAVAILABLE', `Not ready: ${missing.join(', ')}.`)
    await reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}

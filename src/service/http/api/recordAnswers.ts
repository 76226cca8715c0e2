import { appendFileSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'

/** One answer as it was sent; `path` without its query, `body` decoded, or as text if it is none. */
export type RecordedAnswer = { method: string; path: string; status: number; body: unknown }

/**
 * Adds every answer of `/api` and of the dashboard's way there to a file, one JSON document a line:
 * for tests, which hold them against the OpenAPI document. Requests and their keys are not recorded.
 *
 * @param file - Several processes may write to the same.
 */
export function recordAnswers(app: FastifyInstance, file: string): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const asked = request.routeOptions.url ?? request.url.split('?')[0] ?? ''
    const path = asked.replace(/^\/dashboard-api\//, '/api/')
    if (!/^\/(api|v3)\//.test(path) || typeof payload !== 'string' || request.method === 'HEAD')
      return
    const { method } = request
    const answer: RecordedAnswer = { method, path, status: reply.statusCode, body: read(payload) }
    appendFileSync(file, `${JSON.stringify(answer)}\n`)
  })
}

function read(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    // No JSON: recorded as it is, for the check to say so.
    return payload
  }
}

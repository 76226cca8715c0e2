import { appendFileSync } from 'node:fs'

import type { FastifyInstance } from 'fastify'

/** A recorded response; `path` without query, `body` decoded or as text when it is not JSON. */
export type RecordedAnswer = { method: string; path: string; status: number; body: unknown }

/**
 * Appends every response of `/api` and `/dashboard-api` to a file, one JSON document per line.
 * Tests compare them with the OpenAPI document. Requests and keys are not recorded.
 *
 * @param file - Several processes may write to the same file.
 */
export function recordAnswers(app: FastifyInstance, file: string): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const asked = request.routeOptions.url ?? request.url.split('?')[0] ?? ''
    const path = asked.replace(/^\/dashboard-api\//, '/api/')
    if (!/^\/(api|v3)\//.test(path) || typeof payload !== 'string' || request.method === 'HEAD')
      return
    const { method } = request
    const answer: RecordedAnswer = {
      method,
      path,
      status: reply.statusCode,
      body: read(payload),
    }
    appendFileSync(file, `${JSON.stringify(answer)}\n`)
  })
}

function read(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    // Not JSON: recorded as text, which the check reports.
    return payload
  }
}

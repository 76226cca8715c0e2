import { ExactErrorBody } from './exactErrorBody.ts'
import { connect } from 'node:net'

import type { FastifyInstance } from 'fastify'

import { endpoints } from '#protocol/http/endpoints.ts'
import { ErrorBody } from '#protocol/status/errors.ts'
import type { Log } from '#service/monitoring/log.ts'
import { createMetrics } from '#service/monitoring/metrics.ts'
import { ServiceError } from '#service/ServiceError.ts'
import { type ApiKey, hashApiKey } from '#service/http/access/apiKeys.ts'
import type { Handlers } from '#service/http/api/handlers.ts'
import { type HttpOptions, type HttpParts, createHttp } from '#service/http/http.ts'

/** Header with the API key of {@link startTestHttp}. */
export const goodKey = { 'x-api-key': 'good' }

/** Response of the predict-address handler in tests. */
export const predicted = { predictedAddress: '0x00000000000000000000000000000000000000aa' } as const

/** A valid body of predict-address. */
export const predictBody = {
  sessionAddress: predicted.predictedAddress,
  adminAddress: predicted.predictedAddress,
}

/** URL of predict-address. */
export const predictUrl = '/api/account/predict-address'
/** URL for the status of an unknown execution. */
export const statusUrl = `/api/v3/status/get-execution-status?quoteId=0x${'ab'.repeat(32)}`

/** Handlers of all endpoints that refuse every request, for tests of what runs before handlers. */
export const rejectingHandlers = Object.fromEntries(
  Object.keys(endpoints).map((name) => [
    name,
    () => {
      throw new ServiceError('NO_ROUTE', 'No way leads there.')
    },
  ]),
) satisfies Handlers

const open: FastifyInstance[] = []

/** The record of an API key. */
export function buildApiKey(text: string, more: Partial<ApiKey> = {}): ApiKey {
  return { label: text, sha256: hashApiKey(text), requestsPerSecond: 1000, ...more }
}

/** Starts the HTTP service over three small handlers; closed by {@link stopTestHttp}. */
export async function startTestHttp(
  parts: Partial<HttpParts> = {},
  options: Partial<HttpOptions> = {},
): Promise<FastifyInstance> {
  const app = await createHttp(
    {
      handlers: { status: () => ({}), chains: () => [], predictAddress: () => predicted },
      keys: [buildApiKey('good')],
      dashboard: { label: 'dashboard', requestsPerSecond: 1000 },
      readiness: async () => ({ missing: [], reasons: {} }),
      metrics: createMetrics(),
      log: () => undefined,
      ...parts,
    },
    {
      publicUrl: 'http://127.0.0.1:8080',
      corsOrigins: ['https://app.example'],
      publicRpcUrls: ['http://127.0.0.1:19545'],
      ...options,
    },
  )
  open.push(app)
  return app
}

/** A log that collects internal errors. */
export function createErrorLog(): { faults: object[]; log: Log } {
  const faults: object[] = []
  return {
    faults,
    log(event, details = {}) {
      if (event === 'request_failed') faults.push(details)
    },
  }
}

/** Sends raw bytes to a listening service and returns its responses until it closes. */
export async function sendRaw(app: FastifyInstance, text: string): Promise<string> {
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('No port.')
  const socket = connect(address.port, '127.0.0.1')
  socket.write(text)
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  return received
}

/** Closes all services started by a test. */
export async function stopTestHttp(): Promise<void> {
  await Promise.all(open.splice(0).map((app) => app.close()))
}

/**
 * Parses an error body and checks the rules for all of them: the exact shape, the status inside and
 * outside, the current time, and the common headers.
 *
 * @throws Error with the broken rule.
 */
export function parseError(response: {
  statusCode: number
  body: string
  headers: Record<string, unknown>
}): ErrorBody {
  const body = ExactErrorBody.parse(JSON.parse(response.body))
  if (body.statusCode !== response.statusCode) throw new Error('Two statuses.')
  if (Math.abs(Date.parse(body.timestamp) - Date.now()) > 5000) throw new Error('Not the time.')
  const missing = findMissingHeaders(response.headers)
  if (missing.length > 0) throw new Error(`Headers are missing: ${missing.join(', ')}.`)
  return body
}

/** Returns the common headers that a response lacks. */
export function findMissingHeaders(headers: Record<string, unknown>): string[] {
  const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
  const fixed = ['content-security-policy', 'x-content-type-options', 'referrer-policy']
  return [
    ...limits.filter((name) => !/^\d+$/.test(String(headers[name]))),
    ...fixed.filter((name) => typeof headers[name] !== 'string'),
  ]
}

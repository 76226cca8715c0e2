import { STATUS_CODES } from 'node:http'

import type { ErrorBody, ErrorCode } from '#protocol/status/errors.ts'
import { ServiceError } from '../../ServiceError.ts'

/** HTTP status of each error code; `satisfies` makes a missing one a type error. */
const statusByCode = {
  INVALID_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNSUPPORTED_ASSET: 400,
  UNSUPPORTED_CHAIN: 400,
  ADDRESS_MISMATCH: 400,
  RECIPIENT_MISMATCH: 400,
  QUOTE_TAMPERED: 400,
  QUOTE_EXPIRED: 400,
  INVALID_SIGNATURE: 400,
  INSUFFICIENT_BALANCE: 422,
  NO_ROUTE: 422,
  AMOUNT_TOO_LOW: 422,
  INSUFFICIENT_LIQUIDITY: 422,
  PRICE_UNAVAILABLE: 422,
  SIMULATION_FAILED: 422,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  CHAIN_UNAVAILABLE: 503,
  STORAGE_UNAVAILABLE: 503,
  INTERNAL: 500,
  SPONSORSHIP_EXHAUSTED: 429,
  'DELEGATION-001': 400,
  SPONSORSHIP_PAUSED: 503,
  GAS_LIMIT_EXCEEDED: 422,
  OVERLOADED: 503,
} as const satisfies Record<ErrorCode, number>

/** Messages for errors of the HTTP layer; the framework's own messages reveal internals. */
const sentenceByStatus: Record<number, { message: string; code?: ErrorCode }> = {
  400: { message: 'The request is malformed.', code: 'INVALID_REQUEST' },
  403: { message: 'The path leads outside of what is served.', code: 'FORBIDDEN' },
  404: { message: 'There is no such route.', code: 'NOT_FOUND' },
  408: { message: 'The request took too long to arrive.' },
  412: { message: 'The file is not the one that the conditions of the request name.' },
  413: { message: 'The body is too large.', code: 'PAYLOAD_TOO_LARGE' },
  414: { message: 'The address of the request is too long.', code: 'INVALID_REQUEST' },
  415: { message: 'The body must be application/json.', code: 'UNSUPPORTED_MEDIA_TYPE' },
  416: { message: 'The file has no such range of bytes.' },
  417: { message: 'No expectation of the client can be met.' },
  431: { message: 'The headers are too large.' },
}

/** An error as a response. */
export type ErrorAnswer = {
  status: number
  body: ErrorBody
  /** Headers of the status: the file size with 416 (RFC 9110, 15.5.17). */
  headers?: Record<string, string>
}

/**
 * Converts an error to a response; the only place that does, routes only throw.
 *
 * @param error - A ServiceError keeps its message; a client error of the HTTP libraries gets ours;
 *   anything else becomes `INTERNAL` without details.
 * @param path - Path of the request; the query is removed.
 * @param maxBodyBytes - The most that the path takes, if it is known.
 */
export function toErrorAnswer(error: unknown, path: string, maxBodyBytes?: number): ErrorAnswer {
  if (error instanceof ServiceError) {
    const { code, message, issues, revertData, most } = error
    return buildAnswer(statusByCode[code], path, {
      code,
      message,
      ...(issues && { issues }),
      ...(revertData !== undefined && { revertData }),
      ...(most !== undefined && { most: most.toString() }),
    })
  }
  const refusal = findHttpError(error)
  if (refusal === undefined)
    return buildAnswer(500, path, { code: 'INTERNAL', message: 'The service failed.' })
  if (refusal.status === 413 && maxBodyBytes !== undefined)
    return buildAnswer(413, path, {
      code: 'PAYLOAD_TOO_LARGE',
      message: `The body is larger than ${Math.floor(maxBodyBytes / 1024)} KB, the most that this path takes.`,
    })
  return { ...buildErrorAnswer(refusal.status, path), headers: refusal.headers }
}

/** Builds the response of a status with our own message, for errors before routing. */
export function buildErrorAnswer(status: number, path: string): ErrorAnswer {
  return buildAnswer(
    status,
    path,
    sentenceByStatus[status] ?? { message: 'The request was refused.' },
  )
}

function buildAnswer(
  status: number,
  path: string,
  detail: Pick<ErrorBody, 'message' | 'code' | 'issues' | 'revertData' | 'most'>,
): ErrorAnswer {
  return {
    status,
    body: {
      error: STATUS_CODES[status] ?? 'Error',
      ...detail,
      statusCode: status,
      timestamp: new Date().toISOString(),
      path: (path.split('?')[0] ?? '').slice(0, 2000),
    },
  }
}

/**
 * Recognizes client errors of the HTTP libraries: Fastify codes start with `FST_`, @fastify/static
 * marks its own with `expose`. The status proves nothing: errors of providers carry one too.
 */
function findHttpError(
  error: unknown,
): { status: number; headers: Record<string, string> } | undefined {
  const { statusCode, code, expose, headers }: Thrown = Object(error)
  const isOfHttp = (typeof code === 'string' && code.startsWith('FST_')) || expose === true
  if (!isOfHttp || typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500)
    return undefined
  const range = headers?.['Content-Range']
  return { status: statusCode, headers: range === undefined ? {} : { 'content-range': range } }
}

type Thrown = {
  statusCode?: unknown
  code?: unknown
  expose?: unknown
  headers?: Record<string, string>
}

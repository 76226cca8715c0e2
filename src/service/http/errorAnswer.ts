import { STATUS_CODES } from 'node:http'

import type { ErrorBody, ErrorCode } from '#protocol/errors.ts'
import { ServiceError } from '../ServiceError.ts'

/** HTTP status of each error code. `satisfies` makes a code without a status a type error. */
const statusOf = {
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
  OVERLOADED: 503,
} as const satisfies Record<ErrorCode, number>

/** Sentences for refusals of the HTTP layer itself; the framework's own text names internals. */
const sentenceOf: Record<number, { message: string; code?: ErrorCode }> = {
  400: { message: 'The request is malformed.', code: 'INVALID_REQUEST' },
  404: { message: 'There is no such route.', code: 'NOT_FOUND' },
  408: { message: 'The request took too long to arrive.' },
  413: { message: 'The body is larger than 256 KB.', code: 'PAYLOAD_TOO_LARGE' },
  414: { message: 'The address of the request is too long.', code: 'INVALID_REQUEST' },
  415: { message: 'The body must be application/json.', code: 'UNSUPPORTED_MEDIA_TYPE' },
  417: { message: 'No expectation of the client can be met.' },
  431: { message: 'The headers are too large.' },
}

/** An error as an answer: the status, and the body every answer of 400 and above has. */
export type ErrorAnswer = { status: number; body: ErrorBody }

/**
 * The one place where an error becomes an answer; routes only throw.
 *
 * @param error - Whatever was thrown. A ServiceError keeps its sentence; an error of the framework
 *   with a status below 500 gets ours; anything else is `INTERNAL` and says nothing.
 * @param path - Path of the request as it came; its query is not repeated.
 */
export function errorAnswer(error: unknown, path: string): ErrorAnswer {
  if (error instanceof ServiceError) {
    const { code, message, issues, revertData } = error
    return answer(statusOf[code], path, {
      code,
      message,
      ...(issues && { issues }),
      ...(revertData !== undefined && { revertData }),
    })
  }
  const status = clientStatusOf(error)
  if (status !== undefined)
    return answer(status, path, sentenceOf[status] ?? { message: 'The request was refused.' })
  return answer(500, path, { code: 'INTERNAL', message: 'The service failed.' })
}

/** An answer of a given status in our own words, for refusals that come before routing. */
export function refusalAnswer(status: number, path: string): ErrorAnswer {
  return answer(status, path, sentenceOf[status] ?? { message: 'The request was refused.' })
}

function answer(
  status: number,
  path: string,
  detail: Pick<ErrorBody, 'message' | 'code' | 'issues' | 'revertData'>,
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

/** The status of an error that the framework raised about the client's request. */
function clientStatusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || !('code' in error)) return undefined
  const { statusCode, code } = error
  const isFramework = typeof code === 'string' && code.startsWith('FST_')
  const isClient = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return isFramework && isClient ? statusCode : undefined
}

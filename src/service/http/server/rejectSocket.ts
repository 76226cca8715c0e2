import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { buildErrorAnswer } from './errorAnswer.ts'

const statusOfCode: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Responds to bytes that are not a valid request: unknown methods, malformed headers. The caller is
 * unknown, so the rate limit headers report no allowance.
 */
export function rejectSocket(
  error: Error & { code?: string },
  options: { socket: Socket; headers: Record<string, string> },
): void {
  const { socket, headers } = options
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status, body } = buildErrorAnswer(statusOfCode[error.code ?? ''] ?? 400, '')
  const text = JSON.stringify(body)
  const lines = Object.entries({ ...toRawHeaders(headers), connection: 'close' })
  const head = [
    `HTTP/1.1 ${status} ${body.error}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(text)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}

/** Refuses a request with an unsupported `Expect` header before routing. */
export function rejectExpectation(headers: Record<string, string>) {
  return function refuse(request: IncomingMessage, response: ServerResponse): void {
    const { status, body } = buildErrorAnswer(417, request.url ?? '')
    const text = JSON.stringify(body)
    const length = String(Buffer.byteLength(text))
    response.writeHead(status, { ...toRawHeaders(headers), 'content-length': length })
    response.end(text)
  }
}

function toRawHeaders(headers: Record<string, string>): Record<string, string> {
  return {
    ...headers,
    date: new Date().toUTCString(),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-ratelimit-limit': '0',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1',
  }
}

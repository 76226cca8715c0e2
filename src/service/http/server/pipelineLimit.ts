import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum pending requests of one connection; browsers and HTTP clients send one. */
const maxWaiting = 32

/**
 * Closes connections that pipeline too many requests: a few kilobytes can hold a thousand, and each
 * costs a response, even a refusal.
 */
export function createPipelineLimit() {
  const waiting = new WeakMap<Socket, number>()
  return {
    /** Counts a request; false when its connection has been closed instead. */
    admits({ socket }: IncomingMessage, response: ServerResponse): boolean {
      if (socket.destroyed) return false
      const count = (waiting.get(socket) ?? 0) + 1
      if (count > maxWaiting) {
        socket.destroy()
        return false
      }
      waiting.set(socket, count)
      response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
      return true
    },
  }
}

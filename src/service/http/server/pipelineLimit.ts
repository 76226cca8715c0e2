import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for their answers; browsers and HTTP clients send one. */
const maxWaiting = 32

/**
 * Ends connections on which requests are sent without waiting for answers: a few kilobytes carry a
 * thousand, and each costs an answer, even one that says that there were too many.
 */
export function createPipelineLimit() {
  const waiting = new WeakMap<Socket, number>()
  return {
    /** Counts a request; false when its connection has been ended instead. */
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

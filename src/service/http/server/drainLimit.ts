import type { ServerResponse } from 'node:http'

/**
 * Closes the connection of a response that its client does not read in time: what is not read is kept in
 * memory.
 */
export function limitDrain(response: ServerResponse, maxMs: number): void {
  const timer = setTimeout(() => response.socket?.destroy(), maxMs).unref()
  response.once('close', () => clearTimeout(timer))
}

import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** A port in use on this machine. */
export type OccupiedPort = { port: number; free: () => Promise<void> }

/** Occupies a port whose preceding one was free a moment ago: a cluster needs both. */
export async function occupyPort(): Promise<OccupiedPort> {
  for (;;) {
    const server = await listen(0)
    const port = getPort(server)
    const before = await listen(port - 1).catch(() => undefined)
    if (before) {
      await close(before)
      return { port, free: () => close(server) }
    }
    await close(server)
  }
}

async function listen(port: number): Promise<Server> {
  const server = createServer()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function getPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return address.port
}

async function close(server: Server): Promise<void> {
  server.close()
  await once(server, 'close')
}

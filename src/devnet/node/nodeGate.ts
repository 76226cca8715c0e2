import {
  Agent,
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

import { createPageGuard, type AllowedPages, notAdmitted, type PageGuard } from './pageGuard.ts'

/** A proxy that keeps foreign pages away from a local node. */
export type NodeGate = { port: number; close(): Promise<void> }

/** Where a node listens. */
type NodeAddress = { host: string; port: number }

/**
 * Opens a port on 127.0.0.1 that forwards HTTP and websockets to a node, as anvil checks no
 * origins. While the node is down, connections close without an answer.
 *
 * @param options.port - 0 lets the system choose.
 * @throws Error with code EADDRINUSE when a requested port is taken.
 */
export async function openNodeGate(options: {
  port: number
  target: NodeAddress
  allowedPages: AllowedPages
}): Promise<NodeGate> {
  const { target } = options
  const guard = createPageGuard(options.allowedPages)
  const agent = new Agent({ keepAlive: true })
  const upgraded = new Set<Duplex>()
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS' || !guard.admits(request.headers))
      answerItself(request, { response, guard })
    else forward(request, { response, guard, agent, target })
  })
  server.on('upgrade', (request, socket, head) => {
    upgraded.add(socket)
    socket.on('close', () => upgraded.delete(socket))
    if (guard.admits(request.headers))
      join(socket, { opening: buildRequestHead(request, head), target })
    else socket.end(`HTTP/1.1 ${notAdmitted.status} Forbidden\r\nconnection: close\r\n\r\n`)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The gate has no port.')
  return {
    port: address.port,
    async close() {
      const closed = new Promise((resolve) => {
        server.close(resolve)
      })
      server.closeAllConnections()
      for (const socket of upgraded) socket.destroy()
      agent.destroy()
      await closed
    },
  }
}

/** Answers preflights and rejected requests without forwarding them. */
function answerItself(
  { headers }: IncomingMessage,
  { response, guard }: { response: ServerResponse; guard: PageGuard },
): void {
  if (guard.admits(headers)) response.writeHead(204, guard.headersFor(headers)).end()
  else
    response
      .writeHead(notAdmitted.status, { 'content-type': 'text/plain', connection: 'close' })
      .end(notAdmitted.sentence)
}

function forward(
  request: IncomingMessage,
  passing: { response: ServerResponse; guard: PageGuard; agent: Agent; target: NodeAddress },
): void {
  const { response, guard, agent, target } = passing
  const { method, url, headers } = request
  // Hop-by-hop header: the client's connection says nothing about the node's.
  const { connection: _, ...forwardedHeaders } = headers
  const asked = httpRequest(
    { ...target, agent, method, path: url, headers: forwardedHeaders },
    (answer) => {
      const { connection: __, ...forwarded } = answer.headers
      response.writeHead(answer.statusCode ?? 502, { ...forwarded, ...guard.headersFor(headers) })
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    },
  )
  asked.on('error', () => response.destroy())
  response.on('close', () => asked.destroy())
  request.pipe(asked)
}

/** Joins a client's and the node's socket; when either ends, so does the other. */
function join(socket: Duplex, { opening, target }: { opening: Buffer; target: NodeAddress }): void {
  const upstream = connect(target)
  upstream.write(opening)
  upstream.pipe(socket).pipe(upstream)
  for (const side of [socket, upstream]) {
    // Every error is followed by a close event, which is handled.
    side.on('error', () => undefined)
    side.on('close', () => {
      socket.destroy()
      upstream.destroy()
    })
  }
}

/** Serializes a request's head to forward it unchanged. */
function buildRequestHead({ method, url, rawHeaders }: IncomingMessage, head: Buffer): Buffer {
  const lines = [`${method} ${url} HTTP/1.1`]
  for (let at = 0; at < rawHeaders.length; at += 2)
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head])
}

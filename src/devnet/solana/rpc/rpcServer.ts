import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import {
  createPageGuard,
  type AllowedPages,
  notAdmitted,
  type PageGuard,
} from '../../node/pageGuard.ts'
import { type Json, writeJson } from '../bank/rpcAnswer.ts'
import { answer, answerJson, type MethodHandler } from './jsonRpc.ts'
import type { Subscriptions } from './subscriptions.ts'

/** A running RPC server. */
export type RpcServer = {
  port: number
  close(): Promise<void>
}

/** Maximum bytes of a request. */
const bodyBytes = 1024 * 1024
/** Unread bytes after which a slow client is disconnected. */
const unreadBytes = 16 * 1024 * 1024

const json = { 'content-type': 'application/json' }

/**
 * Serves JSON-RPC 2.0 over HTTP and websockets, both on a port and on the next one, where Solana
 * clients expect websockets; only programs and allowed pages are answered.
 *
 * @param options.port - 0 lets the system choose two consecutive ports.
 * @throws Error with code EADDRINUSE when a requested port is taken.
 */
export async function serveRpc(options: {
  port: number
  handle: MethodHandler
  subscriptions: Subscriptions
  allowedPages: AllowedPages
}): Promise<RpcServer> {
  const guard = createPageGuard(options.allowedPages)
  const servers = await listenTwice(options.port, () => makeServer({ ...options, guard }))
  return {
    port: getPort(servers[0]),
    async close() {
      await Promise.all(servers.map(closeServer))
    },
  }
}

type Front = { server: Server; sockets: WebSocketServer }

function makeServer(options: {
  handle: MethodHandler
  subscriptions: Subscriptions
  guard: PageGuard
}): Front {
  const { handle, guard } = options
  const server = createServer((request, response) => {
    respond(request, { response, handle, guard }).catch(() => response.destroy())
  })
  const sockets = new WebSocketServer({
    server,
    maxPayload: bodyBytes,
    verifyClient: ({ req }, decide) => decide(guard.admits(req.headers), notAdmitted.status),
  })
  sockets.on('connection', (socket) => serveSocket(socket, options))
  // The server's own errors arrive here too; they are handled on the server itself.
  sockets.on('error', () => undefined)
  return { server, sockets }
}

async function respond(
  request: IncomingMessage,
  {
    response,
    handle,
    guard,
  }: { response: ServerResponse; handle: MethodHandler; guard: PageGuard },
): Promise<void> {
  if (!guard.admits(request.headers)) {
    response
      .writeHead(notAdmitted.status, { 'content-type': 'text/plain', connection: 'close' })
      .end(notAdmitted.sentence)
    return
  }
  const headers = { ...json, ...guard.headersFor(request.headers) }
  if (request.method === 'OPTIONS') {
    response.writeHead(204, headers).end()
    return
  }
  if (request.method === 'GET' && request.url === '/health') {
    const isHealthy = 'result' in answer({ id: 1, method: 'getHealth' }, handle)
    response.writeHead(200, { ...headers, 'content-type': 'text/plain' })
    response.end(isHealthy ? 'ok' : 'behind')
    return
  }
  if (request.method !== 'POST') {
    response
      .writeHead(405, headers)
      .end('Used HTTP Method is not allowed. POST or OPTIONS is required')
    return
  }
  const text = await readBody(request)
  if (text === undefined) {
    response.writeHead(413, headers).end()
    return
  }
  const answered = answerJson(text, handle)
  response.writeHead(200, headers).end(answered === undefined ? '' : writeJson(answered))
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > bodyBytes) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function serveSocket(
  socket: WebSocket,
  { handle, subscriptions }: { handle: MethodHandler; subscriptions: Subscriptions },
): void {
  function send(message: Json): void {
    if (socket.bufferedAmount > unreadBytes) socket.terminate()
    else socket.send(writeJson(message))
  }
  const session = subscriptions.open(send)
  socket.on('message', (data, isBinary) => {
    const answered = answerJson(isBinary ? '' : toText(data), (method, params) => {
      // Clients send it every few seconds to keep the connection open.
      if (method === 'ping') return null
      return session.handle(method, params) ?? handle(method, params)
    })
    if (answered !== undefined) send(answered)
    session.settle()
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => session.close())
}

function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8')
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString('utf8')
}

/** Attempts to find two free consecutive ports, as other programs take ports too. */
const maxPairs = 50

async function listenTwice(port: number, make: () => Front): Promise<[Front, Front]> {
  for (let pair = 1; ; pair += 1) {
    const first = await listen(make(), port)
    try {
      return [first, await listen(make(), getPort(first) + 1)]
    } catch (error) {
      await closeServer(first)
      if (port !== 0 || pair === maxPairs) throw error
    }
  }
}

function listen(front: Front, port: number): Promise<Front> {
  const { server } = front
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve(front)
    })
  })
}

function getPort({ server }: Front): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The node has no port.')
  return address.port
}

async function closeServer({ server, sockets }: Front): Promise<void> {
  for (const socket of sockets.clients) socket.terminate()
  sockets.close()
  const closed = new Promise((resolve) => {
    server.close(resolve)
  })
  server.closeAllConnections()
  await closed
}

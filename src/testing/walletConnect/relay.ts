import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { type WebSocket, WebSocketServer } from 'ws'

import { isRecord } from '#protocol/ids/isRecord.ts'

/** A relay of WalletConnect for tests, on this machine. */
export type TestRelay = {
  url: string
  /** The addresses that clients connected with; they hold the project id. */
  visits: readonly string[]
  stop: () => Promise<void>
}

/** `from`: who published it, and does not get it back. */
type Message = { topic: string; message: string; tag: unknown; from: Client }
type Client = { socket: WebSocket; topics: Set<string>; nextId: number }
type Relay = { clients: Set<Client>; mailbox: Message[] }

/**
 * Starts a relay. It keeps messages until somebody asks for their topic, and passes them to
 * everybody else who does. Source: WalletConnect Relay API (`irn_*`, `wc_*`), JSON-RPC over a
 * WebSocket.
 */
export async function startTestRelay(): Promise<TestRelay> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const relay: Relay = { clients: new Set(), mailbox: [] }
  const visits: string[] = []
  server.on('connection', (socket, { url }) => {
    visits.push(url ?? '')
    const client = { socket, topics: new Set<string>(), nextId: 1 }
    relay.clients.add(client)
    socket.on('message', (data: Buffer) => answer(relay, client, JSON.parse(data.toString())))
    socket.on('close', () => relay.clients.delete(client))
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    visits,
    async stop() {
      for (const { socket } of relay.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(relay: Relay, client: Client, request: unknown): void {
  if (!isRecord(request) || typeof request['method'] !== 'string') return
  const params = isRecord(request['params']) ? request['params'] : {}
  const result = handle(relay, client, { method: request['method'], params })
  send(client, { id: request['id'], jsonrpc: '2.0', result })
  deliver(relay)
}

function handle(
  relay: Relay,
  client: Client,
  { method, params }: { method: string; params: Record<string, unknown> },
): unknown {
  const { topic, pairingTopic, sessionTopic } = params
  switch (method) {
    case 'irn_publish':
      publish(relay, client, { topic, message: params['message'], tag: params['tag'] })
      return true
    case 'wc_proposeSession':
      client.topics.add(String(pairingTopic))
      publish(relay, client, { topic: pairingTopic, message: params['sessionProposal'], tag: 1100 })
      return true
    case 'wc_approveSession':
      client.topics.add(String(sessionTopic))
      publish(relay, client, {
        topic: pairingTopic,
        message: params['sessionProposalResponse'],
        tag: 1101,
      })
      publish(relay, client, {
        topic: sessionTopic,
        message: params['sessionSettlementRequest'],
        tag: 1102,
      })
      return true
    case 'irn_subscribe':
      return subscribe(client, topic)
    case 'irn_batchSubscribe':
      return readList(params['topics']).map((one) => subscribe(client, one))
    case 'irn_unsubscribe':
      return client.topics.delete(String(topic))
    case 'irn_fetchMessages':
    case 'irn_batchFetchMessages':
      return { messages: [], hasMore: false }
    default:
      return true
  }
}

function subscribe(client: Client, topic: unknown): string {
  client.topics.add(String(topic))
  return `subscription of ${String(topic)}`
}

/** What has nobody to go to yet waits in the mailbox. */
function publish(
  relay: Relay,
  from: Client,
  { topic, message, tag }: { topic: unknown; message: unknown; tag: unknown },
): void {
  relay.mailbox.push({ topic: String(topic), message: String(message), tag, from })
}

function deliver(relay: Relay): void {
  const waiting = relay.mailbox.splice(0)
  for (const one of waiting) {
    const others = [...relay.clients].filter(
      (client) => client !== one.from && client.topics.has(one.topic),
    )
    if (others.length === 0) relay.mailbox.push(one)
    for (const client of others) push(client, one)
  }
}

function push(client: Client, { topic, message, tag }: Message): void {
  const data = { topic, message, tag, publishedAt: Date.now() }
  const params = { id: `subscription of ${topic}`, data }
  client.nextId += 1
  const id = Date.now() * 1000 + client.nextId
  send(client, { id, jsonrpc: '2.0', method: 'irn_subscription', params })
}

function send({ socket }: Client, body: unknown): void {
  socket.send(JSON.stringify(body))
}

function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

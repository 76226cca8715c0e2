import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

// Child process of `benchManyChains`: for each node in the arguments, an endpoint that replays the
// node's first answer to each kind of request, after a simulated network delay.
const [distance, ...nodes] = process.argv.slice(2)
const distanceMs = Number(distance)

process.once('disconnect', () => process.exit())
const urls = await Promise.all(nodes.map((node) => startEndpoint(node)))
process.send?.(urls.join(','))

async function startEndpoint(node: string): Promise<string> {
  const known = new Map<string, Promise<object>>()
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('An endpoint has no port.')
  return `http://127.0.0.1:${address.port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked: unknown = JSON.parse(await text(request))
    const [answer] = await Promise.all([answerTo(asked), wait(distanceMs)])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  }

  function answerTo(asked: unknown): Promise<unknown> {
    return Array.isArray(asked) ? Promise.all(asked.map(replay)) : replay(asked)
  }

  /** Requests of one kind differ only in account and id: method and length identify the kind. */
  async function replay(asked: unknown): Promise<object> {
    const { id, ...request } = toFields(asked)
    const kind = `${String(request['method'])} ${JSON.stringify(request).length}`
    const first = known.get(kind) ?? forward(node, request)
    known.set(kind, first)
    return { ...(await first), id }
  }
}

async function forward(node: string, request: object): Promise<object> {
  const response = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, id: 0 }),
  })
  return toFields(await response.json())
}

function toFields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null)
    throw new Error('This is not a JSON-RPC message.')
  return { ...value }
}

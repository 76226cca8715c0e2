import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

// A process of `benchManyChains`: a cheap endpoint before each node, which gives again what the node
// answered to the first request of a kind, after the time of a distance.
const { nodes, distanceMs } = z
  .object({ nodes: z.array(z.url()), distanceMs: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ''))

const Request = z.looseObject({ id: z.number(), method: z.string(), params: z.unknown() })
const Requests = z.union([Request, z.array(Request)])
type Request = z.output<typeof Request>

process.once('disconnect', () => process.exit())
process.send?.(await Promise.all(nodes.map((node) => startEndpoint(node))))

async function startEndpoint(node: string): Promise<string> {
  const known = new Map<string, Promise<object>>()
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('An endpoint has no port.')
  return `http://127.0.0.1:${address.port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = Requests.parse(JSON.parse(await text(request)))
    const [answer] = await Promise.all([answerTo(asked), wait(distanceMs)])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  }

  function answerTo(asked: z.output<typeof Requests>): Promise<unknown> {
    return Array.isArray(asked) ? Promise.all(asked.map(again)) : again(asked)
  }

  /** Requests of one kind differ in the account they name, and so not in length. */
  async function again({ id, method, params }: Request): Promise<object> {
    const kind = `${method} ${JSON.stringify(params).length}`
    const first = known.get(kind) ?? forward(node, { method, params })
    known.set(kind, first)
    return { ...(await first), id }
  }
}

async function forward(node: string, { method, params }: Omit<Request, 'id'>): Promise<object> {
  const response = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }),
  })
  return z.looseObject({}).parse(await response.json())
}

import { createServer } from 'node:http'

/** A JSON-RPC proxy in front of a node that can return false answers, errors or nothing. */
export type TestProxy = {
  url: string
  /** Methods that the proxy answers instead of the node. */
  replies: Map<string, (params: readonly unknown[]) => unknown>
  /** Methods with a function that returns an error message for parameters it rejects. */
  refusals: Map<string, (params: readonly unknown[]) => Refusal | Promise<Refusal>>
  /** Closes every connection while it is down. */
  setDown: (isDown: boolean) => void
  stop: () => void
}

type Refusal = string | undefined
type Request = { id: unknown; method: string; params: readonly unknown[] }

/** Starts a {@link TestProxy} on a port of the system's choice. */
export async function startTestProxy(target: string): Promise<TestProxy> {
  const replies: TestProxy['replies'] = new Map()
  const refusals: TestProxy['refusals'] = new Map()
  const state = { isDown: false }

  async function answer(body: string): Promise<string> {
    const parsed: Request | Request[] = JSON.parse(body)
    const requests = Array.isArray(parsed) ? parsed : [parsed]
    const answers = await Promise.all(requests.map(answerOne))
    return JSON.stringify(Array.isArray(parsed) ? answers : answers[0])
  }

  async function answerOne(request: Request): Promise<unknown> {
    const reply = replies.get(request.method)
    if (reply) return { jsonrpc: '2.0', id: request.id, result: await reply(request.params) }
    const message = await refusals.get(request.method)?.(request.params)
    if (message !== undefined)
      return { jsonrpc: '2.0', id: request.id, error: { code: -32_000, message } }
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(request)
    const response = await fetch(target, { method: 'POST', headers, body })
    return response.json()
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (state.isDown) return response.destroy()
      answer(Buffer.concat(chunks).toString('utf8')).then(
        (text) => response.setHeader('content-type', 'application/json').end(text),
        () => response.destroy(),
      )
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    replies,
    refusals,
    setDown(isDown) {
      state.isDown = isDown
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

import { createServer } from 'node:http'

/** Returns a replacement of the node's answer; undefined keeps the node's. */
export type FalseAnswer = (method: string, answer: unknown) => unknown

/** A proxy in front of a node that can falsify answers. */
export type TestProvider = {
  rpcUrl: string
  setFalseAnswer: (falseAnswer: FalseAnswer | undefined) => void
  stop(): void
}

type RpcRequest = { id: number; method: string; params: readonly unknown[] }

/** Starts a proxy that passes on the node's answers unless told to falsify them. */
export async function startTestProvider(nodeUrl: string): Promise<TestProvider> {
  let falseAnswer: FalseAnswer | undefined
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void answer(Buffer.concat(chunks).toString(), response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    rpcUrl: `http://127.0.0.1:${port}`,
    setFalseAnswer: (wanted) => {
      falseAnswer = wanted
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }

  async function answer(
    body: string,
    response: { end(text: string): unknown; setHeader(name: string, value: string): unknown },
  ): Promise<void> {
    const parsed: unknown = JSON.parse(body)
    const calls: readonly RpcRequest[] = Array.isArray(parsed) ? parsed : [parsed]
    const answers = await Promise.all(calls.map((call) => answerOne(call)))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(parsed) ? answers : answers[0]))
  }

  async function answerOne(call: RpcRequest): Promise<unknown> {
    const response = await fetch(nodeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    })
    const own: { result?: unknown } = Object(await response.json())
    const replaced = falseAnswer?.(call.method, own.result)
    return replaced === undefined ? own : { jsonrpc: '2.0', id: call.id, result: replaced }
  }
}

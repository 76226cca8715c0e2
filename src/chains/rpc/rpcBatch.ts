import { RpcRequestError } from 'viem'

/**
 * Posts a body to a JSON-RPC endpoint and returns the response, whatever its status.
 *
 * Rejects if there is no response within `timeoutMs`.
 */
export type Post = (
  body: string,
  options: { timeoutMs: number },
) => Promise<{ status: number; text: string }>

/** One JSON-RPC call. */
export type RpcCall = { method: string; params?: unknown }

/** The endpoint gave no readable response; nothing is known about the call. */
export class NoResponseError extends Error {
  override readonly name = 'NoAnswer'
}

type Waiting = {
  id: number
  call: RpcCall
  text: string
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** Default of `maxCalls`. */
const defaultMaxCalls = 100
/** Delay before a call without a response is retried, once. */
const retryDelayMs = 50

/** Options of {@link createRpcBatch}. */
export type RpcBatchOptions = {
  rpcUrl: string
  post: Post
  timeoutMs: number
  /** Most calls in one HTTP request; 100 by default. */
  maxCalls?: number
  /** Whether a call without a response is not retried. */
  isTriedOnce?: boolean
}

/**
 * Creates a batching JSON-RPC client for one endpoint: calls made in one turn of the event loop
 * share an HTTP request, and a call without a response is retried once. An answer belongs to the call
 * of its id; viem's batches go by position, so that one answer left out gives the next call's value.
 *
 * @returns A function that returns a call's result. It throws {@link NoResponseError} if there is
 *   no response, and viem's RpcRequestError if the node returns an error.
 */
export function createRpcBatch(options: RpcBatchOptions) {
  const { rpcUrl, post, timeoutMs, maxCalls = defaultMaxCalls, isTriedOnce = false } = options
  let waiting: Waiting[] = []
  let lastId = 0

  return async (call: RpcCall): Promise<unknown> => {
    try {
      return await enqueue(call)
    } catch (error) {
      if (isTriedOnce || !(error instanceof NoResponseError)) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
      return enqueue(call)
    }
  }

  function enqueue(call: RpcCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      lastId += 1
      const { method, params = [] } = call
      const text = JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })
      waiting.push({ id: lastId, call, text, resolve, reject })
      if (waiting.length === 1) afterTurn(flush)
    })
  }

  function flush(): void {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += maxCalls)
      void send(all.slice(from, from + maxCalls))
  }

  async function send(calls: readonly Waiting[]): Promise<void> {
    const texts = calls.map(({ text }) => text)
    try {
      const { status, text } = await post(texts.length === 1 ? texts.join() : `[${texts.join()}]`, {
        timeoutMs,
      })
      const answers = toAnswers(text)
      for (const waiter of calls) settle(waiter, { answers, status, rpcUrl })
    } catch (cause) {
      const error = new NoResponseError(cause instanceof Error ? cause.message : 'no answer', {
        cause,
      })
      for (const { reject } of calls) reject(error)
    }
  }
}

/** Runs after the current turn of the event loop; `setTimeout` would add a millisecond. */
const afterTurn: (run: () => void) => unknown =
  'setImmediate' in globalThis ? setImmediate : (run) => setTimeout(run, 0)

/** The response objects: one for a single call, several in any order for a batch. */
function toAnswers(text: string): readonly object[] {
  const parsed: unknown = JSON.parse(text)
  const list: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  return list.filter((one) => typeof one === 'object' && one !== null)
}

function settle(
  waiter: Waiting,
  { answers, status, rpcUrl }: { answers: readonly object[]; status: number; rpcUrl: string },
): void {
  const { id, call, resolve, reject } = waiter
  // A node that rejects the whole request returns one error without an id.
  const own = answers.find((one) => getId(one) === id) ?? answers.find((one) => getId(one) === null)
  const error = own && findRpcError(own)
  if (error) reject(new RpcRequestError({ body: call, error, url: rpcUrl }))
  else if (own && getId(own) === id && 'result' in own) resolve(own.result)
  else reject(new NoResponseError(`status ${status} without a JSON-RPC answer`))
}

function getId(answer: object): unknown {
  return 'id' in answer ? answer.id : null
}

function findRpcError(
  answer: object,
): { code: number; message: string; data?: unknown } | undefined {
  const error = 'error' in answer ? answer.error : undefined
  if (typeof error !== 'object' || error === null) return undefined
  if (!('code' in error && typeof error.code === 'number')) return undefined
  if (!('message' in error && typeof error.message === 'string')) return undefined
  const { code, message } = error
  return { code, message, ...('data' in error && { data: error.data }) }
}

/** Posts by `fetch`, in browsers and in Node. */
export function postByFetch(url: string): Post {
  return async (body, { timeoutMs }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await response.text() }
  }
}

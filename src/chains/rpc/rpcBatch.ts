import { RpcRequestError } from 'viem'

/**
 * Sends one body to a JSON-RPC endpoint and gives what came back, whatever its status.
 *
 * Rejects when nothing came back within `timeoutMs`.
 */
export type Post = (
  body: string,
  options: { timeoutMs: number },
) => Promise<{ status: number; text: string }>

/** One JSON-RPC call. */
export type RpcCall = { method: string; params?: unknown }

/** The endpoint gave no answer that can be read: nothing is known about the call. */
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

/** Calls in one HTTP request, unless said otherwise. */
const defaultMaxCalls = 100
/** How long after a lost answer a call is tried once more. */
const retryDelayMs = 50

/** How an endpoint is asked. */
export type RpcBatchOptions = {
  rpcUrl: string
  post: Post
  timeoutMs: number
  /** Calls in one HTTP request at most; 100 unless given. */
  maxCalls?: number
  /** Whether a call without an answer is left at that. */
  isTriedOnce?: boolean
}

/**
 * Makes the sender of JSON-RPC calls to one endpoint: calls of one turn of the event loop travel as
 * one HTTP request, and a call without an answer is tried once more.
 *
 * @returns A function that gives a call's result. It throws {@link NoResponseError} when the second try got
 *   none either, and viem's RpcRequestError when the node refuses the call.
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

/** Runs when everything of this turn has run; a timer would cost a millisecond more. */
const afterTurn: (run: () => void) => unknown =
  'setImmediate' in globalThis ? setImmediate : (run) => setTimeout(run, 0)

/** The objects of an answer: of one call, or of several in any order. */
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
  // A node that refuses a whole request answers one error without an id.
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

import { type Json, rpcCodes, RpcError } from '../bank/rpcAnswer.ts'
import type { Params } from '../bank/params.ts'

/** Handles a method; throws RpcError for an error response. */
export type MethodHandler = (method: string, params: Params) => Json

type JsonRpcAnswer = { jsonrpc: '2.0'; id: Json } & ({ result: Json } | { error: Json })

/** Maximum requests per batch. */
const maxRequests = 1_000

/**
 * Answers a request or a batch.
 *
 * @returns Undefined when no response is due.
 */
export function answerJson(text: string, handle: MethodHandler): Json | undefined {
  let request: unknown
  try {
    request = JSON.parse(text)
  } catch {
    return buildErrorAnswer(null, new RpcError(rpcCodes.parseError, 'Parse error'))
  }
  if (!Array.isArray(request)) return answerOne(request, handle)
  if (request.length === 0 || request.length > maxRequests)
    return buildErrorAnswer(null, new RpcError(rpcCodes.invalidRequest, 'Invalid request'))
  const answers = request.flatMap((one) => answerOne(one, handle) ?? [])
  return answers.length > 0 ? answers : undefined
}

/** Answers one request. */
export function answer(
  request: { id: Json; method: string; params?: Params },
  handle: MethodHandler,
): JsonRpcAnswer {
  const { id, method, params = [] } = request
  try {
    return { jsonrpc: '2.0', id, result: handle(method, params) }
  } catch (error) {
    if (error instanceof RpcError) return buildErrorAnswer(id, error)
    console.error(`${method} failed:`, error)
    return buildErrorAnswer(id, new RpcError(rpcCodes.internal, 'Internal error'))
  }
}

/** A request without an id is executed, but not answered. */
function answerOne(request: unknown, handle: MethodHandler): JsonRpcAnswer | undefined {
  const { id, method, params = [] }: Readonly<Record<string, unknown>> = Object(request)
  const isId = typeof id === 'string' || typeof id === 'number' || id === null
  if (typeof method !== 'string' || !Array.isArray(params) || (!isId && id !== undefined))
    return buildErrorAnswer(
      isId ? id : null,
      new RpcError(rpcCodes.invalidRequest, 'Invalid request'),
    )
  const answered = answer({ id: isId ? id : null, method, params }, handle)
  return id === undefined ? undefined : answered
}

function buildErrorAnswer(id: Json, { code, message, data }: RpcError): JsonRpcAnswer {
  return { jsonrpc: '2.0', id, error: { code, message, data } }
}

import type { FastifyInstance } from 'fastify'

import type { ChainId } from '#protocol/ids/caip.ts'
import { JsonRpcBody, type JsonRpcCall } from '#protocol/http/jsonRpc.ts'
import { createFairLimiter, OverloadedError } from '#protocol/http/fairLimiter.ts'
import { ServiceError } from '../../ServiceError.ts'
import { toClientAddress } from '../access/clientAddress.ts'
import type { RateLimit } from '../access/rateLimit.ts'
import { boundGas } from './boundGas.ts'
import { findSimulationFault } from './findSimulationFault.ts'
import { getRelayedUnits } from './rpcMethods.ts'

/** A JSON-RPC error as returned by the node. */
export type RpcErrorObject = { code: number; message: string; data?: unknown }

/** A chain's response to a call; undefined when it gave none. */
export type RpcAnswer = { result: unknown } | { error: RpcErrorObject } | undefined

/** Forwards a call to a chain; never throws. */
export type RpcRelay = (call: { method: string; params: unknown }) => Promise<RpcAnswer>

/** Units per second of one client, and calls to all chains at a time. */
const limits = { unitsPerSecond: 500, slots: 32, maxMs: 5_000 }

/**
 * Adds `POST /rpc/<CAIP-2 id>`, which relays chains for visitors of the dashboard and their
 * wallets, so that nobody needs the URL of a provider. Only read methods, bounded simulations
 * and signed transactions are relayed; responses do not reveal the provider.
 */
export function addRpcRoutes(
  app: FastifyInstance,
  options: {
    relays: ReadonlyMap<ChainId, RpcRelay>
    checkHost: (host: string | undefined) => void
    rate: RateLimit
  },
): void {
  const { relays, checkHost, rate } = options
  const { run } = createFairLimiter({ slots: () => limits.slots, maxMs: limits.maxMs })
  app.post<{ Params: { chain: string } }>(
    '/rpc/:chain',
    { bodyLimit: 128 * 1024 },
    async (request, reply) => {
      checkHost(request.headers.host)
      const found = [...relays].find(([chainId]) => chainId === request.params.chain)
      if (!found) throw new ServiceError('NOT_FOUND', 'There is no such chain here.')
      const [chainId, relay] = found
      const body = JsonRpcBody.safeParse(request.body)
      if (!body.success)
        throw new ServiceError('INVALID_REQUEST', 'A JSON-RPC call, or up to 100 of them.')
      const client = toClientAddress(request.ip)
      const calls = Array.isArray(body.data) ? body.data : [body.data]
      for (const { method } of calls) {
        const units = getRelayedUnits(chainId, method) ?? 1
        if (rate.take(`relay ${client}`, limits.unitsPerSecond, units).isExceeded)
          throw new ServiceError('RATE_LIMITED', 'Too many calls in a second; try again in 1 s.')
      }
      const answers = await Promise.all(calls.map((call) => answerTo(call)))
      const known = answers.filter((answer) => answer !== undefined)
      void reply.header('cache-control', 'no-store')
      // A missing response means that the chain is unavailable.
      if (known.length === 0) return reply.code(503).send([])
      return Array.isArray(body.data) ? known : known[0]

      async function answerTo({ id = null, method, params = [] }: JsonRpcCall) {
        if (getRelayedUnits(chainId, method) === undefined)
          return buildRpcError(id, { code: -32_601, message: `${method} is not relayed here.` })
        const fault = method === 'eth_simulateV1' ? findSimulationFault(params) : undefined
        if (fault !== undefined) return buildRpcError(id, { code: -32_602, message: fault })
        try {
          const answer = await run(
            () => relay({ method, params: boundGas({ method, params }) }),
            client,
          )
          return answer && { jsonrpc: '2.0', id, ...answer }
        } catch (error) {
          if (!(error instanceof OverloadedError)) throw error
          return buildRpcError(id, {
            code: -32_005,
            message: 'Too many calls at a time; try again.',
          })
        }
      }
    },
  )
}

function buildRpcError(id: string | number | null, error: RpcErrorObject) {
  return { jsonrpc: '2.0', id, error }
}

import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import type { ChainId } from '#protocol/ids/caip.ts'
import { createFairLimiter, OverloadedError } from '#protocol/http/fairLimiter.ts'
import { ServiceError } from '../../ServiceError.ts'
import { toClientAddress } from '../access/allowance.ts'
import type { RateLimit } from '../access/rateLimit.ts'
import { findSimulationFault } from './findSimulationFault.ts'
import { getRelayedUnits, isSlowMethod } from './rpcMethods.ts'

/** One JSON-RPC call. Source: JSON-RPC 2.0, section 4. */
export const JsonRpcCall = z.object({
  id: z.optional(z.union([z.string().check(z.maxLength(100)), z.number(), z.null()])),
  method: z.string().check(z.maxLength(100)),
  params: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
})
export type JsonRpcCall = z.output<typeof JsonRpcCall>

/** Body of a JSON-RPC request: one call or a batch of up to 100. */
export const JsonRpcBody = z.union([
  JsonRpcCall,
  z.array(JsonRpcCall).check(z.minLength(1), z.maxLength(100)),
])

/** Most gas of a relayed call, 50,000,000: what go-ethereum caps it at by default. */
const maxGas = '0x2faf080'
const Call = z.looseObject({ gas: z.optional(z.unknown()) })
const limited: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas'])

/**
 * Returns a call's parameters with its gas capped, as most nodes do: one that does not lets a loop run for
 * minutes for whoever names gas enough, or a block that has it. Source: security rule 38.
 */
export function boundGas({ method, params }: { method: string; params: unknown }): unknown {
  if (!limited.has(method) || !Array.isArray(params)) return params
  const [first, ...rest]: readonly unknown[] = params
  const { data: call } = Call.safeParse(first)
  if (!call) return params
  const namesBlock = rest.length > 2
  if (call.gas === undefined && !namesBlock) return params
  return [{ ...call, gas: isWithin(call.gas) ? call.gas : maxGas }, ...rest]
}

function isWithin(gas: unknown): boolean {
  return typeof gas === 'string' && /^0x[\da-f]{1,16}$/i.test(gas) && BigInt(gas) <= BigInt(maxGas)
}

/** A JSON-RPC error as returned by the node. */
export type RpcErrorObject = { code: number; message: string; data?: unknown }

/** A chain's response to a call; undefined when it gave none. */
export type RpcAnswer = { result: unknown } | { error: RpcErrorObject } | undefined

/** Forwards a call to a chain; never throws. */
export type RpcRelay = (call: { method: string; params: unknown }) => Promise<RpcAnswer>

/**
 * Of one client: units and kB per second, calls at a time. Of all: calls at a time, and slow ones at a
 * time on one chain.
 */
const limits = {
  unitsPerSecond: 500,
  kilobytesPerSecond: 1_024,
  callsEach: 8,
  calls: 32,
  slowCalls: 2,
  maxMs: 5_000,
}

/** Most characters of the answers to one request. */
const maxCharacters = 256 * 1024

/** Time of a node that a slow call has for nothing; a client rests so many times what it takes beyond. */
const rest = { freeMs: 500, times: 9, maxKept: 10_000 }

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
  const lanes = createLanes([...relays.keys()])
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
      let characters = 0
      const answers = await Promise.all(calls.map((call) => answerTo(call)))
      const known = answers.filter((answer) => answer !== undefined)
      void reply.header('cache-control', 'no-store')
      // A missing response means that the chain is unavailable.
      if (known.length === 0) return reply.code(503).send([])
      const text = Array.isArray(body.data) ? `[${known.join()}]` : known.join()
      return reply.type('application/json; charset=utf-8').send(text)

      /** The answer as JSON; undefined if the chain gives none. */
      async function answerTo({ id = null, method, params = [] }: JsonRpcCall) {
        if (getRelayedUnits(chainId, method) === undefined)
          return buildRpcError(id, { code: -32_601, message: `${method} is not relayed here.` })
        const fault = method === 'eth_simulateV1' ? findSimulationFault(params) : undefined
        if (fault !== undefined) return buildRpcError(id, { code: -32_602, message: fault })
        const call = { method, params: boundGas({ method, params }) }
        const answer = await lanes.run({ chainId, client, method }, () => ask(call))
        return answer && JSON.stringify({ jsonrpc: '2.0', id, ...answer })
      }

      async function ask(call: Parameters<RpcRelay>[0]): Promise<RpcAnswer> {
        if (characters > maxCharacters) return { error: tooLong }
        const who = `relay bytes ${client}`
        if (rate.take(who, limits.kilobytesPerSecond, 0).isExceeded) return { error: tooMuch }
        const answer = await relay(call)
        const size = JSON.stringify(answer ?? null).length
        characters += size
        rate.take(who, limits.kilobytesPerSecond, Math.ceil(size / 1024))
        return characters > maxCharacters ? { error: tooLong } : answer
      }
    },
  )
}

const tooLong = {
  code: -32_000,
  message: 'The answers are longer than 256 kB together: ask for less at a time.',
}
const tooMuch = { code: -32_005, message: 'Too much is answered in a second; try again in 1 s.' }

/**
 * Creates the lanes of relayed calls. A client's slow calls on a chain run one at a time, and it rests
 * in proportion to the time of a node that they took, so that nobody keeps a chain from the others.
 */
function createLanes(chainIds: readonly ChainId[]) {
  const { calls, callsEach, slowCalls, maxMs } = limits
  const quick = createFairLimiter({ slots: () => calls, each: callsEach, maxMs })
  const slow = new Map(
    chainIds.map((id) => [id, createFairLimiter({ slots: () => slowCalls, each: 1, maxMs })]),
  )
  const restsUntilMs = new Map<string, number>()
  return {
    async run(
      { chainId, client, method }: { chainId: ChainId; client: string; method: string },
      work: () => Promise<RpcAnswer>,
    ): Promise<RpcAnswer> {
      const lane = isSlowMethod(method) ? slow.get(chainId) : undefined
      try {
        return await (lane
          ? lane.run(() => measure(client, work), client)
          : quick.run(work, client))
      } catch (error) {
        if (!(error instanceof OverloadedError)) throw error
        return { error: { code: -32_005, message: 'Too many calls at a time; try again.' } }
      }
    },
  }

  async function measure(client: string, work: () => Promise<RpcAnswer>): Promise<RpcAnswer> {
    const startedMs = performance.now()
    const restMs = (restsUntilMs.get(client) ?? 0) - startedMs
    if (restMs > 0) {
      const message = `Your calls took a node long: try again in ${Math.ceil(restMs / 1_000)} s.`
      return { error: { code: -32_005, message } }
    }
    try {
      return await work()
    } finally {
      const nowMs = performance.now()
      const beyondMs = nowMs - startedMs - rest.freeMs
      if (beyondMs > 0) restsUntilMs.set(client, nowMs + beyondMs * rest.times)
      if (restsUntilMs.size > rest.maxKept)
        for (const [one, untilMs] of restsUntilMs) if (untilMs < nowMs) restsUntilMs.delete(one)
    }
  }
}

function buildRpcError(id: string | number | null, error: RpcErrorObject): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error })
}

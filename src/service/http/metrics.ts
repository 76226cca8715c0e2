import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'

import { hostNameOf, isLoopbackName } from '#protocol/hostName.ts'
import { ExecutionStatus } from '#protocol/status.ts'
import { ServiceError } from '../ServiceError.ts'
import { keyOf } from './allowance.ts'

/** What all executions came to, as the database counts it. */
export type Totals = {
  executions: readonly { status: ExecutionStatus; count: number }[]
  /** By chain; gas in wei of its native coin, of transactions that the service sent. */
  steps: readonly { chain: string; action: string; state: string; count: number; gasWei: bigint }[]
  /** Executions that should have ended long ago. */
  overdue: number
  /** Live executions that fail again and again, or that nobody attests. */
  stuck: number
  /** Failed sponsored gas of today, wei. */
  sponsorLossUsd: bigint
}

/** How long totals are shown before they are counted again: counting reads the whole history. */
const keptMs = 5000

/**
 * Measures every request and adds `/metrics`, which answers only a caller on this machine that shows a
 * key which may do everything: metrics are not public (decisions, "where things listen"). Without a key a
 * proxy on this machine that adds no header would show them to everybody.
 *
 * @param options.totals - Counts what the database holds; absent: only requests are measured.
 * @param options.isOpen - Whether no key is asked for: where nobody comes from elsewhere.
 */
export function addMetrics(
  app: FastifyInstance,
  options: {
    totals: (() => Promise<Totals>) | undefined
    now: (() => number) | undefined
    isOpen: boolean | undefined
  },
): void {
  const { isOpen = false } = options
  const registry = new Registry()
  const requestSeconds = new Histogram({
    name: 'estuary_http_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    requestSeconds.observe(
      { route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  const refresh = options.totals && createRefresh(registry, { ...options, totals: options.totals })
  app.get('/metrics', async (request, reply) => {
    if (!isOnThisMachine(request) || !(isOpen || (await mayDoAll(request))))
      throw new ServiceError('NOT_FOUND', 'There is no such route.')
    await refresh?.()
    await reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}

/** Makes what brings the totals up to date, at most once in five seconds, however many ask. */
function createRefresh(
  registry: Registry,
  options: { totals: () => Promise<Totals>; now: (() => number) | undefined },
): () => Promise<void> {
  const { totals, now = () => performance.now() } = options
  const gauges = createGauges(registry)
  let kept: { done: Promise<void>; untilMs: number } | undefined

  async function count(): Promise<void> {
    try {
      show(gauges, await totals())
      gauges.isCounted.set(1)
    } catch {
      // Old figures would look like good ones: there are none until the database answers.
      for (const gauge of Object.values(gauges)) gauge.reset()
      gauges.isCounted.set(0)
    }
  }

  return () => {
    if (!kept || now() >= kept.untilMs) kept = { done: count(), untilMs: now() + keptMs }
    return kept.done
  }
}

type Gauges = ReturnType<typeof createGauges>

function createGauges(registry: Registry) {
  function gauge<label extends string>(name: string, about: { help: string; labels: label[] }) {
    const { help, labels: labelNames } = about
    return new Gauge({ name: `estuary_${name}`, help, labelNames, registers: [registry] })
  }
  return {
    isCounted: gauge('totals_up', {
      help: '1 when the totals below could be counted.',
      labels: [],
    }),
    executions: gauge('executions', { help: 'Executions by status.', labels: ['status'] }),
    overdue: gauge('executions_overdue', {
      help: 'Executions that should have ended long ago; above 0: look at them.',
      labels: [],
    }),
    stuck: gauge('executions_stuck', {
      help: 'Live executions that fail again and again, or are overdue; above 0: look at them.',
      labels: [],
    }),
    steps: gauge('steps', {
      help: 'Steps by chain, action and how they ended; mined ones are what the chain shows.',
      labels: ['chain', 'action', 'state'],
    }),
    gas: gauge('gas_wei', {
      help: 'Gas paid for landed transactions of the service, by chain and action.',
      labels: ['chain', 'action'],
    }),
    sponsorLoss: gauge('sponsor_loss_usd', {
      help: 'Sponsored gas of failed operations of today (UTC) in US dollars; the breaker opens at its limit.',
      labels: [],
    }),
  }
}

function show(gauges: Gauges, totals: Totals): void {
  const { executions, overdue, stuck, steps, gas, sponsorLoss } = gauges
  for (const gauge of [executions, steps, gas]) gauge.reset()
  for (const status of ExecutionStatus.options) executions.set({ status }, 0)
  for (const { status, count } of totals.executions) executions.set({ status }, count)
  for (const { chain, action, state, count, gasWei } of totals.steps) {
    steps.set({ chain, action, state }, count)
    gas.inc({ chain, action }, Number(gasWei))
  }
  overdue.set(totals.overdue)
  stuck.set(totals.stuck)
  sponsorLoss.set(Number(totals.sponsorLossUsd) / 1e8)
}

async function mayDoAll(request: FastifyRequest): Promise<boolean> {
  const key = await keyOf(request)
  return key !== undefined && key.allowedEndpoints === undefined
}

function isOnThisMachine({ raw, headers }: FastifyRequest): boolean {
  const isProxied = Object.keys(headers).some((name) => proxied.test(name))
  const isLoopback = isLoopbackName(hostNameOf(headers.host ?? '') ?? '')
  const address = raw.socket.remoteAddress ?? ''
  return !isProxied && isLoopback && /^(::1|(::ffff:)?127\.)/.test(address)
}

/** Headers that proxies add, though not each of them adds any. */
const proxied = /^(x-forwarded-.+|forwarded|via|x-real-ip)$/

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { ExecutionStatus } from '#protocol/status/status.ts'
import type { Level } from '../executions/jobs/levels.ts'
import type { Totals } from '../storage/executions/totals.ts'
import { alarms, type LogEvent } from './logEvents.ts'
import type { Readiness } from './readiness.ts'

/** The main loop of a role, and the time since its last completed round. */
export type Loop = { name: 'worker' | 'attestor'; sinceRoundMs: () => number }

/** Metrics of a process; see {@link createMetrics}. */
export type Metrics = {
  observeRequest: (request: { route: string; status: number; seconds: number }) => void
  /** Counts an event if it is an alarm. */
  countEvent: (event: LogEvent) => void
  /** Shows these levels from now on, and no others. */
  setLevels: (levels: readonly Level[]) => void
  /** Returns current metrics in the Prometheus exposition format. */
  read: () => Promise<{ contentType: string; text: string }>
}

/** How long totals are cached: counting reads the whole history. */
const keptMs = 5000

/**
 * Creates the metrics registry of a process.
 *
 * @param options.totals - Counts executions in the database; not shown when absent.
 * @param options.readiness - Reports what is unusable; not shown when absent.
 * @param options.loops - Loops of the process's roles.
 * @param options.ofProcess - Whether to include memory, event loop and garbage collection.
 */
export function createMetrics(
  options: {
    totals?: (() => Promise<Totals>) | undefined
    readiness?: (() => Promise<Readiness>) | undefined
    loops?: () => readonly Loop[]
    ofProcess?: boolean
    /** Monotonic clock in milliseconds, for tests. */
    now?: (() => number) | undefined
  } = {},
): Metrics {
  const { totals, readiness, loops, ofProcess = false } = options
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const requestSeconds = new Histogram({
    name: 'estuary_http_request_seconds',
    help: 'Time to answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const alarmCount = new Counter({
    name: 'estuary_alarms_total',
    help: 'Alarms in the log since the process started, by event; each wants something of you.',
    labelNames: ['event'],
    registers: [registry],
  })
  for (const event of alarms) alarmCount.inc({ event }, 0)
  const levelGauges = createLevelGauges(registry)
  const refreshes = [
    ...(totals ? [createRefresh(registry, { ...options, totals })] : []),
    ...(readiness ? [createReadinessGauges(registry, readiness)] : []),
    ...(loops ? [createLoopGauge(registry, loops)] : []),
  ]
  return {
    observeRequest({ route, status, seconds }) {
      requestSeconds.observe({ route, status }, seconds)
    },
    countEvent(event) {
      if (alarms.includes(event)) alarmCount.inc({ event })
    },
    setLevels(levels) {
      for (const gauge of Object.values(levelGauges)) gauge.reset()
      for (const { name, chain, of, value } of levels) levelGauges[name].set({ chain, of }, value)
    },
    async read() {
      await Promise.all(refreshes.map((refresh) => refresh()))
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

function createLevelGauges(registry: Registry): Record<Level['name'], Gauge<'chain' | 'of'>> {
  function gauge(name: Level['name'], help: string) {
    const labelNames = ['chain', 'of'] as const
    return new Gauge({ name: `estuary_${name}`, help, labelNames, registers: [registry] })
  }
  return {
    coins: gauge('coins', 'Whole coins of executors and solver, and the deposit of the paymaster.'),
    inventory_usd: gauge('inventory_usd', 'Inventory of the solver by asset, in US dollars.'),
    feed_age_seconds: gauge(
      'feed_age_seconds',
      'Age of the last answer of a price feed; infinite where there is none.',
    ),
  }
}

function createReadinessGauges(registry: Registry, readiness: () => Promise<Readiness>) {
  const ready = new Gauge({
    name: 'estuary_ready',
    help: '1 when the database and every chain are usable.',
    registers: [registry],
  })
  const missing = new Gauge({
    name: 'estuary_missing',
    help: '1 for what is not usable now: the database, or a chain.',
    labelNames: ['part'],
    registers: [registry],
  })
  return async (): Promise<void> => {
    const now = await readiness()
    missing.reset()
    for (const part of now.missing) missing.set({ part }, 1)
    ready.set(now.missing.length === 0 ? 1 : 0)
  }
}

function createLoopGauge(registry: Registry, loops: () => readonly Loop[]) {
  const age = new Gauge({
    name: 'estuary_loop_age_seconds',
    help: 'Seconds since the loop of a role last came round; a minute and more: it hangs.',
    labelNames: ['loop'],
    registers: [registry],
  })
  return async (): Promise<void> => {
    for (const { name, sinceRoundMs } of loops()) age.set({ loop: name }, sinceRoundMs() / 1000)
  }
}

/** Creates the refresh of totals; runs at most once in five seconds. */
function createRefresh(
  registry: Registry,
  options: { totals: () => Promise<Totals>; now?: (() => number) | undefined },
): () => Promise<void> {
  const { totals, now = () => performance.now() } = options
  const gauges = createGauges(registry)
  let kept: { done: Promise<void>; untilMs: number } | undefined

  async function count(): Promise<void> {
    try {
      show(gauges, await totals())
      gauges.isCounted.set(1)
    } catch {
      // Stale values would look current, so none are shown until the database answers.
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
    processes: gauge('role_processes', {
      help: 'Processes of a role that were alive within half a minute; 0: start one.',
      labels: ['role'],
    }),
    roleAge: gauge('role_age_seconds', {
      help: 'Seconds since a process of a role was last alive; infinite if none ever was.',
      labels: ['role'],
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
  const { executions, overdue, stuck, steps, gas, sponsorLoss, processes, roleAge } = gauges
  for (const gauge of [executions, steps, gas]) gauge.reset()
  for (const status of ExecutionStatus.options) executions.set({ status }, 0)
  for (const { status, count } of totals.executions) executions.set({ status }, count)
  for (const { chain, action, state, count, gasWei } of totals.steps) {
    steps.set({ chain, action, state }, count)
    gas.inc({ chain, action }, Number(gasWei))
  }
  for (const { role, processes: count, ageSeconds = Infinity } of totals.roles) {
    processes.set({ role }, count)
    roleAge.set({ role }, ageSeconds)
  }
  overdue.set(totals.overdue)
  stuck.set(totals.stuck)
  sponsorLoss.set(Number(totals.sponsorLossUsd) / 1e8)
}

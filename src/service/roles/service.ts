import { signEvmAttestation, getKeyAddress } from '#chains/evm/settlement/evmKeys.ts'
import { signAttestation } from '#chains/solana/settlement/keys/solanaAttestation.ts'
import { getSolanaKeyAddress } from '#chains/solana/settlement/keys/solanaKey.ts'
import { toEvmChainId } from '#protocol/ids/caip.ts'
import { createRoleKeyVerifier, type RoleKeyVerifier } from './verifyRoleKeys.ts'
import { type Config, getSecrets } from '../config/config.ts'
import { createAttestor } from '../executions/attestor/attestor.ts'
import {
  PaymasterEmptyError,
  PaidUndeliveredError,
  FeesAtLimitError,
  ReleaseRefusedError,
} from '../executions/transactions/executionErrors.ts'
import { createRentReclaimer } from '../executions/jobs/rentReclaimer.ts'
import { createLevels, type Level } from '../executions/jobs/levels.ts'
import { createTreasury } from '../executions/jobs/treasury.ts'
import { createWorker } from '../executions/worker/worker.ts'
import { createLinks, type Links } from '../links/links.ts'
import { createLog, hideSecrets, type Log } from '../monitoring/log.ts'
import type { LogEvent } from '../monitoring/logEvents.ts'
import { startHeartbeat } from '../monitoring/heartbeat.ts'
import { createMetrics, type Loop, type Metrics } from '../monitoring/metrics.ts'
import { createReadiness, type Readiness } from '../monitoring/readiness.ts'
import { createPrices } from '../prices/prices.ts'
import { createValuation } from '../prices/valuation.ts'
import { createRepricing } from '../quotes/pricing/repricing.ts'
import { type InstanceFingerprint, noteFingerprint } from './fingerprint.ts'
import { type DevnetParts, startApi } from './startApi.ts'
import type { Storage } from '../storage/database.ts'
import { createStorage } from '../storage/storage.ts'
import { readTotals } from '../storage/executions/totals.ts'
import { findStuckExecutions, type StuckExecution } from '../storage/executions/stuckExecutions.ts'
import { createPeriodicJob } from '../executions/schedule/periodicJob.ts'
import { startMonitoring } from '../http/monitoring/monitoringServer.ts'

/** A running service process. */
export type Service = {
  /** Public URL; undefined without the api role. */
  url: string | undefined
  /** URL of metrics and health checks; undefined without METRICS_PORT. */
  monitoringUrl: string | undefined
  stop: () => Promise<void>
}

/** Parts shared by all roles of a process. */
type Shared = {
  links: Links
  storage: Storage
  log: Log
  roleKeys: RoleKeyVerifier
  metrics: Metrics
  readiness: () => Promise<Readiness>
  loops: () => Loop[]
}

/** A running role. */
type Running = { stop: () => Promise<void> }

/**
 * Starts the configured roles with the parts they need.
 *
 * @param options.onFingerprint - Called before the API listens; never on the devnet.
 * @throws Error when the database is unusable or a port cannot be opened.
 */
export async function startService(
  config: Config,
  options: {
    devnet?: DevnetParts
    onFingerprint?: (fingerprint: InstanceFingerprint) => void
  } = {},
): Promise<Service> {
  const shared = await createShared(config)
  const { storage, roleKeys, log } = shared
  const running: Running[] = [storage]
  let url: string | undefined
  let monitoringUrl: string | undefined
  try {
    await roleKeys.checkAll()
    running.push(watchStuck(shared))
    const worker = config.roles.has('worker') ? await startWorker(config, shared) : undefined
    if (worker) running.push(worker)
    if (config.roles.has('attestor')) running.push(startAttestor(config, shared))
    if (config.roles.has('api')) {
      const fingerprint = await noteFingerprint(config, shared)
      if (fingerprint) options.onFingerprint?.(fingerprint)
      const api = await startApi(config, {
        ...shared,
        ...options,
        onAccepted: () => worker?.wake(),
      })
      running.push(api)
      url = api.url
    }
    running.push(startHeartbeat(config.roles, shared))
    if (config.monitoring) {
      const monitoring = await startMonitoring(shared, config.monitoring)
      running.push(monitoring)
      monitoringUrl = monitoring.url
    }
    log('service_started', { url, monitoringUrl })
  } catch (error) {
    await stopAll(running)
    throw error
  }
  return {
    url,
    monitoringUrl,
    async stop() {
      await stopAll(running)
      log('service_stopped')
    },
  }
}

async function createShared(config: Config): Promise<Shared> {
  const loops: Loop[] = []
  const metrics = createMetrics({
    totals: () => readTotals(storage, { overdueSeconds: getOverdueSeconds(config) }),
    readiness: () => readiness(),
    loops: () => loops,
    ofProcess: true,
  })
  const log = createLog({
    role: [...config.roles].join(','),
    level: config.logLevel,
    secrets: getSecrets(config),
    onEvent: metrics.countEvent,
  })
  const storage = await createStorage({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    network: config.network.name,
    onError: (error) => log('database_connection_lost', { err: error }),
  })
  const links = createLinks(config, (sentence) => log('providers_disagree', { fault: sentence }))
  const readiness = createReadiness({ isDatabaseReady: storage.isReady, links })
  const roleKeys = createRoleKeyVerifier(config, { links, log })
  return { links, storage, log, roleKeys, metrics, readiness, loops: () => loops }
}

/** By then every deposit can be refunded by anyone, so the execution should have ended. */
function getOverdueSeconds({ network: { deadlines } }: Config): number {
  return deadlines.quoteSeconds + deadlines.refundSeconds + 60
}

/** In reverse order of start, so that nothing uses a part that has stopped. */
async function stopAll(running: readonly Running[]): Promise<void> {
  for (const one of running.toReversed()) await one.stop()
}

async function startWorker(config: Config, shared: Shared) {
  const { links, roleKeys, storage, log, loops, metrics } = shared
  const { network, sponsorLimits, inventoryCapUsd } = config
  const chains = roleKeys.settlements
  const prices = createPrices({ network, chains: links.chains })
  const worker = createWorker({
    storage,
    network,
    chains,
    sponsorLimits,
    repricing: createRepricing({ network, prices }),
    valuation: createValuation({ network, prices }),
    hideSecrets: (text) => hideSecrets(text, getSecrets(config)),
    onError: (error, about) => logError(log, { error, about }),
  })
  const treasury = createTreasury({
    storage,
    network,
    chains,
    prices,
    capUsd: inventoryCapUsd,
    onError: (error) => logError(log, { error, about: { duty: 'inventory' } }),
    onUnpriced: (asset) => log('asset_unpriced', { asset }),
  })
  const rentReclaimer = createRentReclaimer({
    storage,
    chains,
    onError: (error) => logError(log, { error, about: { duty: 'rent' } }),
  })
  const levels = createLevels({
    network,
    chains: links.chains,
    settlements: chains,
    prices,
    capUsd: inventoryCapUsd,
    onRead: metrics.setLevels,
    onFault: ({ name, ...level }) => log(levelAlarms[name], level),
    onError: (error) => logError(log, { error, about: { duty: 'levels' } }),
  })
  await worker.start()
  loops().push({ name: 'worker', sinceRoundMs: () => worker.sinceRoundMs() })
  treasury.start()
  rentReclaimer.start()
  levels.start()
  return {
    wake: () => worker.wake(),
    async stop() {
      await levels.stop()
      await rentReclaimer.stop()
      await treasury.stop()
      await worker.stop()
    },
  }
}

/** Errors that need an operator are alarms; all others are retried. */
function logError(log: Log, { error, about }: { error: unknown; about: object }): void {
  const alarm = alarmErrors.find(([kind]) => error instanceof kind)?.[1]
  log(alarm ?? 'work_retried', { err: error, ...about })
}

const levelAlarms = {
  coins: 'coins_low',
  inventory_usd: 'inventory_low',
  feed_age_seconds: 'feed_stale',
} as const satisfies Record<Level['name'], LogEvent>

const alarmErrors = [
  [PaidUndeliveredError, 'paid_undelivered'],
  [FeesAtLimitError, 'fees_at_limit'],
  [PaymasterEmptyError, 'paymaster_empty'],
  [ReleaseRefusedError, 'release_refused'],
] as const

function startAttestor({ network, keys }: Config, shared: Shared): Running {
  const { links, roleKeys, storage, log } = shared
  const key = keys.attestor
  const solanaKey = keys.solana?.attestor
  if (!key) throw new Error('The attestor has no key.')
  const attestor = createAttestor({
    storage,
    network,
    chains: links.settlements,
    attestor: getKeyAddress(key),
    async sign(verdict, about) {
      await roleKeys.allow(toEvmChainId(about.chainNumber))
      return signEvmAttestation(verdict, { ...about, key })
    },
    transactions: solanaKey && {
      attestor: getSolanaKeyAddress(solanaKey),
      async sign(message, chainId) {
        await roleKeys.allow(chainId)
        return signAttestation(message, solanaKey)
      },
    },
    onError: (error) => log('work_retried', { err: error }),
  })
  attestor.start()
  shared.loops().push({ name: 'attestor', sinceRoundMs: () => attestor.sinceRoundMs() })
  return attestor
}

/** Starts the monitor that logs an alarm for every stuck execution. */
function watchStuck({ storage, log }: { storage: Storage; log: Log }) {
  const watch = createStuckExecutionMonitor({
    storage,
    onStuck: (execution) => log('execution_stuck', execution),
    onError: (error) => log('work_retried', { err: error, duty: 'watch of executions' }),
  })
  watch.start()
  return watch
}

/** Looks for stuck executions while it runs. */
type StuckExecutionMonitor = { start: () => void; stop: () => Promise<void> }

/** Options of {@link createStuckExecutionMonitor}. */
type StuckExecutionMonitorOptions = {
  storage: Storage
  /** Called once for each stuck execution; again only after it made progress. */
  onStuck: (execution: StuckExecution) => void
  /** Called with errors of reading the database. */
  onError: (error: unknown) => void
  everyMs?: number
}

/** Creates the alarm for what `estuary_executions_stuck` counts; workers keep trying these. */
export function createStuckExecutionMonitor(
  options: StuckExecutionMonitorOptions,
): StuckExecutionMonitor {
  const { storage, onStuck, onError, everyMs = 15_000 } = options
  let reported: ReadonlySet<string> = new Set()
  return createPeriodicJob({
    everyMs,
    onError,
    async run() {
      const stuck = await findStuckExecutions(storage)
      for (const execution of stuck) if (!reported.has(execution.quoteId)) onStuck(execution)
      reported = new Set(stuck.map(({ quoteId }) => quoteId))
      return undefined
    },
  })
}

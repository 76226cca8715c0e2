import { signVerdict } from '#chains/evm/settlement/attest.ts'
import { addressOfKey } from '#chains/evm/settlement/addressOfKey.ts'
import { signAttestation } from '#chains/solana/settlement/attest.ts'
import { addressOfSolanaKey } from '#chains/solana/settlement/key.ts'
import { evmChainId } from '#protocol/ids/caip.ts'
import { createDuties, type Duties } from './checkDuties.ts'
import { type Config, secretsOf } from '../config/config.ts'
import { createAttestor } from '../executions/attestor/attestor.ts'
import { PaymasterEmpty } from '../executions/transactions/PaymasterEmpty.ts'
import { PaidUndelivered } from '../executions/transactions/PaidUndelivered.ts'
import { FeesAtLimit } from '../executions/transactions/FeesAtLimit.ts'
import { ReleaseRefused } from '../executions/transactions/ReleaseRefused.ts'
import { createRentDuty } from '../executions/jobs/rentDuty.ts'
import { createTreasury } from '../executions/jobs/treasury.ts'
import { createWorker } from '../executions/worker/worker.ts'
import { createLinks, type Links } from '../links/links.ts'
import { createLog, type Log } from '../monitoring/log.ts'
import { createMetrics, type Loop, type Metrics } from '../monitoring/metrics.ts'
import { startMonitoring } from '../http/monitoring/monitoringServer.ts'
import { createReadiness, type Readiness } from '../monitoring/readiness.ts'
import { watchStuck } from '../monitoring/watchStuck.ts'
import { createPrices } from '../prices/prices.ts'
import { createRepricing } from '../quotes/pricing/repricing.ts'
import { type DevnetParts, startApi } from './startApi.ts'
import type { Storage } from '../storage/database.ts'
import { createStorage } from '../storage/storage.ts'
import { readTotals } from '../storage/executions/totals.ts'

/** A running service process. */
export type Service = {
  /** Where people reach it; undefined for a process without the api role. */
  url: string | undefined
  /** Where monitors reach it; undefined where METRICS_PORT is not set. */
  monitoringUrl: string | undefined
  stop: () => Promise<void>
}

/** What every role of a process shares. */
type Shared = {
  links: Links
  storage: Storage
  log: Log
  duties: Duties
  metrics: Metrics
  readiness: () => Promise<Readiness>
  loops: () => Loop[]
}

/** A role while it works. */
type Running = { stop: () => Promise<void> }

/**
 * Starts the roles that the configuration names and composes the parts they need.
 *
 * @throws Error in one sentence when the database cannot be used or the port not be listened on.
 */
export async function startService(
  config: Config,
  options: { devnet?: DevnetParts } = {},
): Promise<Service> {
  const shared = await createShared(config)
  const { storage, duties, log } = shared
  const running: Running[] = [storage]
  let url: string | undefined
  let monitoringUrl: string | undefined
  try {
    await duties.checkAll()
    running.push(watchStuck(shared))
    const worker = config.roles.has('worker') ? await startWorker(config, shared) : undefined
    if (worker) running.push(worker)
    if (config.roles.has('attestor')) running.push(startAttestor(config, shared))
    if (config.roles.has('api')) {
      const api = await startApi(config, {
        ...shared,
        ...options,
        onAccepted: () => worker?.nudge(),
      })
      running.push(api)
      url = api.url
    }
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
    totals: () => readTotals(storage, { overdueSeconds: overdueSeconds(config) }),
    readiness: () => readiness(),
    loops: () => loops,
    ofProcess: true,
  })
  const log = createLog({
    role: [...config.roles].join(','),
    level: config.logLevel,
    secrets: secretsOf(config),
    onEvent: metrics.countEvent,
  })
  const storage = await createStorage({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onError: (error) => log('database_connection_lost', { err: error }),
  })
  const links = createLinks(config, (sentence) => log('providers_disagree', { fault: sentence }))
  const readiness = createReadiness({ isDatabaseReady: storage.isReady, links })
  const duties = createDuties(config, { links, log })
  return { links, storage, log, duties, metrics, readiness, loops: () => loops }
}

/** When everybody could have taken a deposit back, an execution has had its time. */
function overdueSeconds({ network: { deadlines } }: Config): number {
  return deadlines.quoteSeconds + deadlines.refundSeconds + 60
}

/** The last started first: nothing is asked of what has ended. */
async function stopAll(running: readonly Running[]): Promise<void> {
  for (const one of running.toReversed()) await one.stop()
}

async function startWorker(config: Config, { links, duties, storage, log, loops }: Shared) {
  const { network, sponsorLimits, inventoryCapUsd } = config
  const chains = duties.settlements
  const prices = createPrices({ network, chains: links.chains })
  const worker = createWorker({
    storage,
    network,
    chains,
    sponsorLimits,
    repricing: createRepricing({ network, prices }),
    onError: (error, about) => sayError(log, { error, about }),
  })
  const treasury = createTreasury({
    storage,
    network,
    chains,
    prices,
    capUsd: inventoryCapUsd,
    onError: (error) => sayError(log, { error, about: { duty: 'inventory' } }),
    onUnpriced: (asset) => log('asset_unpriced', { asset }),
  })
  const rentDuty = createRentDuty({
    storage,
    chains,
    onError: (error) => sayError(log, { error, about: { duty: 'rent' } }),
  })
  await worker.start()
  loops().push({ name: 'worker', sinceRoundMs: () => worker.sinceRoundMs() })
  treasury.start()
  rentDuty.start()
  return {
    nudge: () => worker.nudge(),
    async stop() {
      await rentDuty.stop()
      await treasury.stop()
      await worker.stop()
    },
  }
}

/** What somebody must look at is an alarm; all else is tried again. */
function sayError(log: Log, { error, about }: { error: unknown; about: object }): void {
  const alarm = alarmErrors.find(([kind]) => error instanceof kind)?.[1]
  log(alarm ?? 'work_retried', { err: error, ...about })
}

const alarmErrors = [
  [PaidUndelivered, 'paid_undelivered'],
  [FeesAtLimit, 'fees_at_limit'],
  [PaymasterEmpty, 'paymaster_empty'],
  [ReleaseRefused, 'release_refused'],
] as const

function startAttestor({ network, keys }: Config, shared: Shared): Running {
  const { links, duties, storage, log } = shared
  const key = keys.attestor
  const solanaKey = keys.solana?.attestor
  if (!key) throw new Error('The attestor has no key.')
  const attestor = createAttestor({
    storage,
    network,
    chains: links.settlements,
    attestor: addressOfKey(key),
    async sign(verdict, about) {
      await duties.allow(evmChainId(about.chainNumber))
      return signVerdict(verdict, { ...about, key })
    },
    transactions: solanaKey && {
      attestor: addressOfSolanaKey(solanaKey),
      async sign(message, chainId) {
        await duties.allow(chainId)
        return signAttestation(message, solanaKey)
      },
    },
    onError: (error) => log('work_retried', { err: error }),
  })
  attestor.start()
  shared.loops().push({ name: 'attestor', sinceRoundMs: () => attestor.sinceRoundMs() })
  return attestor
}

import { signVerdict } from '#chains/evm/attest.ts'
import { addressOfKey } from '#chains/evm/addressOfKey.ts'
import { signAttestation } from '#chains/solana/attest.ts'
import { addressOfSolanaKey } from '#chains/solana/key.ts'
import { evmChainId } from '#protocol/caip.ts'
import { createDuties, type Duties } from './checkDuties.ts'
import { type Config, secretsOf } from './config.ts'
import { createAttestor } from './executions/attestor.ts'
import { PaymasterEmpty } from './executions/PaymasterEmpty.ts'
import { PaidUndelivered } from './executions/PaidUndelivered.ts'
import { FeesAtLimit } from './executions/FeesAtLimit.ts'
import { ReleaseRefused } from './executions/ReleaseRefused.ts'
import { createRentDuty } from './executions/rentDuty.ts'
import { createTreasury } from './executions/treasury.ts'
import { createWorker } from './executions/worker.ts'
import { createLinks, type Links } from './links.ts'
import { createLog, type Log } from './log.ts'
import { createPrices } from './prices/prices.ts'
import { createRepricing } from './quotes/repricing.ts'
import { type DevnetParts, startApi } from './startApi.ts'
import type { Storage } from './storage/database.ts'
import { createStorage } from './storage/storage.ts'
import { watchStuck } from './watchStuck.ts'

/** A running service process. */
export type Service = {
  /** Where people reach it; undefined for a process without the api role. */
  url: string | undefined
  stop: () => Promise<void>
}

/** What every role of a process shares. */
type Shared = { links: Links; storage: Storage; log: Log; duties: Duties }

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
  const log = createLog({
    role: [...config.roles].join(','),
    level: config.logLevel,
    secrets: secretsOf(config),
  })
  const storage = await createStorage({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    onError: (error) => log.warn({ err: error }, 'a connection to the database broke'),
  })
  const links = createLinks(config, (sentence) => log.error(sentence))
  const shared = { links, storage, log, duties: createDuties(config, { links, log }) }
  const running: Running[] = [storage]
  let url: string | undefined
  try {
    await shared.duties.checkAll()
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
  } catch (error) {
    await stopAll(running)
    throw error
  }
  return { url, stop: () => stopAll(running) }
}

/** The last started first: nothing is asked of what has ended. */
async function stopAll(running: readonly Running[]): Promise<void> {
  for (const one of running.toReversed()) await one.stop()
}

async function startWorker(config: Config, { links, duties, storage, log }: Shared) {
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
    onUnpriced: (asset) => log.warn({ asset }, 'inventory without a price counts as nothing'),
  })
  const rentDuty = createRentDuty({
    storage,
    chains,
    onError: (error) => log.warn({ err: error }, 'rent is got back later'),
  })
  await worker.start()
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

/** What somebody must look at is an error of its own name; all else is tried again. */
function sayError(log: Log, { error, about }: { error: unknown; about: object }): void {
  if (error instanceof PaidUndelivered)
    log.error(
      { event: 'paid_undelivered', err: error, ...about },
      'the service owes a delivery: look at it',
    )
  else if (error instanceof FeesAtLimit)
    log.error(
      { event: 'fees_at_limit', err: error, ...about },
      'a transaction is not mined and may not offer more: look at it',
    )
  else if (error instanceof PaymasterEmpty)
    log.error(
      { event: 'paymaster_empty', err: error, ...about },
      'operations are refused until the paymaster has a deposit: fill it up',
    )
  else if (error instanceof ReleaseRefused)
    log.error(
      { event: 'release_refused', err: error, ...about },
      'a deposit cannot be paid out: look at it before it goes back',
    )
  else log.warn({ err: error, ...about }, 'tried again later')
}

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
    onError: (error) => log.warn({ err: error }, 'tried again later'),
  })
  attestor.start()
  return attestor
}

import { expect } from 'vitest'

import {
  startTestDevnetWithSolana,
  type TestDevnetWithSolana,
} from '../devnet/startTestDevnetWithSolana.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import { type CrashHarness, startCrashHarness } from './crashHarness.ts'
import { countEvents } from './crashLedger.ts'
import { type CrashStop, prepareCrashLog, takeHeld } from './crashStops.ts'
import {
  composeServices,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'
import { keysWithSolana } from '#testing/harness/solana.ts'
import { type SolanaPoint, getSolanaPointName } from './solanaCrash.ts'
import {
  countLandings,
  type Ending,
  getExpectedChanges,
  getExpectedLandings,
  getExpectedOnEvm,
  readChanges,
  readTotals,
} from './solanaCrashLedger.ts'
import {
  createSolanaCrashFeeder,
  type FedOnSolana,
  type SolanaCrashFeeder,
} from './solanaCrashFeeder.ts'
import type { TestWorkerOrder } from './workerProcess.ts'

/** A failpoint, and the execution to hold there. */
export type Held = { point: SolanaPoint; stop: CrashStop }

type Working = { isUnattested?: true; isLost?: (one: FedOnSolana) => boolean }

/** A crash test on EVM chains and Solana; see {@link startSolanaCampaign}. */
export type SolanaCampaign = {
  devnet: TestDevnetWithSolana
  database: TestDatabase
  lab: CrashHarness
  services: TestServices
  harness: SolanaCrashFeeder
  /** Names of the points a process was killed at. */
  killed: Set<string>
  /** Reads the sums of all participants' holdings. */
  readAll(): Promise<Record<string, bigint>>
  /** Runs a process until it holds all of these and kills itself. */
  killHolding(held: readonly Held[], options?: Pick<TestWorkerOrder, 'isUnattested'>): Promise<void>
  /** Runs executions to their ends, and expects the status their point implies. */
  expectEnds(some: readonly FedOnSolana[], options?: Working): Promise<void>
  /** Expects balances and events to match the quotes: nothing missing, nothing twice. */
  expectLedgers(): Promise<void>
  stop(): Promise<void>
}

/** Starts chains, a database, and the harness that feeds and kills workers. */
export async function startSolanaCampaign(): Promise<SolanaCampaign> {
  const [devnet, database, lab] = await Promise.all([
    startTestDevnetWithSolana(),
    startTestDatabase(),
    startCrashHarness(),
  ])
  const { storage } = database
  await prepareCrashLog(storage)
  const services = composeServices(devnet.network, { storage, keys: keysWithSolana })
  const harness = createSolanaCrashFeeder({ devnet, storage })
  const parts = { devnet, database, lab, services, harness }
  const endings = new Map<FedOnSolana, Ending>()
  const killed = new Set<string>()
  return {
    ...parts,
    killed,
    readAll() {
      const reef = ['SOL', 'USDC', 'USDT'].map((symbol) => harness.asset('Reef', symbol))
      const assets = { firth: harness.asset('Firth', 'USDC'), reef }
      return readTotals(harness.fed, { devnet, services, assets })
    },
    async killHolding(held, options = {}) {
      await killHolding(held, { ...parts, ...options })
      for (const { point } of held) killed.add(getSolanaPointName(point))
    },
    async expectEnds(some, options = {}) {
      await expectEnds(some, { ...parts, ...options, endings })
    },
    expectLedgers: () => expectLedgers(harness.fed, { ...parts, endings }),
    async stop() {
      await lab.stop()
      await database.stop()
      await devnet.stop()
    },
  }
}

type Parts = Pick<SolanaCampaign, 'devnet' | 'database' | 'lab' | 'services'>

async function killHolding(
  held: readonly Held[],
  {
    devnet,
    database,
    lab,
    services,
    isUnattested = false,
  }: Parts & Pick<TestWorkerOrder, 'isUnattested'>,
): Promise<void> {
  const { databaseUrl, storage } = database
  const stops = held.map(({ stop }) => stop)
  const order = { network: devnet.network, databaseUrl, keys: keysWithSolana, stops, isUnattested }
  const signal = await lab.run(order)
  const reached = await takeHeld(storage)
  const missing = held.filter(({ stop }) => !reached.has(stop.quoteId))
  const missed = await Promise.all(
    missing.map(async ({ point, stop }) => {
      const record = await services.executions.status(stop.quoteId)
      return [
        getSolanaPointName(point),
        'status' in record ? [record.status, record.failReason] : [],
      ]
    }),
  )
  expect({ signal, missed }).toEqual({ signal: 'SIGKILL', missed: [] })
}

type Endings = { endings: Map<FedOnSolana, Ending> }

async function expectEnds(
  some: readonly FedOnSolana[],
  { devnet, database, endings, isUnattested, isLost }: Parts & Working & Endings,
): Promise<void> {
  const { storage } = database
  const worker = composeServices(devnet.network, { storage, keys: keysWithSolana })
  await (isUnattested === true ? worker.worker.start() : worker.start())
  try {
    for (const one of some) {
      const ending = isLost?.(one) === true ? 'nothing' : getEnding(one)
      endings.set(one, ending)
      const { status } = await waitUntilTerminal(worker, { quoteId: one.quote.id })
      const name = getSolanaPointName(one.point)
      const wanted = ending === 'delivered' ? 'COMPLETED' : 'REFUNDED'
      expect({ name, status }).toEqual({ name, status: wanted })
    }
  } finally {
    await worker.stop()
  }
}

function getEnding({ point: { world, isDoomed } }: FedOnSolana): Ending {
  if (!isDoomed) return 'delivered'
  return world === 'transfer' ? 'nothing' : 'refunded'
}

async function expectLedgers(
  fed: readonly FedOnSolana[],
  { endings, ...parts }: Parts & Endings,
): Promise<void> {
  expect(endings.size).toBe(fed.length)
  const accounts = fed.map(({ fillId, onEvm }) => ({ fillId, account: onEvm ?? fillId }))
  const events = await countEvents(parts.devnet, accounts)
  for (const one of fed) {
    const ending = endings.get(one) ?? 'nothing'
    const name = getSolanaPointName(one.point)
    const found = {
      changes: await readChanges(one, parts),
      landings: await countLandings(one, parts),
      events: events.get(one.fillId),
    }
    expect({ name, ...found }).toEqual({
      name,
      changes: getExpectedChanges(one, ending),
      landings: getExpectedLandings(one, ending),
      events: getExpectedOnEvm(one, ending),
    })
  }
}

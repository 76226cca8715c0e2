import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { isCampaign, getCover } from '#testing/campaign.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import {
  getCrashKind,
  type CrashPoint,
  getCrashPointName,
  crashPoints,
} from '#testing/crash/crash.ts'
import { type CrashHarness, startCrashHarness } from '#testing/crash/crashHarness.ts'
import { getExpectedEvents } from '#testing/crash/crashLedger.ts'
import { createCrashFeeder, type CrashFeeder } from '#testing/crash/crashFeeder.ts'
import { prepareCrashLog, takeHeld } from '#testing/crash/crashStops.ts'
import {
  composeServices,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'

const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }
/**
 * In `npm test` each failpoint, each action and each kind of execution is met, and each action between
 * its signature and its broadcast, where a mistake signs twice; in a campaign each with each.
 */
const points = getCover(crashPoints, ({ failpoint, about, kind }) => [
  failpoint,
  about,
  kind,
  ...(failpoint === 'after sign' ? [`${failpoint} ${about}`] : []),
])
/** Executions that one process brings to their points: fewer than a worker has in hand at once. */
const atOnce = 28
/** Processes at work at once. */
const lanes = 4
/** Pause before another execution is given to a point that none came to yet. */
const feedMs = 6_000

let devnet: TestDevnet
let database: TestDatabase
let lab: CrashHarness
let harness: CrashFeeder
let services: TestServices
/** Why executions were not given to a point that waited for one. */
const unfed: unknown[] = []
/** Points that the worker of this process passed. */
const passed = new Set<string>()

beforeAll(async () => {
  ;[devnet, database, lab] = await Promise.all([
    startTestDevnet(),
    startTestDatabase(),
    startCrashHarness(),
  ])
  services = composeServices(devnet.network, {
    storage: database.storage,
    keys,
    onFailpoint(failpoint, about, place) {
      const { leg } = place
      const at = leg === undefined ? {} : { leg }
      const kind = getCrashKind(place)
      if (failpoint.endsWith('accept') || kind === 'one chain') return
      // Killed at in the campaign with Solana: the attestor's steps, and bytes that get lost.
      if (/bind$|store signature$/.test(failpoint) || about.endsWith('anew')) return
      // What becomes of a call's deposits is what becomes of any: only its delivery is its own.
      if (kind === 'call' && leg !== 'destination') return
      if (kind === 'arrival' && about !== 'arrive') return
      passed.add(getCrashPointName({ kind, failpoint, about, ...at }))
    },
  })
  await prepareCrashLog(database.storage)
  harness = await createCrashFeeder({ devnet, storage: database.storage, services, keys })
})

afterAll(async () => {
  await lab.stop()
  await database.stop()
  await devnet.stop()
})

/** Runs processes that kill themselves at a point until one did; gives it executions meanwhile. */
async function hit(point: CrashPoint): Promise<boolean> {
  const { network } = devnet
  const { databaseUrl } = database
  const done = new AbortController()
  const running = lab
    .run({ network, databaseUrl, keys, crashAt: point })
    .finally(() => done.abort())
  while (!done.signal.aborted) {
    // On a busy machine a price may be late: then the point waits for the next one.
    await harness.feed(point).catch((error: unknown) => unfed.push(error))
    await wait(feedMs, undefined, { signal: done.signal }).catch(() => undefined)
  }
  return (await running) === 'SIGKILL'
}

/**
 * Runs processes that hold executions, each at a point, and kill themselves once all are held; those that
 * would hold up the others come after them, one by one. @returns Points that were not reached.
 */
async function killHolding(some: readonly CrashPoint[]): Promise<string[]> {
  const missed: string[] = []
  const together = some.filter((point) => !isHoldingUp(point))
  const waves = [
    ...Array.from({ length: Math.ceil(together.length / atOnce) }, (_, index) =>
      together.slice(index * atOnce, (index + 1) * atOnce),
    ),
    ...some.filter(isHoldingUp).map((point) => [point]),
  ]
  for (const wave of waves) {
    const held = []
    for (const point of wave) {
      const { failpoint, about, leg } = point
      const { quote } = await harness.feed(point)
      const stop = {
        quoteId: quote.id,
        failpoint,
        about,
        ...(leg !== undefined && { leg }),
      }
      held.push({ point, stop })
    }
    const { network } = devnet
    const order = { network, databaseUrl: database.databaseUrl, keys }
    const stops = held.map(({ stop }) => stop)
    expect(await lab.run({ ...order, stops })).toBe('SIGKILL')
    const reached = await takeHeld(database.storage)
    const left = held.filter(({ stop }) => !reached.has(stop.quoteId))
    missed.push(...left.map(({ point }) => getCrashPointName(point)))
  }
  return missed
}

/** Runs a process for each point, some beside each other. @returns Points that were not reached. */
async function killOneByOne(some: readonly CrashPoint[]): Promise<string[]> {
  const queue = [...some]
  const missed: string[] = []
  async function lane(): Promise<void> {
    for (let point = queue.shift(); point; point = queue.shift()) {
      const isHit = await hit(point)
      const name = getCrashPointName(point)
      process.stdout.write(`${isHit ? 'killed' : 'MISSED'}  ${name}\n`)
      if (!isHit) missed.push(name)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return missed
}

/** A nonce that is taken and not used: who holds it would hold up all others. */
function isHoldingUp({ failpoint }: CrashPoint): boolean {
  return failpoint === 'after sign'
}

test('killed at every failpoint, the service finishes or refunds everything, once', async () => {
  const before = await harness.readTotals()
  const missed = await (isCampaign ? killOneByOne(points) : killHolding(points))
  const { length } = harness.fed
  process.stdout.write(`${length} executions; ${unfed.length} not fed: ${String(unfed.at(0))}\n`)
  expect(missed).toEqual([])

  await services.start()
  for (const { kind, quote, isDoomed } of harness.fed) {
    const { status } = await waitUntilTerminal(services, { quoteId: quote.id })
    expect({ kind, status }).toEqual({ kind, status: isDoomed ? 'REFUNDED' : 'COMPLETED' })
  }
  await services.stop()
  // Everything that happened on the chains, once for each execution and no more.
  const counted = await harness.countEvents()
  for (const fed of harness.fed) expect(counted.get(fed.fillId)).toEqual(getExpectedEvents(fed))
  // Nothing came or went but what the quotes said; what is refunded was never away.
  expect(await harness.readTotals()).toEqual(before)
  for (const fed of harness.fed)
    expect(await harness.readChanges(fed)).toEqual(harness.expectedChanges(fed))
  await expectNonces()
  // What the work passes here and nobody kills at is missing in the table.
  const known = new Set(crashPoints.map(getCrashPointName))
  expect([...passed].filter((name) => !known.has(name))).toEqual([])
})

/** The chains and the database count the same nonces: nothing is lost, nothing waits. */
async function expectNonces(): Promise<void> {
  for (const chain of services.chains.values())
    for (const sender of Object.values(chain.senders)) {
      const [row] = await database.storage.query<{ next: bigint }>(
        'select next_nonce as next from signer_nonces where chain = $1 and signer = $2',
        [chain.chainId, sender.toLowerCase()],
      )
      expect(row?.next).toBe(await chain.nonces?.readTransactionCount(sender, 'latest'))
    }
}

test.each([
  ['before accept', []],
  ['after accept', ['PENDING']],
] as const)('killed %s, nothing half-done is left', async (failpoint, statuses) => {
  const { network } = devnet
  const { databaseUrl } = database
  const accept = await harness.ask({ kind: 'one chain', isDoomed: false })
  const order = { network, databaseUrl, keys, crashAt: { failpoint }, accept }
  expect(await lab.run(order)).toBe('SIGKILL')
  const record = await services.executions.status(accept.id)
  expect('status' in record ? [record.status] : []).toEqual(statuses)
  expect(await services.executions.accept(accept, { receivedBody: accept })).toMatchObject({
    success: true,
  })
})

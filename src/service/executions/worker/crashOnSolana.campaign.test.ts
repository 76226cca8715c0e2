import { PublicKey } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { getOrderAddressByHash } from '#chains/solana/program/addresses.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { getCover, pickEveryNth, isCampaign } from '#testing/campaign.ts'
import { getSettlement } from '../plan/executionPlan.ts'
import type { CrashDuty } from '#testing/crash/crashDuties.ts'
import { readPassed, takeHeld } from '#testing/crash/crashStops.ts'
import { keysWithSolana } from '#testing/harness/solana.ts'
import {
  type Held,
  type SolanaCampaign,
  startSolanaCampaign,
} from '#testing/crash/solanaCampaign.ts'
import {
  getSolanaAction,
  clockPoints,
  halfPoints,
  isUnsent,
  losable,
  getLostPoints,
  getPlaceName,
  type SolanaPoint,
  getSolanaPointName,
  solanaPoints,
  stopAt,
} from '#testing/crash/solanaCrash.ts'
import type { FedOnSolana } from '#testing/crash/solanaCrashFeeder.ts'

/** Executions that one process brings to their points: fewer than a worker has in hand at once. */
const atOnce = 28
/**
 * In `npm test` each failpoint, action and world is met, and on Solana each action between its signature
 * and its broadcast, where a mistake signs twice; in a campaign each with each.
 */
const points = getCover(solanaPoints, (point) => {
  const { failpoint, about, where, world } = point
  const isSigned = failpoint === 'after sign' && where !== ' on EVM'
  return [
    `${failpoint}${where}`,
    `${about}${where}`,
    world,
    ...(isSigned ? [getPlaceName(point)] : []),
  ]
})
/** What is lost, at both failpoints; in `npm test` each second at the first, the others too late. */
const losings = isCampaign ? losable.flatMap((one) => [one, one]) : pickEveryNth(losable, 2)
const losingPoints = isCampaign
  ? losable.flatMap(getLostPoints)
  : losings.map((one) => getLostPoints(one).slice(0, 1)).flat()
const late = isCampaign ? losable : losable.filter((_, index) => index % 2 === 1)

/** Slots after which no blockhash of before is good any more, at finality. */
const expirySlots = 160

let campaign: SolanaCampaign
let totals: Record<string, bigint>

beforeAll(async () => {
  campaign = await startSolanaCampaign()
  totals = await campaign.readAll()
})

afterEach(() => campaign.devnet.solana.setDelivery('land'))

afterAll(() => campaign.stop())

function killHolding(...told: Parameters<SolanaCampaign['killHolding']>): Promise<void> {
  return campaign.killHolding(...told)
}

function expectEnds(...told: Parameters<SolanaCampaign['expectEnds']>): Promise<void> {
  return campaign.expectEnds(...told)
}

function prepare(points: readonly SolanaPoint[] = []) {
  return Promise.all(points.map(campaign.harness.prepare))
}

async function feed(points: readonly SolanaPoint[]): Promise<FedOnSolana[]> {
  return campaign.harness.feed(await prepare(points))
}

/** The same executions at other points. */
function atPoints(some: readonly FedOnSolana[], points: readonly SolanaPoint[]): Held[] {
  return some.map(({ quote }, index) => {
    const point = points[index]
    if (!point) throw new Error('There are fewer points than executions.')
    return { point, stop: stopAt(point, quote) }
  })
}

/** A deposit that never lands takes nothing, and is not tried again: its user has to sign anew. */
function isDeposit({ point: { about } }: FedOnSolana): boolean {
  return about === 'deposit'
}

/** Where what can get lost has just been sent. */
function sending(some: typeof losable): SolanaPoint[] {
  return some.map((one) => ({ ...one, failpoint: 'after broadcast' }))
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

test('killed at every failpoint with Solana in it, every execution goes on where it was', async () => {
  const sentAlready = points.filter((point) => !isUnsent(point))
  const waves = [...chunks(sentAlready, atOnce), points.filter(isUnsent)]
  let next = await prepare(waves[0])
  for (const wave of waves.keys()) {
    const fed = await campaign.harness.feed(next)
    const running = killHolding(fed)
    next = await prepare(waves[wave + 1])
    await running
  }
  await expectEnds(campaign.harness.fed)
})

test('what was stored and never sent is made anew once its blockhash is over, and not before', async () => {
  const some = await feed(losings.map((one) => ({ ...one, failpoint: 'after sign' as const })))
  await killHolding(some)
  await campaign.devnet.solana.advanceSlots(expirySlots)
  // Killed a second time where that is understood, before and after it is stored.
  await killHolding(atPoints(some, losingPoints))
  await expectEnds(some, { isLost: isDeposit })
})

test('what the node holds while one process after the other is killed lands once', async () => {
  const some = await feed(losable.map((one) => ({ ...one, failpoint: 'before sign' as const })))
  await killHolding(some)
  const halves = await prepare(halfPoints)
  await campaign.devnet.solana.setDelivery('hold')
  // Of what two chains give, one half is there.
  const half = await campaign.harness.feed(halves)
  await killHolding([...atPoints(some, sending(losable)), ...half])
  // The next one finds bytes that neither land nor are lost, and sends them again.
  const { network } = campaign.devnet
  const { databaseUrl, storage } = campaign.database
  const order = { network, databaseUrl, keys: keysWithSolana, stops: [] }
  expect(await campaign.lab.run(order, { endAfterMs: 8_000 })).toBe('SIGTERM')
  await takeHeld(storage)
  await campaign.devnet.solana.setDelivery('land')
  await expectEnds([...some, ...half])
})

test('what the node lets go too late never lands: it is made anew, once', async () => {
  const some = await feed(late.map((one) => ({ ...one, failpoint: 'before sign' as const })))
  await killHolding(some)
  await campaign.devnet.solana.setDelivery('hold')
  await killHolding(atPoints(some, sending(late)))
  await campaign.devnet.solana.advanceSlots(expirySlots)
  await campaign.devnet.solana.setDelivery('land')
  await expectEnds(some, { isLost: isDeposit })
})

test('while no attestor speaks, a refund by the clock goes on where it was', async () => {
  const some = await feed(clockPoints)
  const asked = clockPoints.map((one) => ({
    ...one,
    failpoint: 'before attest' as const,
    about: 'Cancelled',
  }))
  await killHolding(atPoints(some, asked), { isUnattested: true })
  await campaign.devnet.solana.increaseTime(7_200)
  await killHolding(some, { isUnattested: true })
  await expectEnds(some, { isUnattested: true })
})

test('whatever was killed, everybody has what they should to the smallest unit, and nothing was done twice', async () => {
  await campaign.expectLedgers()
  expect(await campaign.readAll()).toEqual(totals)
})

test('what the solver holds too much leaves it once, wherever its keeper is killed', async () => {
  const { storage } = campaign.database
  const capUsd = (10n ** 14n).toString()
  const before = await heldByPayee()
  await killOnDuty({ capUsd, at: 'sending' })
  await campaign.devnet.solana.advanceSlots(expirySlots)
  // What was stored can land no more: other bytes are stored in its place.
  await killOnDuty({ capUsd, at: 'sending' })
  await killOnDuty({ capUsd, at: 'sent' })
  await killOnDuty({ capUsd, at: 'ending' })
  const [newest] = await storage.query<{ amount: bigint; isActive: boolean }>(
    'select amount, active as "isActive" from inventory_moves order by created_at desc limit 1',
  )
  expect(newest?.isActive).toBe(true)
  const gains = (await heldByPayee()).map((units, index) => units - (before[index] ?? 0n))
  expect(gains.toSorted((a, b) => Number(b - a))).toEqual([newest?.amount, 0n, 0n])
  expect(await campaign.readAll()).toEqual(totals)
})

test('rent comes back once, wherever who gets it back is killed', async () => {
  const { storage } = campaign.database
  const { connection } = campaign.devnet.solana
  const executor = new PublicKey(devnetSolana.roles.executor)
  const kept = await storage.query<{ key: string }>(
    `with kept as (select key from rents where kind = 'order' order by key limit 5)
     delete from rents where key not in (select key from kept) returning key`,
  )
  expect(kept.length).toBeGreaterThan(0)
  await storage.query('update rents set due_at = clock_timestamp()')
  const orders = await storage.query<{ key: Hash }>('select key from rents')
  const accounts = orders.map(
    ({ key }) => new PublicKey(getOrderAddressByHash(key, devnetSolana.program)),
  )
  const rents = await Promise.all(accounts.map((one) => connection.getBalance(one)))
  const before = await connection.getBalance(executor)
  const [last] = await connection.getSignaturesForAddress(executor, { limit: 1 })
  for (const at of ['sending', 'sent', 'ending'] as const) {
    await killOnDuty({ at })
    // What was closed is gone once that is final: until then it is not looked for again.
    await campaign.devnet.solana.advanceSlots(10)
    await storage.query('update rents set due_at = clock_timestamp()')
  }
  expect(await storage.query('select key from rents')).toHaveLength(5)
  const closings = await connection.getSignaturesForAddress(executor, {
    ...(last && { until: last.signature }),
  })
  const fees = await Promise.all(closings.map(({ signature }) => readFee(signature)))
  expect(closings.map(({ err }) => err)).toEqual(closings.map(() => null))
  expect((await connection.getBalance(executor)) - before).toBe(getSum(rents) - getSum(fees))
  expect(await Promise.all(accounts.map((one) => connection.getBalance(one)))).toEqual(
    accounts.map(() => 0),
  )
})

async function readFee(signature: string): Promise<number> {
  const landed = await campaign.devnet.solana.connection.getTransaction(signature, {
    maxSupportedTransactionVersion: 0,
  })
  return landed?.meta?.fee ?? 0
}

function getSum(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

async function killOnDuty(duty: Omit<CrashDuty, 'chainId'>): Promise<void> {
  const { network } = campaign.devnet
  const order = { network, databaseUrl: campaign.database.databaseUrl, keys: keysWithSolana }
  const { chainId } = devnetSolana
  const signal = await campaign.lab.run({ ...order, duty: { ...duty, chainId } })
  expect({ ...duty, signal }).toEqual({ ...duty, signal: 'SIGKILL' })
}

async function heldByPayee(): Promise<bigint[]> {
  const chain = getSettlement(campaign.services.chains, devnetSolana.chainId)
  const symbols = ['SOL', 'USDC', 'USDT']
  const held = symbols.map((one) =>
    chain.readBalance(devnetSolana.roles.payee, campaign.harness.asset('Reef', one)),
  )
  return (await Promise.all(held)).map(({ units }) => units)
}

test('nothing that is done on Solana passes a failpoint that the table has not', async () => {
  const whole = [...solanaPoints, ...halfPoints, ...clockPoints, ...losable.flatMap(getLostPoints)]
  const killed = isCampaign ? [...campaign.killed] : whole.map(getSolanaPointName)
  const known = new Set(killed.map(getSolanaAction))
  const passed = await readPassed(campaign.database.storage)
  const missing = passed.filter((name) => !known.has(getSolanaAction(name)))
  expect(missing.filter((name) => getSolanaAction(name) !== undefined)).toEqual([])
  const table = [...points, ...halfPoints, ...clockPoints, ...losingPoints]
  expect(table.map(getSolanaPointName).filter((name) => !campaign.killed.has(name))).toEqual([])
})

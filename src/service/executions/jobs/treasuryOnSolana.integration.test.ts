import { afterAll, beforeAll, expect, test } from 'vitest'

import { getSettlement } from '../plan/executionPlan.ts'
import { reconcileNonces } from '../transactions/reconcileNonces.ts'
import { readUnits, setUpSolanaHarness } from '#testing/harness/solanaHarness.ts'
import { createTreasury, type Treasury } from './treasury.ts'

const symbols = ['SOL', 'USDC', 'USDT'] as const
/** 1e-8 US dollars. */
const million = 10n ** 14n

const harness = setUpSolanaHarness()
const { asset } = harness
let treasury: Treasury | undefined

beforeAll(() =>
  reconcileNonces(harness.database.storage, {
    chain: getSettlement(harness.services.chains, harness.solanaId),
    memory: { broadcastErrors: new Map() },
  }),
)
afterAll(() => treasury?.stop())

function holdings(holder: string): Promise<bigint[]> {
  return Promise.all(
    symbols.map((one) => readUnits(harness, { holder, assetType: asset('Reef', one) })),
  )
}

/** What the solver holds on Solana, US dollars: SOL at 150. */
async function worth(): Promise<number> {
  const [sol = 0n, usdc = 0n, usdt = 0n] = await holdings(harness.roles.solver)
  return (Number(sol) * 150) / 1e9 + Number(usdc + usdt) / 1e6
}

test('what the solver holds on Solana beyond the cap goes to the payee, once, though the first sweep is lost', async () => {
  const { services, database, devnet, roles, solanaId } = harness
  const before = [await holdings(roles.solver), await holdings(roles.payee)]
  expect(await worth()).toBeGreaterThan(20_000_000)
  await devnet.solana.setDelivery('drop')
  const errors: unknown[] = []
  treasury = createTreasury({
    storage: database.storage,
    network: devnet.network,
    chains: new Map([[solanaId, getSettlement(services.chains, solanaId)]]),
    prices: services.service.prices,
    capUsd: million,
    onError: (error) => errors.push(error),
    everyMs: 200,
  })
  treasury.start()
  await expect.poll(async () => (await moves()).length).toBe(1)
  await devnet.solana.advanceSlots(160)
  await devnet.solana.setDelivery('land')
  await expect.poll(worth, { interval: 300 }).toBeLessThan(1_000_000)
  await expect.poll(async () => (await moves()).filter(({ active }) => active)).toEqual([])
  const after = [await holdings(roles.solver), await holdings(roles.payee)]
  const sums = [before, after].map(([solver = [], payee = []]) =>
    symbols.map((_, index) => (solver[index] ?? 0n) + (payee[index] ?? 0n)),
  )
  expect(sums[1]).toEqual(sums[0])
  // What the cap leaves to deliver stays: nothing went twice, and not all of anything.
  expect(await worth()).toBeGreaterThan(700_000)
  for (const units of after[0] ?? []) expect(units).toBeGreaterThan(0n)
  expect(new Set((await moves()).map(({ kind }) => kind))).toEqual(new Set(['sweep']))
  expect(errors).toEqual([])
})

function moves() {
  return harness.database.storage.query<{ kind: string; active: boolean }>(
    'select kind, active from inventory_moves order by created_at',
  )
}

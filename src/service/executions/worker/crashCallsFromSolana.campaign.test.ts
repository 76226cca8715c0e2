import { afterAll, beforeAll, expect, test } from 'vitest'

import { pickOneOfEach } from '#testing/campaign.ts'
import { readPassed } from '#testing/crash/crashStops.ts'
import { keysWithSolana } from '#testing/harness/solana.ts'
import { type SolanaCampaign, startSolanaCampaign } from '#testing/crash/solanaCampaign.ts'
import {
  callPoints,
  isHoldingUp,
  isUnsent,
  type SolanaPoint,
  getSolanaPointName,
  type SolanaWorld,
} from '#testing/crash/solanaCrash.ts'
import type { TestWorkerOrder } from '#testing/crash/workerProcess.ts'

/**
 * In `npm test` each action at one failpoint, and what only calls have, a grant, at each: the others are
 * killed at where other deposits and deliveries are.
 */
const points = pickOneOfEach(callPoints, ({ failpoint, about }) =>
  about === 'grant' ? `${failpoint} ${about}` : about,
)
/** Executions that one process brings to their points: fewer than a worker has in hand at once. */
const atOnce = 30

let campaign: SolanaCampaign
let totals: Record<string, bigint>

beforeAll(async () => {
  campaign = await startSolanaCampaign()
  totals = await campaign.readAll()
})

afterAll(() => campaign.stop())

function killHolding(...told: Parameters<SolanaCampaign['killHolding']>): Promise<void> {
  return campaign.killHolding(...told)
}

function expectEnds(...told: Parameters<SolanaCampaign['expectEnds']>): Promise<void> {
  return campaign.expectEnds(...told)
}

test.each<[string, SolanaWorld, { dies: Partial<TestWorkerOrder>; isThere?: true }]>([
  ['before it is stored', 'from Solana', { dies: { crashAt: { failpoint: 'before accept' } } }],
  ['before it is stored', 'call', { dies: { crashAt: { failpoint: 'before accept' } } }],
  ['while it is stored', 'from Solana', { dies: { isUncommitted: true } }],
  ['while it is stored', 'call', { dies: { isUncommitted: true } }],
  [
    'once it is stored',
    'from Solana',
    { dies: { crashAt: { failpoint: 'after accept' } }, isThere: true },
  ],
  [
    'once it is stored',
    'call',
    { dies: { crashAt: { failpoint: 'after accept' } }, isThere: true },
  ],
])(
  'killed %s, nothing half-done of an execution is left: %s',
  async (_, world, { dies, isThere = false }) => {
    const { harness, lab, devnet, services } = campaign
    const { databaseUrl, storage } = campaign.database
    const point = {
      world,
      failpoint: 'before accept',
      about: '',
      where: '',
      isDoomed: false,
    } as const
    const one = await harness.sign(await harness.prepare(point))
    const { quote } = one
    const order = { network: devnet.network, databaseUrl, keys: keysWithSolana, ...dies }
    expect(await lab.run({ ...order, accept: quote })).toBe('SIGKILL')
    const record = await services.executions.status(quote.id)
    expect('status' in record ? [record.status] : []).toEqual(isThere ? ['PENDING'] : [])
    const left = await storage.query<{ rows: number }>(
      `select ((select count(*) from legs where quote_id = $1)
        + (select count(*) from reservations where quote_id = $1))::int as rows`,
      [quote.id],
    )
    expect(left.map(({ rows }) => rows > 0)).toEqual([isThere])

    const answer = await services.executions.accept(quote, { receivedBody: quote })

    expect(answer).toMatchObject({ success: true })
    await expectEnds([one])
  },
)

test('killed at every failpoint, a call that is paid for on Solana goes on where it was', async () => {
  for (const wave of waves()) {
    const fed = await campaign.harness.feed(await Promise.all(wave.map(campaign.harness.prepare)))
    await killHolding(fed)
  }
  await expectEnds(campaign.harness.fed)
})

test('whatever was killed, everybody has what they should to the smallest unit, and nothing was done twice', async () => {
  await campaign.expectLedgers()
  expect(await campaign.readAll()).toEqual(totals)
})

test('no call passes a failpoint at which nobody was killed', async () => {
  const passed = await readPassed(campaign.database.storage)
  // What is slow gets lost or is signed anew: killed at where other deposits and deliveries are.
  const ofCalls = passed.filter((name) => name.startsWith('call: ') && !/ (lost|anew) /.test(name))
  const known = new Set(callPoints.map(getSolanaPointName))
  expect(ofCalls.filter((name) => !known.has(name))).toEqual([])
  expect(points.map(getSolanaPointName).filter((name) => !campaign.killed.has(name))).toEqual([])
})

/** Whoever holds up others, or is killed before a deposit is sent, comes last, by itself. */
function waves(): SolanaPoint[][] {
  const others = points.filter((point) => !isUnsent(point) && !isHoldingUp(point))
  const halves = Math.ceil(others.length / atOnce)
  const size = Math.ceil(others.length / halves)
  return [
    ...Array.from({ length: halves }, (_, index) => others.slice(index * size, (index + 1) * size)),
    ...points.filter(isHoldingUp).map((point) => [point]),
    points.filter(isUnsent),
  ].filter(({ length }) => length > 0)
}

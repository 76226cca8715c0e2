import { beforeAll, expect, test } from 'vitest'

import { HistoryQuery } from '#protocol/status/status.ts'
import { insertExecution } from '../../storage/executions/executionRows.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({ funds: [['Firth', 'USDC', 900_000_000n]] })
const { accept, asset, requestQuote } = harness
const stranger = '0x00000000000000000000000000000000000f41e4'

/** Three executions, oldest first. */
const quoteIds: string[] = []

// No worker runs: executions stay as they are.
beforeAll(async () => {
  for (let index = 0; index < 3; index += 1) {
    const from = asset('Firth', 'USDC')
    const quote = await requestQuote({ from, amount: '10000000', to: 'agg:eth' })
    await accept(quote)
    quoteIds.push(quote.id)
  }
})

test.each(['createdAt', 'updatedAt'] as const)(
  'gives every execution once, newest first, when pages are followed by %s',
  async (sortBy) => {
    const seen: string[] = []
    let continuation: string | undefined
    do {
      const page = await history({ limit: 1, sortBy, ...(continuation && { continuation }) })
      expect(page.transactions).toHaveLength(1)
      seen.push(...page.transactions.map(({ quoteId }) => quoteId))
      continuation = page.continuation
    } while (continuation !== undefined && seen.length <= quoteIds.length)
    expect(seen).toEqual(quoteIds.toReversed())
  },
)

test('gives no continuation with a page that holds the last execution', async () => {
  expect((await history({ limit: 2 })).continuation).toBeDefined()
  expect(await history({ limit: 3 })).not.toHaveProperty('continuation')
  expect(await history({ user: stranger })).toEqual({ transactions: [] })
})

test.each([
  ['with a character that no database takes', [0, `0x\u0000`]],
  ['with a time beyond all calendars', [1e300, `0x${'ab'.repeat(32)}`]],
  ['with a time before all calendars', [-1e15, `0x${'ab'.repeat(32)}`]],
  ['with half a millisecond', [0.5, `0x${'ab'.repeat(32)}`]],
  ['with an id that is none', [0, 'x']],
])('refuses a continuation that somebody made up: %s', async (_name, position) => {
  const made = [harness.account.accountAddress.toLowerCase(), 'createdAt', ...position]
  const continuation = Buffer.from(JSON.stringify(made)).toString('base64url')
  await expect(history({ limit: 1, continuation })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  })
})

test('refuses a continuation with another account or order, and one that is none', async () => {
  const { continuation } = await history({ limit: 1 })
  const refused = { code: 'INVALID_REQUEST', issues: [{ path: 'continuation' }] }
  for (const question of [
    { continuation, user: stranger },
    { continuation, sortBy: 'updatedAt' },
    { continuation: 'none' },
  ])
    await expect(history(question)).rejects.toMatchObject(refused)
})

test('refuses a continuation with another filter, and takes the same one written otherwise', async () => {
  const filter = { asset: 'agg:eth,agg:usdc', type: 'SWAP' }
  const { continuation } = await history({ limit: 1, ...filter })
  const refused = { code: 'INVALID_REQUEST', issues: [{ path: 'continuation' }] }
  for (const other of [{}, { ...filter, type: 'SWAP,CALL' }, { ...filter, since: '2020-01-01' }])
    await expect(history({ limit: 1, continuation, ...other })).rejects.toMatchObject(refused)
  const same = { type: 'SWAP', asset: 'agg:usdc,agg:eth' }
  const next = await history({ limit: 1, continuation, ...same })
  expect(next.transactions.map(({ quoteId }) => quoteId)).toEqual([quoteIds[1]])
})

test('a row says the fees of its quote', async () => {
  const [row] = (await history({ limit: 1 })).transactions
  expect(Number(row?.fees?.cumulativeUSD)).toBeGreaterThan(0)
})

test('gives at most a hundred executions at once', async () => {
  const quote = await harness.database.storage.query<{ quote: unknown }>(
    'select quote from executions',
  )
  for (let index = 0; index < 101; index += 1)
    await insertExecution(harness.database.storage, {
      quoteId: `0x${index.toString(16).padStart(64, '0')}`,
      phase: 'depositing',
      type: 'SWAP',
      recipient: `${harness.network.chains[0]?.chainId}/${stranger}`,
      quote: quote[0]?.quote,
      fromBlocks: {},
      signers: [stranger],
    })
  const page = await history({ user: stranger, limit: 1_000 })
  expect(page.transactions).toHaveLength(100)
  expect(page.continuation).toBeDefined()
  expect((await history({ user: stranger })).transactions).toHaveLength(20)
})

/** One page, its question decoded as the door does. */
function history(question: Record<string, unknown>) {
  return harness.services.executions.history(
    HistoryQuery.parse({ user: harness.account.accountAddress, ...question }),
  )
}

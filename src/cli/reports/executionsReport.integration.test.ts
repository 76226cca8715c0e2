import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  claimExecutions,
  findExecution,
  insertExecution,
  scheduleExecution,
  updateExecution,
  insertLegs,
} from '#service/storage/executions/executionRows.ts'
import { insertLandedStep } from '#service/storage/executions/stepRows.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import { reportExecutions } from './executionsReport.ts'

const quoteId = `0x${'ab'.repeat(32)}`
const chain = 'eip155:1'

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
  const { storage } = database
  await insertExecution(storage, {
    quoteId,
    phase: 'depositing',
    type: 'SWAP',
    recipient: 'eip155:1:0xa',
    quote: {},
    fromBlocks: {},
    signers: ['0xa'],
  })
  const amounts = { amount: 90n, fee: 10n, orderHash: null }
  const leg = { leg: 0, chain, account: '0xa', asset: 'usdc', state: 'none', ...amounts }
  await insertLegs(storage, { quoteId, legs: [leg] })
  const step = { leg: 0, action: 'deposit', attempt: 1 } as const
  await insertLandedStep(storage, { quoteId, step, chain, hash: '0xfeed', block: 1n, detail: {} })
})
afterAll(() => database.stop())

test('lists what is open and shows one with legs and steps', async () => {
  expect(await reportExecutions(database.storage, ['list'])).toEqual([
    expect.stringContaining(`${quoteId} SWAP PENDING (depositing)`),
  ])
  const lines = await reportExecutions(database.storage, [
    'show',
    quoteId.toUpperCase().replace('X', 'x'),
  ])
  expect(lines).toEqual(
    expect.arrayContaining([
      `leg 0 on ${chain}: 90 + 10 fee of usdc, none`,
      `step deposit 0.1 on ${chain}: mined 0xfeed`,
    ]),
  )
})

test('retry has a worker claim what would have waited for an hour, and is noted', async () => {
  const { storage } = database
  const question = { owner: 'w', limit: 5, chains: [] }
  const [fence] = await claimExecutions(storage, question)
  if (!fence) throw new Error('Nothing was claimed.')
  const step = { action: 'deposit', leg: 0, attempt: 1 }
  const error = { step, reason: '0xe has too few coins.' }
  await scheduleExecution(storage, { fence, delayMs: 3_600_000, chains: [], failed: true, error })
  expect(await claimExecutions(storage, question)).toEqual([])
  expect(await reportExecutions(storage, ['show', quoteId])).toContain(
    'last error: step deposit 0.1: 0xe has too few coins.',
  )

  await reportExecutions(storage, ['retry', quoteId])

  expect(await claimExecutions(storage, question)).toMatchObject([{ quoteId, attempts: 0 }])
  expect((await reportExecutions(storage, ['show', quoteId])).at(-1)).toContain('retried by hand')
})

test('refuses what it does not know, and to retry what is over', async () => {
  const { storage } = database
  const refusals = [['nothing'], ['show'], ['show', '0x00'], ['retry', '0x00']]
  for (const command of refusals)
    await expect(reportExecutions(storage, command)).rejects.toThrow(/npm run|never accepted/)
  const fence = await findExecution(storage, quoteId)
  if (!fence) throw new Error('It is gone.')
  const change = { phase: 'done', status: 'COMPLETED', failReason: null, legStates: [] } as const
  await updateExecution(storage, { fence, change })
  await expect(reportExecutions(storage, ['retry', quoteId])).rejects.toThrow('COMPLETED')
  expect(await reportExecutions(storage, ['list'])).toEqual(['No execution is open.'])
})

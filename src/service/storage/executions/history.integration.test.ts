import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { ExecutionStatus } from '#protocol/status/status.ts'
import { findExecution, updateExecution } from './executionRows.ts'
import { findHistory, type HistoryPosition } from './history.ts'
import { setUpDatabase } from '#testing/harness/database.ts'
import { addExecution } from '#testing/harness/rows.ts'

const database = setUpDatabase()

let accounts = 0
function newAccount(): string {
  accounts += 1
  return `0xwalker-${accounts}`
}

async function arrive(account: string, name: string): Promise<string> {
  const quoteId = `${account}-${name}`
  await addExecution(database, quoteId, { signers: [account] })
  return quoteId
}

const nextStatus: Partial<Record<ExecutionStatus, ExecutionStatus>> = {
  PENDING: 'IN_PROGRESS',
  IN_PROGRESS: 'EXECUTED',
  EXECUTED: 'COMPLETED',
}

/** As the worker does it. @returns Whether there was a next status. */
async function moveOn(quoteId: string): Promise<boolean> {
  const fence = await findExecution(database.storage, quoteId)
  const status = fence && nextStatus[fence.status]
  if (!fence || !status) return false
  const change = { phase: 'any', status, failReason: null, legStates: [] }
  await updateExecution(database.storage, { fence, change })
  return true
}

/** Rows of one millisecond stand in the order of their ids. */
function inOrder(index: number): string {
  return index.toString().padStart(3, '0')
}

type Walk = { account: string; limit: number; sortBy: 'createdAt' | 'updatedAt' }

/** All ids that the pages gave, in their order; `between` runs after each page. */
async function walk(question: Walk, between: (page: number) => Promise<void>): Promise<string[]> {
  const seen: string[] = []
  let after: HistoryPosition | undefined
  let page = 0
  do {
    const { rows, next } = await findHistory(database.storage, { ...question, after })
    expect(rows.length).toBeLessThanOrEqual(question.limit)
    expect(next === undefined || rows.length === question.limit).toBe(true)
    seen.push(...rows.map(({ quoteId }) => quoteId))
    after = next
    await between(page)
    page += 1
    if (page > 200) throw new Error('The walk does not end.')
  } while (after)
  return seen
}

test.each([1, 2, 7, 20, 100])(
  'by createdAt in pages of %i, rows that arrive and rows that move on neither hide nor repeat one',
  async (limit) => {
    const account = newAccount()
    const there: string[] = []
    for (let index = 0; index < 45; index += 1)
      there.push(await arrive(account, `row-${inOrder(index)}`))
    const seen = await walk({ account, limit, sortBy: 'createdAt' }, async (page) => {
      await arrive(account, `late-${page}`)
      const [some, other] = [there[(page * 7) % 45], there[(page * 11) % 45]]
      for (const quoteId of [some, other]) if (quoteId) await moveOn(quoteId)
    })
    expect(seen).toEqual(there.toReversed())
  },
)

test('by updatedAt a row stands once, and what moves on unseen stands before the first row of the walk', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        rows: fc.integer({ min: 1, max: 14 }),
        limit: fc.integer({ min: 1, max: 5 }),
        // Which row moves on after which page.
        moves: fc.array(fc.tuple(fc.nat(8), fc.nat(13)), { maxLength: 12 }),
      }),
      async ({ rows, limit, moves }) => {
        const account = newAccount()
        const there: string[] = []
        for (let index = 0; index < rows; index += 1)
          there.push(await arrive(account, inOrder(index)))
        for (const quoteId of there.slice(0, 3)) await moveOn(quoteId)
        const question = { account, limit, sortBy: 'updatedAt' } as const
        const [newest] = (await findHistory(database.storage, { ...question, after: undefined }))
          .rows
        const moved = new Set<string>()
        const seen = await walk(question, async (page) => {
          for (const [at, row] of moves) {
            const quoteId = there[row]
            if (at === page && quoteId && (await moveOn(quoteId))) moved.add(quoteId)
          }
          await arrive(account, `late-${page}`)
        })
        expect(new Set(seen).size).toBe(seen.length)
        const lacking = there.filter((quoteId) => !seen.includes(quoteId))
        expect(lacking.filter((quoteId) => !moved.has(quoteId))).toEqual([])
        const again = await findHistory(database.storage, {
          ...question,
          limit: 100,
          after: undefined,
        })
        const began = newest?.updatedAt ?? new Date(0)
        const ahead = again.rows.filter(({ updatedAt }) => updatedAt >= began)
        const isAhead = new Set(ahead.map(({ quoteId }) => quoteId))
        expect(lacking.filter((quoteId) => !isAhead.has(quoteId))).toEqual([])
      },
    ),
    { numRuns: 40 },
  )
})

describe('pages', () => {
  test.each(['createdAt', 'updatedAt'] as const)(
    'by %s shows every row once while rows arrive',
    async (sortBy) => {
      const account = `0xhistory-${sortBy.toLowerCase()}`
      const all = Array.from({ length: 25 }, (_, index) => `${sortBy}-${index}`)
      for (const quoteId of all)
        await addExecution(database, quoteId, { signers: [account, '0xother'] })
      const seen: string[] = []
      let after: HistoryPosition | undefined
      do {
        const page = await findHistory(database.storage, { account, limit: 4, sortBy, after })
        seen.push(...page.rows.map(({ quoteId }) => quoteId))
        after = page.next
        await addExecution(database, `${sortBy}-late-${seen.length}`, { signers: [account] })
      } while (after)
      expect(seen.toSorted()).toEqual(all.toSorted())
    },
  )

  test('rows of one millisecond neither hide nor repeat', async () => {
    for (const index of [1, 2, 3, 4, 5])
      await addExecution(database, `same-${index}`, { signers: ['0xsame'] })
    await database.storage.query(
      "update execution_accounts set created_at = '2026-01-01T00:00:00.123Z' where account = '0xsame'",
    )
    const options = { account: '0xsame', limit: 2, sortBy: 'createdAt' } as const
    const first = await findHistory(database.storage, { ...options, after: undefined })
    const second = await findHistory(database.storage, { ...options, after: first.next })
    const third = await findHistory(database.storage, { ...options, after: second.next })
    const ids = [first, second, third].flatMap(({ rows }) => rows.map(({ quoteId }) => quoteId))
    expect(ids).toEqual(['same-5', 'same-4', 'same-3', 'same-2', 'same-1'])
    expect(third.next).toBeUndefined()
  })
})

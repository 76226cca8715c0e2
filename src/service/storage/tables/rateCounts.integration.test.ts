import { expect, test } from 'vitest'

import { addRateCounts, dropOldRateCounts } from '../../roles/startApi.ts'
import { setUpDatabase } from '#testing/harness/database.ts'

const database = setUpDatabase()

/** Moves all that is counted to another second. */
function move(by: string) {
  return database.storage.query(`update rate_counts set second = second - $1::interval`, [by])
}

test('what processes add in a second is one sum, whatever the order in which they name callers', async () => {
  const { storage } = database
  const names = Array.from({ length: 50 }, (_, index) => `caller ${index}`)
  const rounds = Array.from({ length: 20 }, (_, round) => {
    const order = round % 2 === 0 ? names : names.toReversed()
    return addRateCounts(
      storage,
      order.map((caller) => ({ caller, units: 1 })),
    )
  })
  const answers = await Promise.all(rounds)
  const sums = answers.map(
    ({ totals }) => totals.find(({ caller }) => caller === 'caller 7')?.units,
  )
  const times = Array.from({ length: 20 }, (_, index) => {
    return sums.filter((units) => units === index + 1).length
  })
  // Each second counts 1, 2, 3 and so on: none is left out, and none comes more often than there are seconds.
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  const seconds = new Set(answers.map(({ atMs }) => Math.floor(atMs / 1000))).size
  expect(times[0]).toBeLessThanOrEqual(seconds)
})

test('what comes late in a second sets nothing back that counts in the next', async () => {
  const { storage } = database
  await addRateCounts(storage, [{ caller: 'late', units: 5 }])
  await move('-1 second')
  const { totals } = await addRateCounts(storage, [{ caller: 'late', units: 2 }])
  expect(totals).toEqual([{ caller: 'late', units: 7 }])
})

test('a second begins at nothing, and old ones are dropped', async () => {
  const { storage } = database
  await addRateCounts(storage, [{ caller: 'x', units: 5 }])
  await move('1 second')
  expect((await addRateCounts(storage, [{ caller: 'x', units: 2 }])).totals).toEqual([
    { caller: 'x', units: 2 },
  ])
  await dropOldRateCounts(storage)
  expect(await storage.query('select 1 from rate_counts')).not.toHaveLength(0)
  await move('2 minutes')
  await dropOldRateCounts(storage)
  expect(await storage.query('select 1 from rate_counts')).toHaveLength(0)
})

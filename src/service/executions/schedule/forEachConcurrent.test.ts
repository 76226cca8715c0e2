import { expect, test } from 'vitest'

import { forEachConcurrent } from '../worker/advanceExecution.ts'

test('everything is done in its order, and no more at a time than there are lanes', async () => {
  const begun: number[] = []
  let busy = 0
  let most = 0
  await forEachConcurrent([...Array(60).keys()], {
    concurrency: 6,
    work: async (item) => {
      begun.push(item)
      busy += 1
      most = Math.max(most, busy)
      await new Promise((resolve) => setImmediate(resolve))
      busy -= 1
    },
  })
  expect(begun).toEqual([...Array(60).keys()])
  expect(most).toBe(6)
})

test('one that fails keeps no other from being tried, and is told of', async () => {
  const done: number[] = []
  const work = forEachConcurrent([1, 2, 3, 4, 5], {
    concurrency: 2,
    work: async (item) => {
      if (item % 2 === 0) throw new Error(`${item} failed`)
      done.push(item)
    },
  })
  await expect(work).rejects.toThrow('2 failed')
  expect(done).toEqual([1, 3, 5])
})

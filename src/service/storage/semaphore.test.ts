import { expect, test } from 'vitest'

import { createSemaphore } from './storage.ts'

test('lets so many in at a time, in their order, and goes on after one that failed', async () => {
  const limit = createSemaphore(2)
  const inside = new Map<number, { leave: () => void; fail: (reason: Error) => void }>()
  const done = Array.from({ length: 5 }, (_, index) =>
    limit(
      () =>
        new Promise<number>((resolve, reject) => {
          inside.set(index, { leave: () => resolve(index), fail: reject })
        }),
    ),
  )
  expect([...inside.keys()]).toEqual([0, 1])

  inside.get(1)?.fail(new Error('failed'))
  await expect(done[1]).rejects.toThrow('failed')
  expect([...inside.keys()]).toEqual([0, 1, 2])

  for (const index of [2, 0, 3, 4]) {
    inside.get(index)?.leave()
    expect(await done[index]).toBe(index)
  }
  expect([...inside.keys()]).toEqual([0, 1, 2, 3, 4])
})

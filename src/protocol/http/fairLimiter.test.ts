import { expect, onTestFinished, test, vi } from 'vitest'

import { createFairLimiter, OverloadedError } from './fairLimiter.ts'

/** Work whose promises the test resolves by name. */
function openWork() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    end: (name: string) => ends.get(name)?.(),
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name)
        ends.set(name, () => resolve(name))
      }),
  }
}

test('so many run at a time, the others in the order in which they came', async () => {
  const { begun, end, work } = openWork()
  const limiter = createFairLimiter({ slots: () => 2, maxMs: 60_000 })
  const all = ['a', 'b', 'c', 'd'].map((name) => limiter.run(work(name)))
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b'])
  end('b')
  await all[1]
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a')
  end('c')
  await Promise.all([all[0], all[2]])
  end('d')
  expect(await all[3]).toBe('d')
})

test('one caller runs no more than allowed of one, whatever is free', async () => {
  const { begun, end, work } = openWork()
  const limiter = createFairLimiter({ slots: () => 3, each: 1, maxMs: 60_000 })
  const mine = ['a', 'b'].map((name) => limiter.run(work(name), 'me'))
  const yours = limiter.run(work('c'), 'you')
  await Promise.resolve()
  expect(begun).toEqual(['a', 'c'])
  end('c')
  await yours
  expect(begun).toEqual(['a', 'c'])
  end('a')
  await mine[0]
  await Promise.resolve()
  expect(begun).toEqual(['a', 'c', 'b'])
  end('b')
  await mine[1]
})

test('who would wait longer than allowed is refused at once, the others are served', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const limiter = createFairLimiter({ slots: () => 1, maxMs: 175 })
  // Teaches the limiter a duration of 50 ms: the newest one weighs a tenth.
  const taught = limiter.run(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await vi.advanceTimersByTimeAsync(500)
  await taught
  const { end, work } = openWork()
  const first = limiter.run(work('first'))
  const second = limiter.run(work('second'))
  // The clock stands still: it is refused without waiting.
  await expect(limiter.run(work('third'))).rejects.toThrow(OverloadedError)
  end('first')
  expect(await first).toBe('first')
  end('second')
  await Promise.resolve()
  end('second')
  expect(await second).toBe('second')
})

test('whose turn does not come in time is refused, and takes no turn from others', async () => {
  const { begun, end, work } = openWork()
  const limiter = createFairLimiter({ slots: () => 1, maxMs: 20 })
  const first = limiter.run(work('first'))
  await expect(limiter.run(work('second'))).rejects.toThrow('No turn came')
  end('first')
  await first
  const third = limiter.run(work('third'))
  await Promise.resolve()
  end('third')
  expect(await third).toBe('third')
  expect(begun).toEqual(['first', 'third'])
})

test('work that fails gives its lane on', async () => {
  const limiter = createFairLimiter({ slots: () => 1, maxMs: 60_000 })
  await expect(limiter.run(() => Promise.reject(new Error('it failed')))).rejects.toThrow(
    'it failed',
  )
  expect(await limiter.run(() => Promise.resolve('served'))).toBe('served')
})

test('as soon as there are fewer slots no more begin, and more of them when there are more', async () => {
  let count = 2
  const { begun, end, work } = openWork()
  const limiter = createFairLimiter({ slots: () => count, maxMs: 60_000 })
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => limiter.run(work(name)))
  await Promise.resolve()
  count = 1
  end('a')
  await all[0]
  expect(begun).toEqual(['a', 'b'])
  count = 3
  end('b')
  await all[1]
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
  for (const name of ['c', 'd', 'e']) end(name)
  await Promise.all(all)
})

test('one who fills the slots waits for the others, however much of his waits', async () => {
  const { begun, end, work } = openWork()
  const limiter = createFairLimiter({ slots: () => 3, maxMs: 60_000 })
  const his = ['a', 'b', 'c', 'd', 'e'].map((name) => limiter.run(work(name), 'greedy'))
  const others = ['x', 'y'].map((name) => limiter.run(work(name), `who asks ${name}`))
  await Promise.resolve()
  end('a')
  end('b')
  await Promise.all(his.slice(0, 2))
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b', 'c', 'x', 'y'])
  for (const name of ['c', 'x', 'y']) end(name)
  await Promise.all(others)
  await Promise.resolve()
  for (const name of ['d', 'e']) end(name)
  await Promise.all(his)
})

test('slow work of one gets him refused, and nobody else', async () => {
  const limiter = createFairLimiter({ slots: () => 1, maxMs: 175 })
  // Raises the average above the maximum wait; the newest duration weighs a tenth.
  for (const _ of [1, 2, 3])
    await limiter.run(() => new Promise((resolve) => setTimeout(resolve, 500)), 'slow')
  const { end, work } = openWork()
  const first = limiter.run(work('first'), 'slow')
  const other = limiter.run(work('other'), 'other')
  await expect(limiter.run(work('second'), 'slow')).rejects.toThrow('It would take')
  end('first')
  await first
  await Promise.resolve()
  end('other')
  expect(await other).toBe('other')
})

import { expect, test } from 'vitest'

import { cacheLatest } from './cacheLatest.ts'

test('many who ask at once cost one request', async () => {
  let loads = 0
  const read = cacheLatest(async () => (loads += 1), { freshMs: 60_000 })
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
  expect(await read()).toBe(1)
})

test('gives the old answer while a new one is fetched, within the stale time', async () => {
  let loads = 0
  const read = cacheLatest(async () => (loads += 1), { freshMs: 0, staleMs: 60_000 })
  expect(await read()).toBe(1)
  expect(await read()).toBe(1)
  await expect.poll(read).toBeGreaterThan(1)
})

test('waits for a new answer when the old one is too old', async () => {
  let loads = 0
  const read = cacheLatest(async () => (loads += 1), { freshMs: 0 })
  expect([await read(), await read()]).toEqual([1, 2])
})

test('throws what the request threw, and asks again the next time', async () => {
  let loads = 0
  const read = cacheLatest(
    async () => {
      loads += 1
      if (loads === 1) throw new Error('down')
      return loads
    },
    { freshMs: 60_000 },
  )
  await expect(read()).rejects.toThrow('down')
  expect(await read()).toBe(2)
})

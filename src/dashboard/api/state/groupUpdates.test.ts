import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createGroupScheduler } from './groupUpdates.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what comes within the time runs in one task, in its order', () => {
  const ran: string[] = []
  const schedule = createGroupScheduler(50)
  schedule(() => ran.push('first'))
  vi.advanceTimersByTime(49)
  schedule(() => ran.push('second'))
  expect(ran).toEqual([])
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(ran).toEqual(['first', 'second'])
})

test('what is scheduled while a group runs is the next group', () => {
  const ran: string[] = []
  const schedule = createGroupScheduler(50)
  schedule(() => schedule(() => ran.push('later')))
  vi.advanceTimersByTime(50)
  expect(ran).toEqual([])
  vi.advanceTimersByTime(50)
  expect(ran).toEqual(['later'])
})

test('a callback that throws does not keep the others back', () => {
  const ran: string[] = []
  const schedule = createGroupScheduler(50)
  schedule(() => {
    throw new Error('broken')
  })
  schedule(() => ran.push('other'))
  expect(() => vi.advanceTimersByTime(50)).toThrow('broken')
  vi.advanceTimersByTime(50)
  expect(ran).toEqual(['other'])
})

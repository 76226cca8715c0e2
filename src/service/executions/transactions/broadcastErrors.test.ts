import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmRefusal, isRefusedOften, recordAnswer } from './broadcastErrors.ts'
import { createWorkerMemory, type WorkerMemory } from './transactionContext.ts'

const hash = '0x01'
let memory: WorkerMemory

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  memory = createWorkerMemory()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Some seconds of answers, one each. */
function answer(answers: readonly ('refused' | 'taken')[]): void {
  for (const one of answers) {
    recordAnswer(memory, { hash, answer: one, blockMs: 250 })
    vi.advanceTimersByTime(1_000)
  }
}

test('what is refused three times is refused often, twice is not', () => {
  answer(['refused', 'refused'])
  expect(isRefusedOften(memory, hash)).toBe(false)
  answer(['refused'])
  expect(isRefusedOften(memory, hash)).toBe(true)
})

test('what was refused behind another one is not given up when its turn comes, but sent', () => {
  answer(['refused', 'refused', 'refused'])
  // The one before it was mined a moment ago.
  expect(confirmRefusal(memory, { hash, isNext: true })).toBe(false)
  expect(isRefusedOften(memory, hash)).toBe(false)
  answer(['taken'])
  expect(isRefusedOften(memory, hash)).toBe(false)
})

test('what is refused again while it is the next is given up', () => {
  answer(['refused', 'refused', 'refused'])
  confirmRefusal(memory, { hash, isNext: true })
  answer(['refused'])
  expect(isRefusedOften(memory, hash)).toBe(true)
  expect(confirmRefusal(memory, { hash, isNext: true })).toBe(true)
})

test('refusals behind another one are forgotten', () => {
  answer(['refused', 'refused', 'refused'])
  expect(confirmRefusal(memory, { hash, isNext: false })).toBe(false)
  answer(['refused', 'refused'])
  expect(isRefusedOften(memory, hash)).toBe(false)
})

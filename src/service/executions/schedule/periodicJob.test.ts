import { expect, test, vi } from 'vitest'

import { createPeriodicJob, type Round } from './periodicJob.ts'

/** A job whose rounds end when the test says so, `hourMs` apart. */
function createJob(run: (round: Round) => Promise<number | undefined>) {
  const errors: unknown[] = []
  const job = createPeriodicJob({ run, everyMs: hourMs, onError: (error) => errors.push(error) })
  return { job, errors }
}

const hourMs = 3_600_000

/** Lets everything run that is due. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 5)
  })
}

test('a woken job begins its next round at once, and a wake during a round is not lost', async () => {
  let rounds = 0
  const held: { end?: () => void } = {}
  const { job } = createJob(async () => {
    rounds += 1
    if (rounds === 2) await new Promise<void>((resolve) => (held.end = resolve))
    return undefined
  })
  job.start()
  await settle()
  expect(rounds).toBe(1)
  job.wake()
  await settle()
  expect(rounds).toBe(2)
  job.wake()
  held.end?.()
  await settle()
  expect(rounds).toBe(3)
  await job.stop()
})

test('a round says when the next one begins', async () => {
  let rounds = 0
  const { job } = createJob(async () => {
    rounds += 1
    return rounds < 5 ? 0 : undefined
  })
  job.start()
  await vi.waitFor(() => expect(rounds).toBe(5))
  await job.stop()
})

test('an error is told and the next round comes all the same', async () => {
  let rounds = 0
  const { job, errors } = createJob(async () => {
    rounds += 1
    throw new Error(`round ${rounds}`)
  })
  job.start()
  await settle()
  job.wake()
  await settle()
  await job.stop()
  expect(errors).toEqual([new Error('round 1'), new Error('round 2')])
})

test('rounds that keep failing are spread, and the first good one ends that', async () => {
  let isBroken = true
  let rounds = 0
  async function run(): Promise<undefined> {
    rounds += 1
    if (isBroken) throw new Error('gone')
  }
  const job = createPeriodicJob({ run, everyMs: 1, onError: () => undefined })
  job.start()
  await new Promise((resolve) => void setTimeout(resolve, 200))
  // 2, 4, 8, 16, 32, 64 ms and so on; without that there would be a hundred.
  expect(rounds).toBeLessThan(15)
  isBroken = false
  rounds = 0
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(50), { timeout: 5_000 })
  await job.stop()
})

test('a stop waits for the round that runs, tells it, and no other begins', async () => {
  const held: { end?: () => void } = {}
  const seen: boolean[] = []
  const { job } = createJob(async ({ isStopped }) => {
    await new Promise<void>((resolve) => (held.end = resolve))
    seen.push(isStopped())
    return 0
  })
  job.start()
  await settle()
  const stopped = job.stop()
  held.end?.()
  await stopped
  await settle()
  expect(seen).toEqual([true])
})

import { expect, test } from 'vitest'
import { createCondition } from './periodicJob.ts'

const long = 3_600_000

test('wakes everybody who waits, and who waits later waits', async () => {
  const signal = createCondition()
  const woken: string[] = []
  const first = signal.wait(long).then(() => woken.push('first'))
  const second = signal.wait(long).then(() => woken.push('second'))
  signal.fire()
  await Promise.all([first, second])
  const late = signal.wait(long).then(() => woken.push('late'))
  await Promise.resolve()
  expect(woken).toEqual(['first', 'second'])
  signal.fire()
  await late
})

test('is remembered once it has ended: who was about to wait does not', async () => {
  const signal = createCondition()
  const before = signal.wait(long)
  signal.end()
  await before
  expect(await signal.wait(long)).toBeUndefined()
})

test('lets who waits wake after a while', async () => {
  expect(await createCondition().wait(1)).toBeUndefined()
})

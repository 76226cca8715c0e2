import { expect, test } from 'vitest'

import { createProgress, describeProgress } from './stageProgress.ts'

const file = 'src/a.test.ts'
const other = 'src/b.test.ts'

test('collects test results, running files and durations of finished files', () => {
  const progress = createProgress()
  progress.add({ kind: 'planned', files: 2 })
  progress.add({ kind: 'file started', file })
  progress.add({ kind: 'file started', file: other })
  progress.add({ kind: 'test ended', file, name: 'one', outcome: 'passed', ms: 1 })
  progress.add({ kind: 'test ended', file, name: 'two', outcome: 'failed', ms: 1, error: 'no' })
  progress.add({ kind: 'test ended', file, name: 'three', outcome: 'skipped', ms: 0 })
  progress.add({ kind: 'file ended', file, ms: 12 })
  expect(progress).toMatchObject({ plannedFiles: 2, passed: 1, failed: 1, skipped: 1 })
  expect([...progress.files]).toEqual([[file, 12]])
  expect([...progress.running.keys()]).toEqual([other])
  expect(progress.tests.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['one', 'passed'],
    ['two', 'failed'],
    ['three', 'skipped'],
  ])
})

test('resolves `allBegun` once every file has started', async () => {
  const progress = createProgress()
  let isResolved = false
  void progress.allBegun.then(() => (isResolved = true))
  progress.add({ kind: 'planned', files: 2 })
  progress.add({ kind: 'file started', file })
  progress.add({ kind: 'file ended', file, ms: 12 })
  await Promise.resolve()
  expect(isResolved).toBe(false)
  progress.add({ kind: 'file started', file: other })
  await progress.allBegun
})

test('describes the progress of a stage and its longest running file', () => {
  const progress = createProgress()
  expect(describeProgress(progress, 30.4)).toBe('30 s')
  progress.add({ kind: 'planned', files: 3 })
  expect(describeProgress(progress, 31)).toBe('0 of 3 files, 0 passed, 31 s')
  progress.add({ kind: 'file started', file })
  progress.add({ kind: 'file started', file: other })
  progress.add({ kind: 'test ended', file, name: 'one', outcome: 'failed', ms: 1 })
  expect(describeProgress(progress, 60)).toBe(
    `0 of 3 files, 0 passed, 1 FAILED, 60 s; longest now ${file} (0 s)`,
  )
})

import { expect, test } from 'vitest'

import type { EndedTest } from './report/runEvent.ts'
import { createProgress } from './report/stageProgress.ts'
import { getStages } from './stages.ts'
import {
  describeFailures,
  describeSlowest,
  describeStage,
  type EndedStage,
  buildRepeatCommand,
} from './summary.ts'

const file = 'src/a.test.ts'

test("describes the result of a stage with its tools' notes, without their other output", () => {
  const ended = endOf('unit', [failed('one'), { ...failed('two'), outcome: 'skipped' }], {
    output: 'Note: no database.\nsomething else\n',
  })
  expect(describeStage(ended)).toBe(
    'Note: no database.\nunit tests: 0 passed, 1 failed, 1 skipped in 2.5 s',
  )
})

test('lists the ten slowest files of all stages', () => {
  expect(describeSlowest([])).toBe('')
  const files = Array.from({ length: 12 }, (_, index) => failed('one', `src/${index}.test.ts`))
  const some = files.map((one, index) => endOf('unit', [one], { fileMs: index * 1000 }))
  const lines = describeSlowest(some).split('\n')
  expect(lines).toHaveLength(11)
  expect(lines[1]).toBe('   11.0 s  src/11.test.ts')
  expect(lines[10]).toBe('    2.0 s  src/2.test.ts')
})

test('lists each failure with place and reason, and the command that repeats only these', () => {
  expect(describeFailures(endOf('unit', [{ ...failed('one'), outcome: 'passed' }]))).toBe('')
  const said = describeFailures(endOf('unit', [{ ...failed('one'), line: 7, error: 'no\nmore' }]))
  expect(said).toBe(
    `FAILED  ${file}:7  one\n    no\n    more\n\n` +
      `To run just these again: npm test -- unit ${file} -t '^(one)$'`,
  )
})

test.each([
  ['unit', ['a group > does (it) once', "isn't"], `'^(a group does \\(it\\) once|isn'\\''t)$'`],
  ['e2e', ['a group > does it'], `'(a group does it)$'`],
  ['contracts', ['testFuzz_pays(uint256)'], `'^(testFuzz_pays)$'`],
])('the command for %s tests matches exactly their names', (stage, names, pattern) => {
  const flag = { unit: '-t', e2e: '--grep', contracts: '--match-test' }[stage]
  expect(
    buildRepeatCommand(
      stageOf(stage),
      names.map((name) => failed(name)),
    ),
  ).toBe(`npm test -- ${stage} ${file} ${flag} ${pattern}`)
})

test('a file or stage that failed as a whole is repeated as a whole', () => {
  const whole = failed('the file itself')
  expect(buildRepeatCommand(stageOf('unit'), [whole, failed('one')])).toBe(
    `npm test -- unit ${file}`,
  )
  expect(buildRepeatCommand(stageOf('lint'), [failed('the stage itself', 'lint')])).toBe(
    'npm test -- lint',
  )
})

function failed(name: string, of = file): EndedTest {
  return { file: of, name, outcome: 'failed', ms: 1 }
}

function stageOf(name: string): EndedStage['stage'] {
  const [stage] = getStages([name])
  if (!stage) throw new Error(`There is no stage ${name}.`)
  return stage
}

function endOf(
  name: string,
  tests: readonly EndedTest[],
  { output = '', fileMs = 1 } = {},
): EndedStage {
  const progress = createProgress()
  for (const one of tests) progress.add({ kind: 'test ended', ...one })
  for (const one of new Set(tests.map((test) => test.file)))
    progress.add({ kind: 'file ended', file: one, ms: fileMs })
  return { stage: stageOf(name), progress, output: () => output, seconds: 2.5 }
}

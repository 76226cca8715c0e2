import { expect, test } from 'vitest'

import { UsageError, readRequest, type TestSelection } from './readRequest.ts'

const stages = ['check', 'unit', 'e2e']
const nothing: TestSelection = { stages: [], paths: [], toolArguments: [] }

function read(line: string): TestSelection {
  return readRequest(line === '' ? [] : line.split(' '), stages)
}

test.each<[string, Partial<TestSelection>]>([
  ['', {}],
  ['unit e2e', { stages: ['unit', 'e2e'] }],
  ['quotes', { paths: ['quotes'] }],
  [
    'unit src/protocol/quotes/quoteSignature.test.ts',
    { stages: ['unit'], paths: ['src/protocol/quotes/quoteSignature.test.ts'] },
  ],
  ['e2e --headed --grep swap', { stages: ['e2e'], toolArguments: ['--headed', '--grep', 'swap'] }],
  ['unit seal -t unit', { stages: ['unit'], paths: ['seal'], toolArguments: ['-t', 'unit'] }],
  ['--changed', { changedSince: 'HEAD' }],
  ['--changed unit', { changedSince: 'HEAD', stages: ['unit'] }],
  ['--changed --since main~2', { changedSince: 'main~2' }],
  ['--since main --changed', { changedSince: 'main' }],
  ['--shuffle 7 unit', { shuffleSeed: 7, stages: ['unit'] }],
  ['--junit report.xml unit', { junitFile: 'report.xml', stages: ['unit'] }],
])('npm test -- %s', (line, expected) => {
  expect(read(line)).toEqual({ ...nothing, ...expected })
})

test('picks a seed when --shuffle has none', () => {
  expect(read('--shuffle').shuffleSeed).toBeGreaterThan(0)
})

test.each([
  ['--headed', 'name the one stage'],
  ['unit e2e --headed', 'npm run e2e -- --headed'],
  ['--junit', '--junit needs a value'],
  ['--since --changed', '--since needs a value'],
])('npm test -- %s is rejected with advice', (line, sentence) => {
  expect(() => read(line)).toThrow(UsageError)
  expect(() => read(line)).toThrow(sentence)
})

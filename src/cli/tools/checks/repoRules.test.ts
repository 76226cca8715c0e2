import { describe, expect, test } from 'vitest'
import { findViolations } from './repoRules.ts'

describe('findViolations', () => {
  test('finds nothing in an ordinary file', () => {
    expect(
      findViolations([{ path: 'src/protocol/quotes/quote.ts', text: 'export const quote = 1\n' }]),
    ).toEqual([])
  })

  // The `|`, removed below, keeps these lines from matching in this file.
  test.each([
    ['src/a.ts', "const home = '/ro|ot/data'", 'a path of one machine'],
    ['src/a.ts', '// TO|DO later', 'an unfinished place'],
    ['src/a.ts', "export| { b } from './b.ts'", 'a barrel'],
    ['src/a.ts', "export| * from './b.ts'", 'a barrel'],
    ['src/a.test.ts', "test.sk|ip('x')", 'a test that does not run'],
    ['e2e/playwright.config.ts', 'retr|ies: 2,', 'a test that is tried again'],
    ['src/a.test.ts', 'test(name, { time|out: 20_000 }, run)', 'a raised time-out'],
    ['e2e/a.spec.ts', 'const with|inMs = 20_000', 'a raised time-out'],
    ['src/testing/a.ts', '  }, 20|_000)', 'a raised time-out'],
    ['src/service/a.ts', "request({ method: 'anvil_mine' })", 'a method that only local nodes'],
    ['src/chains/a.ts', "call('svm_increaseTime')", 'a method that only local nodes'],
    ['src/service/a.ts', "sha256('estuary devnet solana solver')", 'a published key'],
    ['src/service/a.ts', "const phrase = 'test test test test test junk'", 'a published key'],
    ['src/a.ts', '// oxlint-dis|able-next-line no-console', 'a switched-off check'],
    ['src/service/utils.ts', '', 'is a catch-all'],
    ['notes.md', '', 'stands at the top level'],
  ])('finds in %s the line %s', (path, line, rule) => {
    const text = line.replace('|', '')
    expect(findViolations([{ path, text }])).toEqual([expect.stringContaining(rule)])
  })

  test('finds a type whose name another one has', () => {
    const text = ['export type Leg = 1', 'export const Leg = 2', 'export type Fill = Leg'].join(
      '\n',
    )
    const files = ['src/a.ts', 'e2e/b.ts', 'README.md'].map((path) => ({ path, text }))
    expect(findViolations(files)).toEqual([
      'e2e/b.ts exports the type Leg, as src/a.ts does',
      'e2e/b.ts exports the type Fill, as src/a.ts does',
    ])
    expect(findViolations(files.slice(1))).toEqual([])
  })

  test('accepts a disabled check if the line above says why', () => {
    const above = [
      '// One after the other: each needs the last.',
      '// oxlint-dis|able-next-line no-x',
    ]
    const text = above.join('\n').replace('|', '')
    expect(findViolations([{ path: 'src/a.ts', text }])).toEqual([])
  })

  test('accepts a raised time-out if the line above says why, and a short one', () => {
    const text = '// It hangs.\nconst hang|Ms = 240_000\nconst time|outMs = 1_000\n'.replaceAll(
      '|',
      '',
    )
    expect(findViolations([{ path: 'src/a.test.ts', text }])).toEqual([])
  })

  test('accepts methods of local nodes in tests of the service', () => {
    const text = "await client.request({ method: 'anvil_mine' })"
    expect(findViolations([{ path: 'src/service/a.test.ts', text }])).toEqual([])
  })
})

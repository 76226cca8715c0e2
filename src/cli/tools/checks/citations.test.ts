import { expect, test } from 'vitest'

import { findDeadCitations, findDeadTestNames } from './citations.ts'

const documents = [
  { path: '.github/decisions/wire.md', text: '## Errors, limits, headers\n## Quotes\n' },
  {
    path: '.github/SECURITY.md',
    text: '| 7 | an attack | a rule |\n| 12 | another | its rule |\n',
  },
  { path: '.github/ARCHITECTURE.md', text: '## 2. Money\n' },
]

function deadIn(comment: string): string[] {
  return findDeadCitations([...documents, { path: 'src/service/one.ts', text: comment }])
}

test.each([
  '/** Source: wire, "Errors"; security rule 7. */',
  '/**\n * Source: wire,\n * "Quotes"; security rules 7 and\n * 12; architecture section 2.\n */',
])('%j cites existing places', (comment) => {
  expect(deadIn(comment)).toEqual([])
})

// Document and place are apart, so that this file itself has no dead citations.
test.each([
  ['wire', ', "Fees"', 'has no Fees'],
  ['wire', ', "Quotes" and "Fees"', 'has no Fees'],
  ['security', ' rules 7 and 9', 'has no 9'],
  ['architecture', ' section 3', 'has no 3'],
  ['decisions', ', "Quotes"', 'stands in no document'],
  ['goals', '.md', 'stands in no document'],
])('%s%s is a dead citation', (document, place, fault) => {
  expect(deadIn(`/** Source: ${document}${place}. */`)).toEqual([expect.stringContaining(fault)])
})

test('a document names only tests that exist', () => {
  const tests = ['src/a/one.test.ts', 'e2e/specs/two.spec.ts', 'src/b/three.integration.test.ts']
  const text = '`one.test` `two.spec` `three.integration` `four.test` `one.spec`'
  const files = [...tests.map((path) => ({ path, text: '' })), { path: '.github/a.md', text }]
  expect(findDeadTestNames(files)).toEqual([
    '.github/a.md names four.test, which does not exist',
    '.github/a.md names one.spec, which does not exist',
  ])
})

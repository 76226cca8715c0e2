import { expect, test } from 'vitest'

import { groupByPages } from './sharedModules.ts'

/** Each module and what it imports. */
const imports: Readonly<Record<string, readonly string[]>> = {
  'a.ts': ['list.ts'],
  'b.ts': ['list.ts', 'form.ts'],
  'c.ts': ['form.ts'],
  'form.ts': ['field.ts'],
  'field.ts': ['form.ts'],
}

function nameGroups(id: string): string | null {
  const group = groupByPages(['a.ts', 'b.ts', 'c.ts'], (importers) => importers.join('+'))
  return group(id, { getModuleInfo: (one) => ({ importedIds: imports[one] ?? [] }) })
}

test.each([
  ['list.ts', 'a.ts+b.ts'],
  ['form.ts', 'b.ts+c.ts'],
  ['field.ts', 'b.ts+c.ts'],
  ['b.ts', 'b.ts'],
])('what pages import, also by others, is grouped by them: %s', (id, group) => {
  expect(nameGroups(id)).toBe(group)
})

test('what no page imports is left alone', () => {
  expect(nameGroups('elsewhere.ts')).toBeNull()
})

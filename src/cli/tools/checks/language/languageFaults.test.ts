import { describe, expect, test } from 'vitest'

import { findLanguageFaults } from './languageFaults.ts'

const page = 'src/dashboard/pages/swap/SwapPage.tsx'
const german = 'src/dashboard/language/de.json'

/** The faults of a page with this code and this German catalogue. */
function find(code: string, catalogue: Record<string, string> = {}): string[] {
  const files = [
    { path: page, text: code },
    { path: german, text: JSON.stringify(catalogue) },
  ]
  return findLanguageFaults(files)
}

describe('a catalogue', () => {
  const plural = "translate('{n, plural, one {# leg} other {# legs}}', { n })"

  test.each([
    ["translate('Swap')", { Swap: 'Tauschen' }],
    ["translate(isOpen ? 'Open' : 'Shut')", { Open: 'Offen', Shut: 'Zu' }],
    ["translateIn('a state', 'Open')", { 'Open [a state]': 'Offen' }],
    [plural, { '{n, plural, one {# leg} other {# legs}}': '{n, plural, other {# Teile}}' }],
  ])('that has what %s asks for is right', (code, catalogue) => {
    expect(find(code, catalogue)).toEqual([])
  })

  test.each([
    ['lacks a text', "translate('Swap')", {}, `${page}:1 "Swap" lacks its de`],
    ['has an empty one', "translate('Swap')", { Swap: '' }, `${page}:1 "Swap" lacks its de`],
    ['has more', '', { Old: 'Alt' }, `${german} nothing asks for "Old"`],
    ['names a value otherwise', "translate('To {name}', x)", { 'To {name}': 'An {nam}' }, '{nam}'],
    ['loses a tag', "translateRich('<b>A</b>', x)", { '<b>A</b>': 'A' }, 'has <b>, its de none'],
    [
      'has no variant for other numbers',
      plural,
      { '{n, plural, one {# leg} other {# legs}}': '{n, plural, one {# Teil}}' },
      'without other',
    ],
    ['does not close a brace', "translate('{a}', x)", { '{a}': '{a' }, 'do not close'],
  ])('that %s is wrong', (...[, code, catalogue, said]) => {
    expect(find(code, catalogue)).toEqual([expect.stringContaining(said)])
  })

  test('cannot be checked where the text is computed', () => {
    expect(find('translate(text)')).toEqual([`${page}:1 the text is not a literal`])
  })
})

describe('a text in English only', () => {
  test.each([
    'const a = <p>Swap</p>',
    'const a = <p>{isOpen ? "open" : undefined}</p>',
    'const a = <Row label="asset" />',
    'const a = <Row detail={`of ${all}`} />',
    "const a = { title: 'Swap' }",
    "setError('This did not work')",
    'const a = `Guard on ${chain.name}`',
    "function f() { return 'Yesterday' }",
    "translate('{a}', { a: isOpen ? 'Now open' : 'Not yet open' })",
  ])('is found: %s', (code) => {
    const faults = find(code, code.startsWith('translate') ? { '{a}': '{a}' } : {})
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.every((one) => one.includes('a text in English only'))).toBe(true)
  })

  test.each([
    'const a = <p>{amount} · 12 %</p>',
    'const a = <p className="flex items-center gap-2 text-ink">Estuary</p>',
    'const a = <path d="M2 4 L 5 6 h 12" />',
    "const a: Kind = state === 'open now' ? 'open' : 'shut'",
    "import { a } from './Some File.ts'",
    "type A = 'Open now'",
    "parseAbi(['function transfer(address to, uint256 amount)'])",
    'const url = `/executions/${id}`',
    "const isThere = name in { 'Open now': 1 }",
  ])('is not found: %s', (code) => {
    expect(find(code)).toEqual([])
  })
})

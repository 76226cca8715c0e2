import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

import { choosePlurals } from './message.ts'

afterEach(() => {
  // Else later files of this worker would speak the language.
  vi.resetModules()
  document.documentElement.removeAttribute('lang')
})

/** The functions as a page in this language has them, with these texts in its catalogue. */
async function load(lang: string, texts: Record<string, string> = {}) {
  vi.resetModules()
  document.documentElement.lang = lang
  const { default: german } = await import('./de.json')
  Object.assign(german, texts)
  const [{ language }, { translate, translateIn }, { translateRich }] = await Promise.all([
    import('./catalogue.ts'),
    import('./translate.ts'),
    import('./translateRich.ts'),
  ])
  return { language, translate, translateIn, translateRich }
}

test('in English a text is what the source says, with its values and plural', async () => {
  const { language, translate, translateIn } = await load('en')
  expect(language).toBe('en')
  expect(translate('You pay {amount} to {name}', { amount: '1 USDC', name: 'Ana' })).toBe(
    'You pay 1 USDC to Ana',
  )
  const chains = '{count, plural, =0 {no chain} one {# chain of {all}} other {# chains of {all}}}'
  expect([0, 1, 2_000].map((count) => translate(chains, { count, all: 9 }))).toEqual([
    'no chain',
    '1 chain of 9',
    '2,000 chains of 9',
  ])
  expect(translateIn('a state', 'Open')).toBe('Open')
})

test('in another language it is what the catalogue says, by its context', async () => {
  const { language, translate, translateIn } = await load('de', {
    'To {name}': '{name}: dahin',
    'Open [a state]': 'Offen',
    Open: '\u00d6ffnen',
  })
  expect(language).toBe('de')
  expect(translate('To {name}', { name: '$& {name}' })).toBe('$& {name}: dahin')
  expect([translate('Open'), translateIn('a state', 'Open')]).toEqual(['\u00d6ffnen', 'Offen'])
  expect(translate('in no catalogue')).toBe('in no catalogue')
})

test('plurals are those of the language', () => {
  const rules = { plurals: new Intl.PluralRules('pl'), numbers: new Intl.NumberFormat('pl') }
  const text = '{count, plural, one {# plik} few {# pliki} many {# plik\u00f3w} other {# pliku}}'
  expect([1, 2, 5].map((count) => choosePlurals(text, { count }, rules))).toEqual([
    '1 plik',
    '2 pliki',
    '5 plik\u00f3w',
  ])
})

test('elements stand where the language puts them', async () => {
  const { translateRich } = await load('de', {
    '<b>{name}</b> was paid {count, plural, one {once} other {# times}} <link>here</link>':
      '<link>Hier</link> wurde <b>{name}</b> {count, plural, one {einmal} other {# Mal}} bezahlt',
  })
  const node = translateRich(
    '<b>{name}</b> was paid {count, plural, one {once} other {# times}} <link>here</link>',
    {
      count: 2,
      name: <i>Ana</i>,
      b: <b />,
      link: <span title="x" />,
    },
  )
  expect(renderToStaticMarkup(node)).toBe(
    '<span title="x">Hier</span> wurde <b><i>Ana</i></b> 2 Mal bezahlt',
  )
})

test('a value that is missing, or of the wrong kind, does not compile', async () => {
  const { translate, translateRich } = await load('en')
  // @ts-expect-error -- the value is missing
  expect(translate('To {name}')).toBe('To {name}')
  // @ts-expect-error -- another name
  expect(translate('To {name}', { nam: 'Ana' })).toBe('To undefined')
  // @ts-expect-error -- a plural takes a number
  translate('{count, plural, one {a} other {b {name}}}', { count: '1', name: '' })
  // @ts-expect-error -- the placeholder of a variant is missing
  translate('{count, plural, one {a} other {b {name}}}', { count: 1 })
  translate('{count, plural, one {a} other {b {name}}} {end}', { count: 1, name: '', end: 2 })
  // @ts-expect-error -- no values are taken
  translate('Close', { name: '' })
  // @ts-expect-error -- a tag takes an element
  void translateRich('<b>x</b>', { b: 'x' })
})

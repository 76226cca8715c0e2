import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  // Else later files of this worker would speak the language.
  vi.resetModules()
  vi.unstubAllGlobals()
  document.head.replaceChildren()
  document.documentElement.removeAttribute('lang')
})

/** The functions as a page has them whose catalogue of a language is this. */
async function load(lang: string, catalogue: unknown) {
  vi.resetModules()
  document.documentElement.lang = lang
  if (lang !== 'en')
    document.head.innerHTML = `<link data-language="${lang}" data-file="/assets/${lang}.json">`
  vi.stubGlobal('fetch', async (file: string) => {
    expect(file).toBe(`/assets/${lang}.json`)
    return Response.json(catalogue)
  })
  const [{ language }, { translate, translateIn }, { translateRich }] = await Promise.all([
    import('./catalogue.ts'),
    import('./translate.ts'),
    import('./translateRich.ts'),
  ])
  return { language, translate, translateIn, translateRich }
}

test('in English a text is what the source says, with its values and plural', async () => {
  const { language, translate, translateIn } = await load('en', {})
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

test('in another language it is what the catalogue says, by that language\u2019s plurals and context', async () => {
  const { language, translate, translateIn } = await load('pl', {
    '{count, plural, one {# file} other {# files}}':
      '{count, plural, one {# plik} few {# pliki} many {# plik\u00f3w} other {# pliku}}',
    'To {name}': '{name}: dla',
    'Open [a state]': 'Otwarty',
    Open: 'Otw\u00f3rz',
  })
  expect(language).toBe('pl')
  const files = [1, 2, 5].map((count) =>
    translate('{count, plural, one {# file} other {# files}}', { count }),
  )
  expect(files).toEqual(['1 plik', '2 pliki', '5 plik\u00f3w'])
  expect(translate('To {name}', { name: '$& {name}' })).toBe('$& {name}: dla')
  expect([translate('Open'), translateIn('a state', 'Open')]).toEqual(['Otw\u00f3rz', 'Otwarty'])
  expect(translate('Close')).toBe('Close')
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

test('a catalogue that cannot be read leaves the page in English, and says so', async () => {
  const { language, translate } = await load('de', ['damaged'])
  expect([language, document.documentElement.lang, translate('Close')]).toEqual([
    'en',
    'en',
    'Close',
  ])
})

test('a value that is missing, or of the wrong kind, does not compile', async () => {
  const { translate, translateRich } = await load('en', {})
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

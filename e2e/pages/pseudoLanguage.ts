import { expect, type Page } from '@playwright/test'

import german from '../../src/dashboard/language/de.json' with { type: 'json' }

const plain = 'AaCcDdEeGgIiNnOoSsUuYyZz'
const accented = 'ÅåÇçĐđÉéĞğÎîÑñÖöŠšÛûÝýŽž'

/**
 * Turns the page's other language into one for tests, from its next load on: every text of the
 * catalogue becomes the English one with accents, a third longer and in brackets, so that a text
 * without brackets is one that does not come from it.
 */
export async function speakPseudo(page: Page): Promise<void> {
  const texts = Object.fromEntries(Object.keys(german).map((key) => [key, toPseudo(key)]))
  await page.route('**/assets/de-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export default ${JSON.stringify(texts)}`,
    }),
  )
  await page.evaluate(() => {
    const key = 'estuary.preferences'
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...stored, language: 'de' }))
  })
}

/** Pattern of a text in that language, or of its words before a placeholder. */
export function matchPseudo(text: string): RegExp {
  const said = toPseudo(text).replace(/~*\]$/, '')
  return new RegExp(said.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
}

/** `Paid by {name}` as `[Påîđ bý {name}~~~~]`; placeholders, tags and names of variants stay. */
function toPseudo(key: string): string {
  const english = key.replace(/ \[[^\]]*\]$/, '')
  let depth = 0
  let words = ''
  const said = english.replaceAll(/\{(?:\w+, plural, )?|\}|<\/?\w+>|[^{}<>]+/g, (part) => {
    if (part.startsWith('{')) depth += 1
    else if (part === '}') depth -= 1
    // Inside an odd number of braces are names of values and variants.
    else if (depth % 2 === 0 && !part.startsWith('<')) {
      words += part
      return part.replaceAll(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter)
    }
    return part
  })
  // Long texts get longer by more words, not by one that cannot break.
  const added = '~'.repeat(Math.ceil(words.length * 0.35)).replaceAll(/~{7}/g, '~~~~~~ ')
  return `[${said}${added}]`
}

/**
 * Expects that every text of the page comes from the catalogue, except values in it and these names.
 *
 * @param what - Names the page in the message.
 */
export async function expectTranslated(
  page: Page,
  { what, names }: { what: string; names: readonly string[] },
): Promise<void> {
  const found = await page.evaluate(findUntranslated)
  const own = found.filter((text) => !isName(text, names))
  expect.soft([...new Set(own)], what).toEqual([])
}

/** What is left of a text without names, addresses, hosts, tickers, times and units are no words. */
function isName(text: string, names: readonly string[]): boolean {
  const rest = names.reduce((left, name) => left.replaceAll(name, ' '), text)
  return !/\p{L}{2}/u.test(
    rest
      .replaceAll(
        /https?:\S*|\b[\w-]+(?:\.[\w-]+)+\S*|\b0x\S+|\S*…\S*|\b[1-9A-HJ-NP-Za-km-z]{32,}\b/g,
        ' ',
      )
      .replaceAll(/\b[A-Z][A-Za-z]*[A-Z]\b|\bms\b/g, ' ')
      .replaceAll(/(?:vor|in) \d+ \p{L}+|\d+ (?:Sekunden?|Minuten?|Stunden?|Tagen?|Tag)/gu, ' '),
  )
}

/** Runs in the page: the visible texts and names of elements that stand outside of brackets. */
function findUntranslated(): string[] {
  const found: string[] = []
  let depth = 0
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    if (!element || element.closest('script, style, noscript, svg, .mono, [lang]:not(html)'))
      continue
    let outside = ''
    for (const letter of node.textContent ?? '') {
      if (letter === '[') depth += 1
      else if (letter === ']') depth -= 1
      else if (depth === 0) outside += letter
    }
    if (element.checkVisibility()) found.push(outside.trim())
  }
  for (const element of document.querySelectorAll<HTMLElement>('body *'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name) ?? ''
      if (!text.startsWith('[') && !element.closest('.mono')) found.push(text)
    }
  return found.filter((text) => text !== '')
}

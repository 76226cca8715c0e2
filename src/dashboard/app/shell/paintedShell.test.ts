import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { places } from './navigation.ts'

const html = readFileSync(join(import.meta.dirname, '../../../../index.html'), 'utf8')

test('the header that is painted before the app has the entries of the navigation, in order', () => {
  const painted = document.createElement('div')
  // The navigation alone: a whole document would load its style sheet.
  painted.innerHTML = /<div class="main-nav">.*?<\/div>/s.exec(html)?.[0] ?? ''
  const entries = [...painted.querySelectorAll('.main-nav > span')].map(readWords)
  expect(entries).toEqual(places.map(({ name, shortName = name }) => [name, shortName]))
})

/** The name of an entry, and the one that small screens show. */
function readWords(entry: Element): readonly (string | undefined)[] {
  const { children } = entry
  const parts = children.length === 0 ? [entry, entry] : [...children]
  return parts.map(({ textContent }) => textContent.trim())
}

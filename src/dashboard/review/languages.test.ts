import { afterEach, expect, test, vi } from 'vitest'

import type { Judgement } from '#testing/dashboard/judgeAltered.ts'
import german from '../language/de/review.json'

/** A language in which every text says the same: texts that were compared would be equal. */
const silent = Object.fromEntries(Object.keys(german).map((key) => [key, 'x']))

afterEach(() => {
  // Else later files of this worker would speak the language.
  vi.resetModules()
  vi.unstubAllGlobals()
  document.head.replaceChildren()
  document.documentElement.removeAttribute('lang')
})

/** What the verifier of a page says whose catalogue of a language is this. */
async function judgeIn(lang: string, catalogue: unknown): Promise<readonly Judgement[]> {
  vi.resetModules()
  document.documentElement.lang = lang
  if (lang !== 'en') document.head.innerHTML = `<link data-language="${lang}" data-file="/de.json">`
  vi.stubGlobal('fetch', async () => Response.json(catalogue))
  const { judgeAltered } = await import('#testing/dashboard/judgeAltered.ts')
  return judgeAltered()
}

test('the verdict on an honest or altered document is the same in every language', async () => {
  const english = await judgeIn('en', {})
  const verdicts = english.map(({ name, verdict }) => [name, verdict])
  expect(verdicts.length).toBeGreaterThan(200)
  expect(new Set(verdicts.map(([, verdict]) => verdict)).size).toBeGreaterThan(40)
  const inGerman = await judgeIn('de', german)
  const inSilence = await judgeIn('de', silent)
  for (const others of [inGerman, inSilence])
    expect(others.map(({ name, verdict }) => [name, verdict])).toEqual(verdicts)
  const said = new Set(english.flatMap(({ words }) => words))
  const kept = inSilence
    .filter(({ name }) => name.endsWith('honest'))
    .flatMap(({ words }) => words.filter((word) => said.has(word)))
  expect(kept, 'English in another language').toEqual([])
})

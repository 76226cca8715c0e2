import { afterEach, expect, test, vi } from 'vitest'

import type { Judgement } from '#testing/dashboard/judgeAltered.ts'

afterEach(() => {
  // Else later files of this worker would speak the language.
  vi.resetModules()
  document.documentElement.removeAttribute('lang')
})

/**
 * What the verifier of a page in this language says.
 *
 * @param text - Replaces every text of the catalogue: texts that were compared would be equal.
 */
async function judgeIn(lang: string, text?: string): Promise<readonly Judgement[]> {
  vi.resetModules()
  document.documentElement.lang = lang
  const { default: german } = await import('../language/de.json')
  if (text !== undefined)
    Object.assign(german, Object.fromEntries(Object.keys(german).map((key) => [key, text])))
  const { judgeAltered } = await import('#testing/dashboard/judgeAltered.ts')
  return judgeAltered()
}

test('the verdict on an honest or altered document is the same in every language', async () => {
  const english = await judgeIn('en')
  const verdicts = english.map(({ name, verdict }) => [name, verdict])
  expect(verdicts.length).toBeGreaterThan(200)
  expect(new Set(verdicts.map(([, verdict]) => verdict)).size).toBeGreaterThan(40)
  // As unlike English as German, and its texts are equal besides: two runs for the price of one.
  const inSilence = await judgeIn('de', 'x')
  expect(inSilence.map(({ name, verdict }) => [name, verdict])).toEqual(verdicts)
  const said = new Set(english.flatMap(({ words }) => words))
  const kept = inSilence
    .filter(({ name }) => name.endsWith('honest'))
    .flatMap(({ words }) => words.filter((word) => said.has(word)))
  expect(kept, 'English in another language').toEqual([])
})

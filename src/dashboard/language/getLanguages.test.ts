// @vitest-environment happy-dom
import { expect, test } from 'vitest'

import { getLanguages } from './getLanguages.ts'

test('English and the languages that have every text are offered, under their own names', () => {
  document.head.innerHTML =
    '<link data-language="de" data-name="Deutsch"><link data-language="fr" data-name="Français" data-unfinished>'
  expect(getLanguages()).toEqual([
    { code: 'en', name: 'English' },
    { code: 'de', name: 'Deutsch' },
  ])
})

import { expect, test } from 'vitest'

import { getLanguages } from './getLanguages.ts'

test('English and the languages of the build are offered, under their own names', () => {
  document.head.innerHTML = '<link data-language="de" data-name="Deutsch">'
  expect(getLanguages()).toEqual([
    { code: 'en', name: 'English' },
    { code: 'de', name: 'Deutsch' },
  ])
})

import { expect, test } from 'vitest'

import { normalizeName } from './readEnsAddress.ts'

test('a name is looked up in its only form, and one that imitates another by foreign letters is none', () => {
  expect(normalizeName('Ada.ETH')).toBe('ada.eth')
  expect(normalizeName('caf\u00e9.eth')).toBe('caf\u00e9.eth')
  // A joiner that nobody sees is left out.
  expect(normalizeName('a\u200bda.eth')).toBe('ada.eth')
  // A Cyrillic letter among Latin ones.
  expect(normalizeName('\u0430da.eth')).toBeUndefined()
  for (const text of ['a b.eth', 'ada..eth', 'ada_x.eth'])
    expect(normalizeName(text), text).toBeUndefined()
})

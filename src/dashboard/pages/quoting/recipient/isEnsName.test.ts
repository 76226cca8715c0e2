import { expect, test } from 'vitest'

import { isEnsName } from './isEnsName.ts'

test('a name has a dot and none of the signs of an address', () => {
  for (const name of ['ada.eth', ' ada.eth ', 'pay.ada.eth', 'ada.xyz', 'caf\u00e9.eth'])
    expect(isEnsName(name), name).toBe(true)
  for (const text of [
    '',
    'ada',
    'ada.',
    '.eth',
    'ada.e',
    'ada..eth',
    'mira.sol',
    'eip155:1:ada.eth',
    'a b.eth',
    'a\u202eda.eth',
    `${'a'.repeat(252)}.eth`,
  ])
    expect(isEnsName(text), text).toBe(false)
})

import { expect, test } from 'vitest'

import { findNameService } from './findNameService.ts'

test('a name has a dot and none of the signs of an address; those of Solana end with .sol', () => {
  for (const name of [
    'ada.eth',
    ' ada.eth ',
    'pay.ada.eth',
    'ada.xyz',
    'caf\u00e9.eth',
    'a.sol.eth',
  ])
    expect(findNameService(name), name).toBe('ENS')
  for (const name of ['mira.sol', ' Mira.SOL ', 'pay.mira.sol'])
    expect(findNameService(name), name).toBe('SNS')
  for (const text of [
    '',
    'ada',
    'ada.',
    '.eth',
    '.sol',
    'ada.e',
    'ada..eth',
    'eip155:1:ada.eth',
    'a b.eth',
  ])
    expect(findNameService(text), text).toBeUndefined()
})

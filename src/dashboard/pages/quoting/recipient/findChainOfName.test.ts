import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { findChainOfName } from './findChainOfName.ts'

function find(text: string): string | undefined {
  return findChainOfName(devnetWithSolana, text)?.name
}

test('a name has a dot and none of the signs of an address; those of Solana end with .sol', () => {
  for (const name of [
    'ada.eth',
    ' ada.eth ',
    'pay.ada.eth',
    'ada.xyz',
    'caf\u00e9.eth',
    'a.sol.eth',
  ])
    expect(find(name), name).toBe('Firth')
  for (const name of ['mira.sol', ' Mira.SOL ', 'pay.mira.sol'])
    expect(find(name), name).toBe('Reef')
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
    'a\u202eda.eth',
    `${'a'.repeat(252)}.eth`,
  ])
    expect(find(text), text).toBeUndefined()
  expect(findChainOfName(devnet, 'mira.sol')).toBeUndefined()
})

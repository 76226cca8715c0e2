import { expect, test } from 'vitest'

import { toStateOverrides } from './simulateBatch.ts'

test('joins the overrides of one address, however it is written; the later of two counts', () => {
  const written = '0x66A7d3C6523bbF8201Bc1279Dd664a040540820d'
  const lower = '0x66a7d3c6523bbf8201bc1279dd664a040540820d'
  const overrides = toStateOverrides([
    { address: written, balance: '0x1', code: '0x00' },
    { address: lower, balance: '0x2' },
  ])
  expect(Object.values(overrides)).toEqual([{ balance: '0x2', code: '0x00' }])
})

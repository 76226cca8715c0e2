import { expect, test } from 'vitest'

import { StateOverride } from '#protocol/quotes/callQuote.ts'
import { blankOverride, parseOverride } from './overrides.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('balance, code and storage go out as the wire has them', () => {
  const { override } = parseOverride({
    address,
    balance: '1.5',
    code: '0x6001',
    slots: '0x0 = 0x2a\n\n0x01:0xFF',
  })
  expect(StateOverride.parse(override)).toEqual({
    address,
    balance: '0x14d1120d7b160000',
    code: '0x6001',
    stateDiff: {
      [`0x${'0'.repeat(64)}`]: `0x${'2a'.padStart(64, '0')}`,
      [`0x${'1'.padStart(64, '0')}`]: `0x${'ff'.padStart(64, '0')}`,
    },
  })
})

test.each([
  [{ address: '' }, 'address', true],
  [{ address: '0x12' }, 'address', false],
  [{ address }, 'balance', true],
  [{ address, balance: 'much' }, 'balance', false],
  [{ address, code: '0x1' }, 'code', false],
  [{ address, slots: '0x0 = 0x1 = 0x2' }, 'slots', false],
  [{ address, slots: '0x0' }, 'slots', false],
  [{ address, slots: `0x0 = 0x${'1'.repeat(65)}` }, 'slots', false],
])('%o is wrong at %s', (part, path, isMissing) => {
  const { override, error } = parseOverride({ ...blankOverride, ...part })
  expect(override).toBeUndefined()
  expect(error).toMatchObject({ path, isMissing })
})

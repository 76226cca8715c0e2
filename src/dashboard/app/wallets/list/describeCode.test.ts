import { expect, test } from 'vitest'

import { describeCode } from './AccountMore.tsx'

test.each([
  ['basic', 'none', 'Deployed with first payment'],
  ['basic', 'contract', 'Deployed'],
  ['roleBased', undefined, 'Unknown'],
  ['eip7702', 'none', 'Delegated with first payment'],
  ['eip7702', 'delegate', 'Delegated'],
  ['eip7702', 'elsewhere', 'Occupied by another contract'],
  ['eip7702', 'contract', 'Occupied by another contract'],
] as const)('a %s account with the code %j is said to be so', (kind, code, text) => {
  expect(describeCode(code, kind)).toBe(text)
})

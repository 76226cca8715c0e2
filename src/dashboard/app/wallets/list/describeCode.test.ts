import { expect, test } from 'vitest'

import { describeCode } from './describeCode.ts'

test.each([
  ['basic', 'none', 'Deployed by its first payment'],
  ['basic', 'contract', 'Deployed'],
  ['roleBased', undefined, 'Not known'],
  ['eip7702', 'none', 'Delegated by its first payment'],
  ['eip7702', 'delegate', 'Delegated'],
  ['eip7702', 'elsewhere', 'Taken by another contract'],
  ['eip7702', 'contract', 'Taken by another contract'],
] as const)('a %s account with the code %j is said to be so', (kind, code, text) => {
  expect(describeCode(code, kind)).toBe(text)
})

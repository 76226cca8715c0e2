import { expect, test } from 'vitest'

import { isNobodys } from './pastedAddress.ts'

test.each([
  [`0x${'0'.repeat(40)}`, true],
  // A precompile of all chains, and one of Arbitrum.
  ['0x0000000000000000000000000000000000000001', true],
  ['0x0000000000000000000000000000000000000064', true],
  ['0x000000000000000000000000000000000000dEaD', true],
  ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', true],
  ['1'.repeat(32), true],
  ['0x00000000000000000000000000000000000054A9', false],
  ['0x90F79bf6EB2c4f870365E785982E1f101E93b906', false],
  ['7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK', false],
])('%s belongs to nobody: %j', (address, isLost) => {
  expect(isNobodys(address)).toBe(isLost)
})

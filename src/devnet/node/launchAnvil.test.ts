import { accessSync, constants } from 'node:fs'
import { afterEach, expect, test } from 'vitest'

import { findAnvilBinary } from './launchAnvil.ts'

const real = Object.getOwnPropertyDescriptor(process, 'arch')

afterEach(() => {
  if (real) Object.defineProperty(process, 'arch', real)
})

test('the program that npm installed can be run', () => {
  expect(() => accessSync(findAnvilBinary(), constants.X_OK)).not.toThrow()
})

test('a missing program is said in one sentence with what to do', () => {
  Object.defineProperty(process, 'arch', { value: 'abacus', configurable: true })
  expect(findAnvilBinary).toThrow(
    /^The program anvil is missing: .*abacus is not installed; run "npm ci"/,
  )
})

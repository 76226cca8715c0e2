import { accessSync, constants } from 'node:fs'
import { afterEach, expect, test } from 'vitest'

import { anvilBinary } from './anvilBinary.ts'

const real = Object.getOwnPropertyDescriptor(process, 'arch')

afterEach(() => {
  if (real) Object.defineProperty(process, 'arch', real)
})

test('the program that npm installed can be run', () => {
  expect(() => accessSync(anvilBinary(), constants.X_OK)).not.toThrow()
})

test('a missing program is said in one sentence with what to do', () => {
  Object.defineProperty(process, 'arch', { value: 'abacus', configurable: true })
  expect(anvilBinary).toThrow(
    /^The program anvil is missing: .*abacus is not installed; run "npm ci"/,
  )
})

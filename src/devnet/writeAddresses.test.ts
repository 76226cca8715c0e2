import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { addressesFile, renderAddresses } from './writeAddresses.ts'

test('the generated addresses are those that CREATE2 gives to the bytecode as it is now', () => {
  expect(readFileSync(addressesFile, 'utf8'), 'run npm run addresses').toBe(renderAddresses())
})

test('EntryPoint stands at its canonical address', () => {
  expect(renderAddresses()).toContain("entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032'")
})

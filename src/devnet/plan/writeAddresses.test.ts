import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { devnetCurrencyFeeds, devnetSecondFeeds } from '#networks/secondFeeds.ts'
import { planDevnet } from './devnetPlan.ts'
import { addressesFile, renderAddresses } from './writeAddresses.ts'

test('the generated addresses are those that CREATE2 gives to the bytecode as it is now', () => {
  expect(readFileSync(addressesFile, 'utf8'), 'run npm run addresses').toBe(renderAddresses())
})

test('the second feeds are those that CREATE2 gives', () => {
  const planned = planDevnet().chains.map(({ secondFeeds }) =>
    Object.fromEntries(secondFeeds.map(({ ticker, address }) => [ticker, address])),
  )
  for (const feeds of planned) expect(feeds).toEqual(devnetSecondFeeds)
})

test('the feeds of currencies are those that CREATE2 gives', () => {
  const planned = planDevnet().chains.map(({ currencyFeeds }) =>
    currencyFeeds.map(({ address }) => address),
  )
  for (const feeds of planned) expect(feeds).toEqual(Object.values(devnetCurrencyFeeds))
})

test('EntryPoint stands at its canonical address', () => {
  expect(renderAddresses()).toContain("entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032'")
})

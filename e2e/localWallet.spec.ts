import { expect } from '@playwright/test'
import { test } from './flow.ts'
import { expectBalances, tryItNow } from './balancesPage.ts'
import {
  amountOverTwoChains,
  askForSwap,
  expectExactChange,
  expectExplorerLinks,
  expectInHistory,
  readBothSides,
  signAndSend,
  watchToTheEnd,
} from './swapFlow.ts'

test('on an empty profile: try it now, swap from two chains, watch it complete, find it again', async ({
  page,
  service,
}) => {
  await page.goto('/')
  const account = await tryItNow(page)
  await expectBalances(page, { service, account })

  const before = await readBothSides(service, account)
  await askForSwap(page, amountOverTwoChains(before))
  const quote = await signAndSend(page)
  expect(new Set(quote.originChainsOperations.map((it) => it.assetType)).size).toBe(2)
  await watchToTheEnd(page, quote)
  await expectExplorerLinks(page)
  await expectExactChange(service, { quote, before })
  await expectInHistory(page, quote)
})

import { expect } from '@playwright/test'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { expectBalances, tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import {
  askForSwap,
  getAmountOverTwoChains,
  expectExactChange,
  readBothSides,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'

test('a visitor who reaches chains only through the service can swap, and the page says so', async ({
  page,
  service,
}) => {
  const own = new URL(service.url).origin
  const elsewhere: string[] = []
  await page.route(
    (url) => url.origin !== own && url.protocol.startsWith('http'),
    async (route) => {
      elsewhere.push(route.request().url())
      await route.abort()
    },
  )
  await page.goto('/')
  const account = await tryItNow(page)
  const solana = await readLocalSolanaAddress(page)
  await expectBalances(page, { service, account, solana })
  await expect(page.getByText(/are read through this service/)).toBeVisible()
  const before = await readBothSides(service, { address: account, solana })
  // Over several chains: what a pool of one gives depends on who else trades there.
  await askForSwap(page, getAmountOverTwoChains(before))
  await expect(page.getByText(/has no price|couldn’t be checked/)).toBeHidden()
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await expectExactChange(service, { before, quote })
  expect(elsewhere.length, 'its own addresses were tried').toBeGreaterThan(0)
})

import { expect } from '@playwright/test'
import { tryItNow } from './balancesPage.ts'
import { changes, readHoldings, sumOf } from './holdings.ts'
import { testWith } from './ownProduct.ts'
import { askForSwap, signAndSend, watchToTheEnd } from './swapFlow.ts'

const test = testWith({ CHAINS: '71117002', DEVNET_PORTS: '0' })

test('a network of one chain is tried from the first page to the end of a swap', async ({
  page,
  service,
}) => {
  await page.goto('/')
  const address = await tryItNow(page)
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  await expect(page.getByText(/does not answer|cannot be read/)).toHaveCount(0)
  const owned = { address, aggregateId: 'agg:usdc' }
  const before = await readHoldings(service, owned)
  await askForSwap(page, '100')
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  const after = await readHoldings(service, owned)
  expect(sumOf(service, changes(before, after), 'agg:usdc')).toBe(-BigInt(quote.originToken.amount))
})

import { expect, type Page } from '@playwright/test'

import { connectWallet } from '../../pages/balancesPage.ts'
import { expectPictures } from '../../pages/pictures.ts'
import { signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'
import { fund, getAggregate } from '../../product/service.ts'
import { test } from '../../fixtures/flow.ts'

test.use({ deviceScaleFactor: 0.5, contextOptions: { reducedMotion: 'reduce' } })

test('what a visitor sees before a wallet is connected looks as approved', async ({ page }) => {
  for (const [path, state, shows] of [
    ['/', 'welcome', 'Try it now'],
    ['/swap', 'swap-empty', 'You receive'],
    ['/send', 'send-empty', 'Amount'],
    ['/call', 'call-empty', 'New here?'],
    ['/history', 'history-none', /./],
    ['/settings', 'settings', 'Theme'],
    ['/receipt', 'receipt', 'Verify a receipt'],
    ['/nowhere', 'not-found', /./],
  ] as const) {
    await page.goto(path)
    await expectShown(page, shows)
    await expectPictures(page, state)
  }
  await page.goto('/')
  await page.getByRole('button', { name: /^Connect a wallet/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectPictures(page, 'connect')
})

test('what an owner sees from the balance to the end of a swap looks as approved', async ({
  page,
  service,
  wallet,
}) => {
  const address = await connectWallet(page, wallet.name)
  // Amounts of their own: what the faucet gives unasked differs from address to address.
  for (const [index, { assetType }] of getAggregate(
    service,
    'agg:usdc',
  ).aggregatedEntities.entries())
    if (assetType.startsWith('eip155:'))
      await fund(service, { address, assetType, amount: `${(index + 1) * 1_500}000000` })
  await page.goto('/')
  await expectShown(page, 'USD Coin')
  await expectPictures(page, 'balances')
  await page.goto('/send?amount=100')
  await expectShown(page, 'Recipient')
  await expectPictures(page, 'send')
  await page.goto('/swap?from=agg:usdc&to=agg:eth&amount=9000')
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  await expectPictures(page, 'review')
  await watchToTheEnd(page, await signAndSend(page))
  await expectPictures(page, 'execution')
  await page.goto('/history')
  await expectShown(page, 'Completed')
  await expectPictures(page, 'history')
})

async function expectShown(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
}

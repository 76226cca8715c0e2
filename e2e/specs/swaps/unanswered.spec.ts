import { expect } from '@playwright/test'
import { test } from '../../fixtures/flow.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { askForSwap, expectCompleted, signAndSend } from '../../pages/swapFlow.ts'
import { fund } from '../../product/service.ts'

const limited = { message: 'Too many requests.', code: 'RATE_LIMITED', statusCode: 429 }

test('a quote that may have arrived is found again after a reload, and nobody signs a second one unawares', async ({
  page,
  service,
  wallet,
}) => {
  await fund(service, { address: await connectWallet(page, wallet.name) })
  await page.goto('/')
  await askForSwap(page, '5')
  // Taken, without an answer; what is tried again meanwhile is not listened to.
  let tries = 0
  await page.route('**/execute-quote', async (route) => {
    tries += 1
    if (tries > 1) return route.fulfill({ status: 429, json: limited })
    await route.fetch()
    return route.abort()
  })
  const quote = await signAndSend(page)
  const signing = page.getByRole('region', { name: 'Signing' })
  await expect(signing).toContainText('The service may have it')
  expect(tries).toBeGreaterThan(1)

  await page.reload()
  const note = page.getByRole('alert').filter({ hasText: 'may be under way' })
  await note.getByRole('link', { name: 'See what became of it' }).click()
  await expectCompleted(page, quote)
})

import { expect } from '@playwright/test'
import { test } from '../../fixtures/flow.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { askForSwap, expectCompleted, signAndSend } from '../../pages/swapFlow.ts'
import { formatExact } from '../../pages/formatExact.ts'
import { readHoldings, sumHoldings } from '../../pages/holdings.ts'
import { fund } from '../../product/service.ts'

const usdc = { aggregateId: 'agg:usdc' }
const limited = { message: 'Too many requests.', code: 'RATE_LIMITED', statusCode: 429 }

test('a quote that may have arrived is found again after a reload, and nobody signs a second one unawares', async ({
  page,
  service,
  wallet,
}) => {
  const address = await connectWallet(page, wallet.name)
  await fund(service, { address })
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
  await expect(signing).toContainText('The service may have received it')
  expect(tries).toBeGreaterThan(1)

  await page.reload()
  const note = page.getByRole('alert').filter({ hasText: 'may be in progress' })
  await note.getByRole('link', { name: 'Check its status' }).click()
  await expectCompleted(page, quote)

  // Back at the review there is nothing to sign any more, and nothing is asked for.
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/quote')) asked.push(request.url())
  })
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Already done' })).toBeVisible()
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'Open execution' }).click()
  await expectCompleted(page, quote)

  // What was spent is in what the next page begins with.
  const held = sumHoldings(
    service,
    await readHoldings(service, { address, ...usdc }),
    usdc.aggregateId,
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Swap' }).click()
  await page.getByRole('button', { name: 'Max' }).click({ timeout: 2000 })
  expect(new URL(page.url()).searchParams.get('amount')).toBe(formatExact(held, 6).replace(',', ''))
})

import { expect, type ConsoleMessage, type Page } from '@playwright/test'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'

test('the same asset on both sides leads to sending it, with what was typed', async ({ page }) => {
  await page.goto('/')
  await tryItNow(page)
  const asked = quotesOf(page)
  await page.goto('/swap?from=agg:usdc&to=agg:usdc&amount=250')
  await expect(page.getByRole('region', { name: 'Quote' })).toContainText('Nothing to swap')
  await page.getByRole('button', { name: 'Send USDC to someone' }).click()
  await expect(page.getByRole('heading', { name: 'Send', level: 1 })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'You send' })).toHaveValue('250')
  await page
    .getByRole('combobox', { name: 'Recipient' })
    .fill('0x90F79bf6EB2c4f870365E785982E1f101E93b906')
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled()
  expect(asked.length, 'quotes asked for').toBeGreaterThan(0)
})

test('own addresses are named, and invalid recipients are refused before a quote is requested', async ({
  page,
}) => {
  await page.goto('/')
  const account = await tryItNow(page)
  const asked = quotesOf(page)
  await page.goto('/swap?from=agg:usdc&to=agg:usdc&amount=250')
  const opener = page.getByRole('button', { name: /^Recipient/ })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Recipient' })
  for (const [address, words] of [
    [`0x${'0'.repeat(40)}`, 'Nobody controls this address'],
    [devnetAddresses.originEscrow, 'This is one of Estuary’s own contracts'],
    [account, 'This is your own account'],
  ] as const) {
    await dialog.getByRole('combobox', { name: 'Address' }).fill(address)
    await expect(dialog).toContainText(words)
  }
  await dialog.getByRole('combobox', { name: 'Address' }).press('Enter')
  await expect(opener).toContainText('Your account')
  await expect(page.getByRole('region', { name: 'Quote' })).toContainText('Nothing to swap')
  expect(asked, 'no quote').toEqual([])
})

test('expected refusals leave nothing in the console but the browser’s own line of their status', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (isLoud(message)) errors.push(message.text())
  })
  await page.goto('/')
  await tryItNow(page)
  const refused = page.waitForResponse((answer) => answer.status() === 422)
  // The fees exceed the amount.
  await page.goto('/swap?from=agg:eth&to=agg:usdc&amount=0.000000000000000001')
  await refused
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  await page.goto(`/executions/0x${'12'.repeat(32)}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The token has no such function: the calls would revert.
  const call = [{ to: devnetAddresses.usdc, data: '0x12345678', value: '0' }]
  await page.goto(`/call?calls=${encodeURIComponent(JSON.stringify(call))}`)
  await expect(page.getByText(/would revert/).first()).toBeVisible()
  // Too many requests are told as such.
  await page.route('**/faucet', (route) =>
    route.fulfill({ status: 429, json: { error: 'Too Many Requests', message: 'Later.' } }),
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Get test funds' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible()
  expect(errors).toEqual([])
})

/** Not Playwright's message that it blocks the service worker (see playwright.config.ts), nor a refusal's status. */
function isLoud(message: ConsoleMessage): boolean {
  const isOurs =
    !message.text().startsWith('Service Worker registration') &&
    !/^Failed to load resource: .* status of 4\d\d /.test(message.text())
  return isOurs && (message.type() === 'error' || message.type() === 'warning')
}

/** Collects the quotes that a page requests from now on. */
function quotesOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v3/quote')) asked.push(request.postData() ?? '')
  })
  return asked
}

import { expect, type Page } from '@playwright/test'
import { reloadFromWithin } from '../../pages/reloadFromWithin.ts'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { connectWallet, expectBalances, tryItNow } from '../../pages/balancesPage.ts'
import { formatExact, formatQuoteAmount } from '../../pages/formatExact.ts'
import { test } from '../../fixtures/flow.ts'
import type { OwnedAddresses } from '../../pages/holdings.ts'
import { fund, getAsset, type ServiceInfo } from '../../product/service.ts'
import {
  expectCompleted,
  getAmountOverAllChains,
  readBothSides,
  signAndSend,
} from '../../pages/swapFlow.ts'

function amountField(page: Page) {
  return page.getByRole('textbox', { name: 'You pay' })
}

test('an amount is read in the selected number format, and other formats are explained', async ({
  page,
  service,
}) => {
  await start(page, service)
  await page.goto('/swap')
  const field = amountField(page)
  const below = page.locator('[id$="-below"]')
  await field.fill('2,000.50')
  await expect(below).toHaveText(/^\$2,000\.50/)
  await expect(page).toHaveURL(/amount=2000\.50(&|$)/)
  for (const [typed, said, meant, shown] of [
    ['2,00', /doesn’t match your number format, 1,234\.56/, 'Use 2.00', '2.00'],
    ['-5', /without a sign/, 'Use 5', '5'],
    ['12 USDC', /without .USDC./, 'Use 12', '12'],
  ] as const) {
    await field.fill(typed)
    await expect(below).toHaveText(said)
    await expect(field).toHaveValue(typed)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('button', { name: 'Check the amount' }).first()).toBeVisible()
    await page.getByRole('button', { name: meant }).click()
    await expect(field).toHaveValue(shown)
    await expect(below).toHaveText(/^\$/)
  }
  await field.fill('1e2')
  await expect(page.getByRole('button', { name: /^Use / })).toHaveCount(0)
  await reloadFromWithin(page)
  await expect(field).toHaveValue('1e2')
  await expect(below).toHaveText(/without .e./)

  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'Number format' }).selectOption('de-DE')
  await page.goto('/swap?amount=2000.5')
  await expect(field).toHaveValue('2000,5')
  await field.fill('2.000')
  await expect(below).toHaveText(/2\.000,00/)
  await expect(page).toHaveURL(/amount=2000(&|$)/)
  await field.fill('20,000')
  await expect(below).toHaveText(/20,00/)
  await expect(page).toHaveURL(/amount=20\.000(&|$)/)

  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  await page.goto('/')
  await expect(page.getByText('$1 = 0,92593 EUR')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Total balance' })).toContainText('\u00a0€')
})

test('Max shows few digits, and takes the whole balance', async ({ page, service }) => {
  await start(page, service)
  await page.goto('/swap?from=agg:eth&to=agg:usdc')
  await page.getByRole('button', { name: '50%' }).click()
  await page.getByRole('button', { name: 'Max' }).click()
  const url = new URL(page.url())
  const field = amountField(page)
  const shown = await field.inputValue()
  expect(shown.replace('\u2026', '').split('.')[1]?.length ?? 0).toBeLessThanOrEqual(6)
  await field.focus()
  await expect(field).toHaveValue(url.searchParams.get('amount') ?? '')
})

test('the rate can be inverted, and the fees of a quote add up', async ({ page, service }) => {
  const owned = await start(page, service)
  const amount = getAmountOverAllChains(await readBothSides(service, owned))
  await page.goto(`/swap?from=agg:usdc&to=agg:eth&amount=${amount}`)
  await expect(page.getByText(/^1 ETH = \S+ USDC$/)).toBeVisible()
  await page.getByRole('button', { name: 'Show rate for 1 USDC' }).click()
  await expect(page.getByText(/^1 USDC = \S+ ETH$/)).toBeVisible()
  await page.getByRole('button', { name: 'Show rate for 1 ETH' }).click()
  await expect(page.getByText(/^1 ETH = \S+ USDC$/)).toBeVisible()

  const table = page.getByRole('table', { name: 'Fees by asset' })
  const rows = await table.locator('tr td:last-child').allTextContents()
  expect(rows.length).toBeGreaterThan(1)
  const head = await page.getByRole('heading', { name: 'Fees' }).locator('+ *').textContent()
  expect(rows.map(cents).reduce((sum, one) => sum + one, 0)).toBe(cents(head ?? ''))
})

test('a swap shows the same amounts, fees and rate on every page, and each page adds up', async ({
  page,
  service,
  wallet,
}) => {
  await fund(service, { address: await connectWallet(page, wallet.name) })
  const [from, to] = [getAsset(service, 'agg:usdc', 'Firth'), getAsset(service, 'agg:eth', 'Firth')]
  await page.goto(`/swap?from=${from}&to=${to}&amount=2500`)
  const quote = page.getByRole('region', { name: 'Quote' })
  await expect(quote.getByText(/^1 ETH = \S+ USDC$/)).toBeVisible()
  await expect(quote.getByText(/below market, with \$1\.\d\d for the pool/)).toBeVisible()
  const quotedFees = await quote.getByRole('heading', { name: 'Fees' }).locator('+ *').textContent()

  await page.getByRole('button', { name: 'Review swap' }).first().click()
  const review = page.getByRole('region', { name: 'Summary' })
  const fees = review.getByRole('definition').filter({ hasText: 'included in what you pay' })
  await expect(fees).toContainText('in the rate, not in this total')
  const charged = fees.getByRole('listitem').filter({ hasText: 'Service and solver' })
  const [total, parts] = [await fees.locator('p').textContent(), await charged.allTextContents()]
  expect(cents(total ?? '')).toBe(parts.reduce((sum, part) => sum + cents(part), 0))
  expect(cents(total ?? '')).toBe(cents(quotedFees ?? ''))
  const sent = await signAndSend(page)
  await expectCompleted(page, sent)
  const received = formatQuoteAmount(BigInt(sent.destinationToken.amount), 18)
  const fee = formatExact(BigInt(sent.fees.assets[from] ?? '0'), 6)

  const result = page.getByRole('region', { name: 'Result' })
  const picture = page.getByRole('img', { name: `${received} ETH on Firth delivered` })
  await expect(picture).toHaveAttribute('aria-label', /^2,500\.00 USDC from Firth/)
  await expect(result).toContainText('You paid2,500.00 USDC$2,500.00 at the quoted price')
  await expect(result).toContainText(`You received${received} ETH`)
  await expect(result).toContainText(
    `< $0.01Included in what you payService and solver, on Firth: ${fee} USDC`,
  )
  const rate = /1 ETH = [\d,.]+ USDC/.exec((await result.textContent()) ?? '')?.[0] ?? ''
  expect(rate).not.toBe('')

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'History' })
    .click()
  const row = page.locator(`[href*="/executions/${sent.id}"]`).first()
  await expect(row).toContainText('2,500.00 USDC')
  await expect(row).toContainText(`${received} ETH`)
  await row.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(rate)
  await expect(drawer).toContainText(`${received} ETH`)
  await expect(drawer).toContainText('Fees< $0.01')
})

/** The first dollar amount in a text, in cents. */
function cents(text: string): number {
  const [, sign = '', less = '', digits = ''] = /(\u2212?)(<?)\s*\$([\d,]+\.\d\d)/.exec(text) ?? []
  if (digits === '') throw new Error(`There are no dollars in "${text}".`)
  if (less !== '') return 0
  return Math.round(Number(digits.replaceAll(',', '')) * 100) * (sign === '' ? 1 : -1)
}

/** Creates a funded local wallet and waits until its balances are shown. */
async function start(page: Page, service: ServiceInfo): Promise<OwnedAddresses> {
  await page.goto('/')
  const account = await tryItNow(page)
  const solana = await readLocalSolanaAddress(page)
  await expectBalances(page, { service, account, solana })
  return { address: account, solana }
}

import { expect, type Page, type Request } from '@playwright/test'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { fund } from '../../product/service.ts'

test('a slippage limit is chosen, sent in basis points, warned of, and remembered', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  await fund(service, { address: account })
  await page.goto('/swap?from=agg:usdc&to=agg:eth&amount=100')
  const row = page.getByRole('button', { name: /^Slippage limit/ })
  await expect(row).toContainText('Auto, 1%')

  const asked = nextTolerance(page, 10)
  await choose(page, '0.1%')
  expect(await asked).toBe(10)
  await expect(row).toHaveText(/limit0\.1%$/)
  const quote = page.getByRole('region', { name: 'Quote' })
  await expect(quote).toContainText('at 0.1% slippage')

  await row.click()
  const dialog = page.getByRole('dialog', { name: 'Slippage limit' })
  await dialog.getByText('Custom', { exact: true }).click()
  const field = dialog.getByRole('textbox', { name: 'Limit in percent' })
  const use = dialog.getByRole('button', { name: 'Use this limit' })
  for (const [text, words, isTaken] of [
    ['0.05', /most swaps fail and are refunded/, true],
    ['0,05', /doesn’t match your number format/, false],
    ['7', /far less than the market/, true],
    ['50.01', /The maximum is 50%/, false],
    ['0', /The minimum is/, false],
  ] as const) {
    await field.fill(text)
    await expect(dialog.getByText(words)).toBeVisible()
    await expect(use).toBeEnabled({ enabled: isTaken })
  }
  await expectNoBarriersInAnyLook(page, 'a limit that is refused')
  await field.fill('2.5')
  const typed = nextTolerance(page, 250)
  await use.press('Enter')
  expect(await typed).toBe(250)

  await page.goto('/swap?from=agg:usdc&to=agg:eth&amount=100')
  await expect(row).toHaveText(/limit2\.5%$/)
  const auto = nextTolerance(page, undefined)
  await choose(page, 'Auto')
  expect(await auto).toBeUndefined()
  await expect(row).toContainText('Auto, 1%')
})

/** Chooses one of the offered limits. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Slippage limit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Slippage limit' })
  await dialog.getByText(name, { exact: true }).click()
  await dialog.getByRole('button', { name: 'Use this limit' }).click()
}

/** Waits for a quote with this tolerance; the form also refreshes the quote it shows. */
async function nextTolerance(page: Page, wanted: number | undefined): Promise<unknown> {
  const request = await page.waitForRequest(
    (one) => one.url().endsWith('/v3/quote') && toleranceOf(one) === wanted,
  )
  return toleranceOf(request)
}

function toleranceOf(request: Request): unknown {
  const body: { slippageTolerance?: unknown } = request.postDataJSON()
  return body.slippageTolerance
}

import { expect, type Page } from '@playwright/test'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { saveReceipt } from '../../pages/receiptFile.ts'
import {
  askForSwap,
  getAmountOverTwoChains,
  readBothSides,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'
import { fund } from '../../product/service.ts'

test('the receipt of a swap is verified offline, refused once altered, and leads to what the chains show', async ({
  page,
  context,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  await fund(service, { address: account })
  await askForSwap(page, getAmountOverTwoChains(await readBothSides(service, account)))
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await expect(page.getByRole('link', { name: /in progress/ })).toHaveCount(0)
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Included in what you pay')
  await expect(result).toContainText('1 ETH = ')
  await expect(page.getByRole('img', { name: /Fees: .* USDC/ })).toBeVisible()
  const text = await saveReceipt(page, { quoteId: quote.id })
  expect(text).not.toMatch(/passphrase|apiKey|privateKey/i)

  await page.goto('/receipt')
  await expect(page.getByRole('heading', { name: 'Verify a receipt' })).toBeVisible()
  await context.setOffline(true)
  const verdict = page.getByRole('region', { name: 'Result' })
  await open(page, text)
  await expect(verdict).toContainText('Genuine: this was agreed and signed')
  const agreed = page.getByRole('region', { name: 'What was agreed and signed' })
  await expect(agreed.getByRole('listitem').filter({ hasText: 'Failed' })).toHaveCount(0)

  const paid = quote.originToken.amount
  await open(page, text.replaceAll(`"amount": "${paid}"`, `"amount": "${paid}0"`))
  await expect(verdict).toContainText('Don’t rely on this receipt')
  await open(page, text.slice(0, -40))
  await expect(page.getByText('This file isn’t valid JSON.')).toBeVisible()
  await open(page, '{"any": "other file"}')
  await expect(page.getByText('Receipts are files named estuary-receipt-….json.')).toBeVisible()
  await expect(verdict).toHaveCount(0)

  await context.setOffline(false)
  await open(page, text)
  await expectNoBarriersInAnyLook(page, 'a receipt')
  await page.getByRole('link', { name: 'What the chains show' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Swapped')
})

async function open(page: Page, text: string): Promise<void> {
  await page.getByLabel('Receipt', { exact: true }).setInputFiles({
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
}

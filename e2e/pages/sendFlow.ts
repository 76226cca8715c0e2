import { expect, type Page } from '@playwright/test'
import { type SentQuote, signAndSend, watchToTheEnd } from './swapFlow.ts'

/** Types a recipient into the page that sends. */
export async function enterRecipient(page: Page, address: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Recipient' }).fill(address)
}

/** Goes on to the review and reads what it says: what arrives and what is paid. */
export async function reviewSending(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  return (await page.getByText(/^They receive /).textContent()) ?? ''
}

/** Signs what was reviewed and waits until it has arrived. */
export async function sendToTheEnd(page: Page): Promise<SentQuote> {
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  return quote
}

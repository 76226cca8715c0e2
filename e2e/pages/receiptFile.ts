import { readFile } from 'node:fs/promises'

import { expect, type Locator, type Page } from '@playwright/test'

/** Saves the receipt of an execution by the button of its page, or of a part of one. @returns Its text. */
export async function saveReceipt(
  page: Page,
  { quoteId, from = page.getByRole('main') }: { quoteId: string; from?: Locator },
): Promise<string> {
  const saved = page.waitForEvent('download')
  await from.getByRole('button', { name: 'Receipt' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe(`estuary-receipt-${quoteId.slice(2, 12)}.json`)
  return readFile(await download.path(), 'utf8')
}

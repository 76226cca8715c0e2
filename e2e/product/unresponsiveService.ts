import { expect, type Locator, type Page } from '@playwright/test'
import { devnet } from '#networks/devnet/devnet.ts'

/** Longer than the escrow may hold what nobody delivered for. */
export const pastRefundSeconds = devnet.deadlines.refundSeconds + 60

/** The page without anything that was loaded before, as a person finds it on the next day. */
export async function openAnew(page: Page, shown: Locator): Promise<void> {
  const prepared = page.waitForResponse(/\/assets\/signing-/)
  await page.reload()
  await (await prepared).finished()
  await expect(shown).toBeVisible()
}

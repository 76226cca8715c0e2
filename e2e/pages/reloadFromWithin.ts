import type { Page } from '@playwright/test'

/**
 * Reloads from a script in the page, so that a URL change just before is kept. A reload from outside can
 * overtake it.
 */
export async function reloadFromWithin(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => {
    window.location.reload()
  })
  await loaded
}

import type { Page } from '@playwright/test'

/**
 * Reloads as the page's own script would, so that what it wrote into its address just before is
 * reloaded. A reload that comes from outside of the page can be faster than the note of a change.
 */
export async function reloadFromWithin(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => {
    window.location.reload()
  })
  await loaded
}

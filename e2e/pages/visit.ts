import type { Page } from '@playwright/test'

/**
 * Goes to another page of the app as its links do, and waits until the page before is gone. A document that
 * is loaded anew takes a third of a second of a processor: `page.goto` is for flows that test a load.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const isSamePage = new URL(to, location.href).pathname === location.pathname
    const before = isSamePage ? null : document.querySelector('h1')
    const said = before?.textContent
    function isThere(): boolean {
      return before?.isConnected === true && before.textContent === said
    }
    history.pushState(null, '', to)
    while (isThere()) await new Promise((drawn) => requestAnimationFrame(drawn))
  }, path)
}

import { expect, type Page } from '@playwright/test'

/** The least height and width that a finger meets reliably, px. */
const leastPx = 40

/**
 * Expects that a finger which lands beside the middle of a control of the page, at most half of
 * `leastPx` above or below it, still meets that control. Links inside a sentence are left out.
 *
 * @param what - Names the page in the message.
 */
export async function expectTouchable(page: Page, what: string): Promise<void> {
  const missed = await page.evaluate(findMissed, leastPx / 2 - 1)
  expect.soft(missed, what).toEqual([])
}

/** Runs in the page: names the controls that are missed `reach` px above or below their middle. */
function findMissed(reach: number): string[] {
  const missed: string[] = []
  for (const control of document.querySelectorAll<HTMLElement>('main button, main a, .seg > label'))
    if (control.checkVisibility() && getComputedStyle(control).display !== 'inline') {
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = control.getBoundingClientRect()
      const isMet = [-reach, reach].every((away) =>
        control.contains(document.elementFromPoint(x + width / 2, y + height / 2 + away)),
      )
      if (!isMet) missed.push(control.getAttribute('aria-label') ?? control.textContent)
    }
  window.scrollTo({ top: 0, behavior: 'instant' })
  return missed
}

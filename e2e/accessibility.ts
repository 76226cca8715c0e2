import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Gives one line for each serious or critical finding of axe on the page as it stands: rule, what it
 * says, and the first element that breaks it.
 */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(endTransitions)
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html.slice(0, 160) ?? ''})`)
}

/** Both themes, wide and on a phone. */
export const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].map((width) => ({ colorScheme, width })),
)

/** Expects no serious finding of axe on the page as it stands, and nothing that scrolls sideways. */
export async function expectNoBarriers(page: Page, what: string): Promise<void> {
  expect(await seriousFindings(page), `serious findings on ${what}`).toEqual([])
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider, `${what} scrolls sideways`).toBe(0)
}

/** Expects no barrier on a state that was reached once, in each of {@link looks}; then it is as before. */
export async function expectNoBarriersInAnyLook(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  // On top of what the flow itself may take.
  test.setTimeout(test.info().timeout + 60_000)
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    await expectNoBarriers(page, `${what}, ${colorScheme} at ${width} px`)
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before) await page.setViewportSize(before)
}

/**
 * Runs in the page: colours half-way between two states belong to neither. Ended, not waited for: a
 * page that is not drawn at the moment, as while axe has one of its own in front, ends none.
 */
function endTransitions(): void {
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish()
}

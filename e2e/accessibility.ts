import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules whose outcome the theme decides: in another theme the elements are the same. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * Gives one line for each serious or critical finding of axe on the page as it stands: rule, what it
 * says, and the first element that breaks it.
 * @param rules - Names of the rules that are looked at; all when absent.
 */
async function seriousFindings(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(endTransitions)
  const axe = new AxeBuilder({ page }).withTags(standards)
  // The page has no frames of others, for which axe would open a page of its own each time.
  axe.setLegacyMode(true)
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html.slice(0, 160) ?? ''})`)
}

/** Wide and on a phone. */
const widths = [1440, 390]

/** Expects no serious finding of axe on the page as it stands, and nothing that scrolls sideways. */
export async function expectNoBarriers(page: Page, what: string): Promise<void> {
  await expectNone(page, { what })
}

/**
 * Expects no barrier on a state that was reached once, in both themes, wide and on a phone; then it is as
 * before.
 */
export async function expectNoBarriersInAnyLook(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await expectNone(page, { what: `${what}, light at ${width} px` })
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectNone(page, { what: `${what}, dark at ${width} px`, rules: rulesOfColour })
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before) await page.setViewportSize(before)
}

async function expectNone(
  page: Page,
  { what, rules }: { what: string; rules?: string[] },
): Promise<void> {
  expect(await seriousFindings(page, rules), `serious findings on ${what}`).toEqual([])
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider, `${what} scrolls sideways`).toBe(0)
}

/**
 * Runs in the page: colours half-way between two states belong to neither. A change of theme or width
 * begins its transitions when the page is next drawn, and they are ended, not waited for.
 */
async function endTransitions(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1)
    await new Promise((drawn) => requestAnimationFrame(drawn))
  for (const animation of document.getAnimations())
    if (animation instanceof CSSTransition) animation.finish()
}

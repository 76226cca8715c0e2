import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

import { isCampaign } from '#testing/campaign.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Gives one line for each serious or critical finding of axe on the page as it stands: rule, what it
 * says, and the first element that breaks it.
 */
async function findSeriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(endTransitions)
  // Its half a megabyte is read once a page: read for each look, it took most of a flow's time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(findBarriers, standards)
}

/** Runs in the page. */
async function findBarriers(standards: string[]): Promise<string[]> {
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: standards },
    resultTypes: ['violations'],
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html.slice(0, 160) ?? ''})`)
}

/** Each theme, wide and on a phone. */
const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
] as const

/**
 * All looks in a campaign; else two that have both themes and both widths: the first two of one state, the
 * last two of the next, so that what several states share is seen in all four.
 */
function getLooks(what: string): readonly { width: number; colorScheme: 'light' | 'dark' }[] {
  if (isCampaign) return looks
  return what.length % 2 === 0 ? looks.slice(0, 2) : looks.slice(2)
}

/**
 * Expects no barrier on a state that was reached once, in both themes, wide and on a phone; then it is as
 * before. Which widths go with which theme: see `getLooks`.
 */
export async function expectNoBarriersInAnyLook(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  for (const { width, colorScheme } of getLooks(what)) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNoBarriers(page, `${what}, ${colorScheme} at ${width} px`)
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before) await page.setViewportSize(before)
}

/** Expects no serious finding of axe on the page as it stands, and nothing that scrolls sideways. */
export async function expectNoBarriers(page: Page, what: string): Promise<void> {
  expect(await findSeriousFindings(page), `serious findings on ${what}`).toEqual([])
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider, `${what} scrolls sideways`).toBe(0)
}

/**
 * Runs in the page: colours half-way between two states belong to neither. A change of theme or width
 * begins its transitions when the page is next drawn, and the end of one may begin others: they are ended,
 * not waited for.
 */
async function endTransitions(): Promise<void> {
  for (let hasAny = true; hasAny;) {
    for (let frames = 0; frames < 2; frames += 1)
      await new Promise((drawn) => requestAnimationFrame(drawn))
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
    hasAny = transitions.length > 0
    for (const transition of transitions) transition.finish()
  }
}

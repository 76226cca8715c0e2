import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

import { isCampaign } from '#testing/campaign.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Returns one line for each serious or critical axe finding on the page: rule, description and first
 * element.
 */
async function findSeriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(endTransitions)
  await bringAxe(page)
  const found = await page.evaluate(findBarriers, standards)
  if (found.length === 0) return found
  // What was read while the look began may have started a transition under it: only what stays counts.
  await page.evaluate(endTransitions)
  const stays = new Set(await page.evaluate(findBarriers, standards))
  return found.filter((one) => stays.has(one))
}

/** Half a megabyte: injected once for each page, or it takes most of a flow's time. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
}

/**
 * Expects every text to stand out from its ground.
 *
 * @param rule - By 4.5 to 1, or enhanced by 7 to 1 (large text by less).
 */
export async function expectContrast(
  page: Page,
  what: string,
  rule: 'color-contrast' | 'color-contrast-enhanced',
): Promise<void> {
  await page.evaluate(endTransitions)
  await bringAxe(page)
  const faint = await page.evaluate(async (only) => {
    const { violations, passes } = await axe.run(document, { runOnly: [only] })
    if (passes.length === 0) return ['axe looked at no text']
    return violations.flatMap(({ nodes }) =>
      nodes.map(({ html, any }) => `${any[0]?.message} ${html}`),
    )
  }, rule)
  expect(faint, `texts that do not stand out in ${what}`).toEqual([])
}

/** Runs in the page. Behind an open dialog the page is inert: only the dialog is looked at then. */
async function findBarriers(standards: string[]): Promise<string[]> {
  const { violations } = await axe.run(document.querySelector('dialog:modal') ?? document, {
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
 * Returns all looks in a campaign; else one, which differs between states, so that shared elements are
 * seen in all four: a look takes two seconds of a processor.
 */
function getLooks(what: string): readonly { width: number; colorScheme: 'light' | 'dark' }[] {
  const index = what.length % looks.length
  return isCampaign ? looks : looks.slice(index, index + 1)
}

/**
 * Expects no accessibility finding on the current state, in each look in a campaign, then restores it; see
 * `getLooks`.
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

/** Expects no serious axe finding and no horizontal scrolling. */
export async function expectNoBarriers(page: Page, what: string): Promise<void> {
  expect(await findSeriousFindings(page), `serious findings on ${what}`).toEqual([])
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider, `${what} scrolls sideways`).toBe(0)
}

/**
 * Runs in the page: finishes transitions, whose intermediate colours belong to no state. A change of theme
 * or width starts them with the next frame, and the end of one may start others.
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

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Gives one line for each serious or critical finding of axe on the page as it stands: rule, what it
 * says, and the first element that breaks it.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(endOfTransitions)
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html.slice(0, 160) ?? ''})`)
}

/** Runs in the page: colours half-way between two states belong to neither. */
async function endOfTransitions(): Promise<void> {
  const running = document.getAnimations().filter((it) => it instanceof CSSTransition)
  await Promise.allSettled(running.map((transition) => transition.finished))
}

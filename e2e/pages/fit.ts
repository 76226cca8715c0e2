import { expect, type Page } from '@playwright/test'
import { isCampaign, pickEveryNth } from '#testing/campaign.ts'
import { findOverlaps } from './overlaps.ts'

const commonWidths = [320, 360, 390, 412, 768, 820, 960, 1024, 1440, 1920, 2560]

const widthsBetween = Array.from({ length: 35 }, (_, index) => 352 + 64 * index)

/** The narrowest of each layout, which is the tightest; see the breakpoints of tokens.css. */
const layoutWidths = isCampaign ? commonWidths : [320, 480, 768, 1024, 1280]

/**
 * The widths of common devices, and each 64 px between them: for pages that draw a flow or many numbers.
 * Of those between, a campaign takes all; a test takes each fourth, others for each page.
 */
export function listManyWidths(what: string): number[] {
  const between = pickEveryNth(widthsBetween, 4, what.length)
  return [...new Set([...commonWidths, ...between])].toSorted((a, b) => a - b)
}

/**
 * Expects that nothing of the page sticks out, is truncated to nothing, or wraps in the navigation, and
 * that no text overlaps another one or the flow diagram.
 *
 * @param what - Names the page in the message.
 */
export async function expectFit(
  page: Page,
  what: string,
  widths: readonly number[] = layoutWidths,
): Promise<void> {
  const before = page.viewportSize()
  const misfits: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    let found = await findFaults(page)
    // What is drawn by its measured width is redrawn once that is known: only what stays counts.
    if (found.length > 0) {
      await page.waitForTimeout(500)
      found = await findFaults(page)
    }
    misfits.push(...found.map((one) => `${what} at ${width} px: ${one}`))
  }
  if (before) await page.setViewportSize(before)
  expect.soft(misfits, what).toEqual([])
}

async function findFaults(page: Page): Promise<string[]> {
  return [...(await page.evaluate(findMisfits)), ...(await page.evaluate(findOverlaps))]
}

/** Runs in the page: finds what overflows, is truncated to nothing, or wraps in the navigation. */
async function findMisfits(): Promise<string[]> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px wider`] : []
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    // Looking costs: parts that hold others are looked at only where the page is too wide.
    const isText = element.children.length === 0 && element.textContent.trim() !== ''
    if (!isText && scrollWidth <= clientWidth) continue
    const { width, height, right, left } = element.getBoundingClientRect()
    if (height === 0 || element.closest('.sr-only, svg, .scroll-x, [aria-hidden=true], .skip-link'))
      continue
    const style = getComputedStyle(element)
    if (style.visibility === 'hidden' || style.display === 'none') continue
    const text = element.textContent.trim()
    const name = `<${element.localName} class="${element.className}"> ${text.slice(0, 40)}`
    if ((isText || scrollWidth > clientWidth) && (right > clientWidth + 1 || left < -1))
      found.push(`${name} sticks out`)
    // A letter and the ellipsis take about 20 px; in a narrower column nothing is readable.
    if (
      isText &&
      style.textOverflow === 'ellipsis' &&
      element.scrollWidth > width + 1 &&
      width < 40
    )
      found.push(`${name} is cut to ${Math.round(width)} px`)
    if (!isText || !element.closest('header.header, nav[aria-label=Main]')) continue
    const lines = document.createRange()
    lines.selectNodeContents(element)
    if (new Set([...lines.getClientRects()].map(({ top }) => top)).size > 1)
      found.push(`${name} wraps`)
  }
  return found
}

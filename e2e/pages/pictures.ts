import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'

import { isCampaign } from '#testing/campaign.ts'

/** Each width of the layout in each theme. */
const looks = [1440, 820, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

const approvedWith = join(import.meta.dirname, '../pictures/browser.txt')

/**
 * Whether the pictures were approved with a browser of this major version: another one draws letters
 * and edges otherwise, and the test says that it compared nothing.
 */
function isApprovedWith(page: Page): boolean {
  const version = page.context().browser()?.version() ?? ''
  const [major = ''] = version.split('.')
  const { updateSnapshots } = test.info().config
  if (updateSnapshots === 'all' || updateSnapshots === 'changed')
    writeFileSync(approvedWith, `${major}\n`)
  const approved = existsSync(approvedWith) ? readFileSync(approvedWith, 'utf8').trim() : ''
  if (approved === major) return true
  console.log(`Pictures were approved with Chromium ${approved}, not compared with ${version}.`)
  return false
}

/**
 * Compares a state with its approved pictures, at half size: three of the six looks, all in a campaign.
 * Digits and addresses differ from run to run and read as zeros.
 *
 * @param state - Its name, as in the file names of the pictures.
 */
export async function expectPictures(page: Page, state: string): Promise<void> {
  if (!isApprovedWith(page)) return
  const before = page.viewportSize()
  const kept = looks.filter((_, index) => isCampaign || index % 2 === state.length % 2)
  for (const { width, colorScheme } of kept) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(waitForLayout)
    await page.evaluate(blurNumbers)
    await expect.soft(page).toHaveScreenshot(`${state}-${width}-${colorScheme}.png`, {
      fullPage: true,
      scale: 'device',
      // These would add styles, which the content policy refuses.
      animations: 'allow',
      caret: 'initial',
      maxDiffPixelRatio: 0.004,
    })
  }
  if (before) await page.setViewportSize(before)
}

/** Runs in the page: what is drawn by its measured width is drawn anew some frames after that changed. */
async function waitForLayout(): Promise<void> {
  for (let frames = 0; frames < 10; frames += 1)
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 20)))
}

/** Runs in the page: writes zeros for digits, hashes and addresses, also where the page writes them anew. */
function blurNumbers(): void {
  const blurred = 'estuaryBlurred'
  const hex = /0x[\da-f]+(…[\da-f]+)?/gi
  const base58 = /\b[1-9A-HJ-NP-Za-km-z]{4,6}…[1-9A-HJ-NP-Za-km-z]{4}\b/g
  function blur(node: Node): void {
    const { nodeValue } = node
    if (nodeValue === null) return
    const text = nodeValue
      .replaceAll(hex, (shown) => shown.replaceAll(/[\da-f]/gi, '0'))
      .replaceAll(base58, (shown) => shown.replaceAll(/[^…]/g, '0'))
      .replaceAll(/\d/g, '0')
    if (text !== nodeValue) node.nodeValue = text
  }
  function blurAll(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) blur(node)
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  // Clocks, and what has the order or the length of a run.
  const moving = '[role=timer], [aria-label=Replay], [aria-label^="What happened"]'
  for (const one of document.querySelectorAll<HTMLElement>(moving)) one.style.visibility = 'hidden'
  blurAll(document.body)
  if (blurred in document.body.dataset) return
  document.body.dataset[blurred] = ''
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      blur(target)
      addedNodes.forEach(blurAll)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, type PlaywrightTestOptions, test } from '@playwright/test'

import { getHash, isCampaign } from '#testing/campaign.ts'
import { expectNoBarriers } from './accessibility.ts'

/** How flows with pictures see the page: at half size, without motion. */
export const halfSize: Pick<PlaywrightTestOptions, 'deviceScaleFactor' | 'contextOptions'> = {
  deviceScaleFactor: 0.5,
  contextOptions: { reducedMotion: 'reduce' },
}

/** Each width of the layout in each theme. */
const looks = [1440, 820, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

/** States that other flows look at for barriers, so that these do not. */
const lookedAtElsewhere = new Set([
  'accounts',
  'balances',
  'call-empty',
  'call-example',
  'call-review',
  'connect',
  'execution',
  'execution-unknown',
  'history',
  'history-drawer',
  'not-found',
  'picker',
  'receipt-genuine',
  'receive',
  'review',
  'send',
  'send-first-time',
  'send-look-alike',
  'settings',
  'swap',
  'watch',
  'welcome',
])

/** The look of a state that the repository has a picture of: together they are spread over all six. */
function pickLook(state: string): typeof looks {
  return looks.filter((_, index) => index === getHash(state) % looks.length)
}

/** Whether letters and edges are drawn here as where the pictures were approved; see `pictureProbe.ts`. */
const areEqualHere = process.env['ESTUARY_PICTURES_EQUAL'] === '1'
/** Pictures of all looks that the campaign took of the commit before on this machine. */
const folderBefore = process.env['ESTUARY_PICTURES']

/** Whether there is something to compare a picture with: a new state has none of the commit before. */
function canCompare(name: string): boolean {
  if (folderBefore === undefined) return areEqualHere
  return isApproving() || existsSync(join(folderBefore, name))
}

/** Whether this run approves what it sees instead of comparing it. */
function isApproving(): boolean {
  const { updateSnapshots } = test.info().config
  return updateSnapshots === 'all' || updateSnapshots === 'changed'
}

/**
 * Compares a state with its approved picture, at half size: the whole page, or what is seen of it behind
 * a dialog. Each state has one look in the repository, which follows from its name; a campaign visits all
 * six, and compares them with those of the commit before where it has them. Digits and addresses differ
 * from run to run and read as zeros. In the same visit, expects no barriers: once in each theme in a
 * campaign, else once.
 *
 * @param state - Its name, as in the file names of the pictures.
 * @param options.renew - Brings the state back for each further look, where it would be over by then: a
 *   quote expires.
 * @param options.isCodeFixed - Whether a QR code is the same in each run, so that it can be shown.
 */
export async function expectPictures(
  page: Page,
  state: string,
  { renew, isCodeFixed = false }: { renew?: () => Promise<void>; isCodeFixed?: boolean } = {},
): Promise<void> {
  const kept = new Set(folderBefore === undefined ? pickLook(state) : looks)
  const before = page.viewportSize()
  // What is under the pointer looks different.
  await page.mouse.move(0, 0)
  for (const [index, look] of (isCampaign ? looks : pickLook(state)).entries()) {
    const { width, colorScheme } = look
    if (index > 0) await renew?.()
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const name = `${state}-${width}-${colorScheme}.png`
    if (kept.has(look) && canCompare(name)) await comparePicture(page, name, isCodeFixed)
    const isOnePerTheme = width === (colorScheme === 'light' ? 1440 : 390)
    if (!lookedAtElsewhere.has(state) && (isOnePerTheme || !isCampaign))
      await expectNoBarriers(page, `${state}, ${colorScheme} at ${width} px`)
  }
  await page.evaluate(() => document.dispatchEvent(new Event('estuary-unblur')))
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before) await page.setViewportSize(before)
}

/**
 * Expects each letter to be drawn with a font that the dashboard brings, not with one of the system. Waits
 * for the page's styles, so the service must answer.
 */
export async function expectBundledFonts(page: Page, what: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await page.evaluate(markUncommonLetters)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const found = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '[data-letters]',
  })
  const foreign: string[] = []
  for (const nodeId of found.nodeIds) {
    const drawn = await Promise.all([
      session.send('CSS.getPlatformFontsForNode', { nodeId }),
      session.send('DOM.describeNode', { nodeId }),
    ]).catch(() => undefined)
    // The page has replaced it since.
    if (!drawn) continue
    const [{ fonts }, { node }] = drawn
    const letters = node.attributes?.[node.attributes.indexOf('data-letters') + 1] ?? ''
    foreign.push(
      ...fonts
        .filter((font) => !font.isCustomFont)
        .map(({ familyName }) => `${letters} in ${familyName}`),
    )
  }
  await session.detach()
  expect(foreign, `letters of ${what} that no bundled font has`).toEqual([])
}

/** Runs in the page: marks elements whose own text has letters outside of ASCII. */
function markUncommonLetters(): void {
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const letters = own.flatMap(({ nodeValue }) => nodeValue?.match(/[^ -~\s]/gu) ?? [])
    if (letters.length > 0) element.setAttribute('data-letters', [...new Set(letters)].join(''))
  }
}

async function comparePicture(page: Page, name: string, isCodeFixed: boolean): Promise<void> {
  const fullPage = (await page.getByRole('dialog').count()) === 0
  await page.evaluate(waitForLayout)
  // What is approved now is compared with from now on: it must not be drawn by an old width.
  if (isApproving()) await page.waitForTimeout(1_000)
  await page.evaluate(blurNumbers, isCodeFixed)
  if (fullPage) await showWhole(page)
  await expect
    .soft(() =>
      expect(page).toHaveScreenshot(name, {
        fullPage,
        scale: 'device',
        // These would add styles, which the content policy refuses.
        animations: 'allow',
        caret: 'initial',
        maxDiffPixelRatio: 0.004,
        // It ends before the looking again does, or it would run on into what comes next.
        timeout: 10_000,
      }),
    )
    // A busy machine draws a new width late, and what is old holds still: it is looked at again for a while.
    .toPass({ timeout: 30_000 })
}

/**
 * Makes the window as high as the page, where no bar stands at its end. To capture more than the window
 * the browser resizes the page while it draws it, at times to a pixel: what is drawn by its measured
 * width was then captured as it was drawn for another one.
 */
async function showWhole(page: Page): Promise<void> {
  const size = page.viewportSize()
  if (!size || size.width < 768) return
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (height <= size.height) return
  await page.setViewportSize({ width: size.width, height })
  await page.evaluate(waitForLayout)
}

/** Expects the text on the page or in a part of it. */
export async function expectShown(where: Page | Locator, text: string | RegExp): Promise<void> {
  const part = 'goto' in where ? where.getByRole('main') : where
  await expect(part.getByText(text).filter({ visible: true }).first()).toBeVisible()
}

/** Runs in the page: what is drawn by its measured width is drawn anew some frames after that changed. */
async function waitForLayout(): Promise<void> {
  for (let frames = 0; frames < 10; frames += 1)
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 20)))
}

/**
 * Runs in the page: writes zeros for digits, hashes and addresses, also where the page writes them anew,
 * until it is told to put back what stood there.
 */
function blurNumbers(isCodeFixed: boolean): void {
  const blurred = 'estuaryBlurred'
  const originals = new Map<Node, string>()
  const hex = /0x[\da-f]+(…[\da-f]+)?/gi
  const base58 = /\b[1-9A-HJ-NP-Za-km-z]{4,6}…[1-9A-HJ-NP-Za-km-z]{4}\b/g
  function blur(node: Node): void {
    const { nodeValue } = node
    if (nodeValue === null) return
    const text = nodeValue
      .replaceAll(hex, (shown) => shown.replaceAll(/[\da-f]/gi, '0'))
      .replaceAll(base58, (shown) => shown.replaceAll(/[^…]/g, '0'))
      // A group of an address that is written out, and words of call data.
      .replaceAll(/^[\da-f]{4}$|[\da-f]{24,}/gi, (shown) => '0'.repeat(shown.length))
      // Seconds and small sums have one digit or two.
      .replaceAll(/(?<![\d.,:])\d{1,2}(?![\d,:])/g, '0')
      .replaceAll(/\d/g, '0')
      .replaceAll(/Updated .*\./g, 'Updated just now.')
      .replaceAll(/0 (seconds|minutes?) ago/g, 'just now')
      // Amounts end where their zeros begin.
      .replaceAll(/0\.0{3,}/g, '0.000000')
    if (text === nodeValue) return
    originals.set(node, nodeValue)
    node.nodeValue = text
  }
  function blurAll(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) blur(node)
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  // The header would stand in the middle of the whole page.
  window.scrollTo(0, 0)
  // Clocks, and what has the order or the length of a run.
  const moving = [
    '[role=timer]',
    '[aria-label=Requests], [aria-label=Anfragen]',
    '[aria-label="Recovery phrase"]',
    // The code of an address.
    ...(isCodeFixed ? [] : ['svg:has(> path[shape-rendering])']),
  ].join()
  const hidden = [...document.querySelectorAll<HTMLElement>(moving)]
  for (const one of hidden) one.style.visibility = 'hidden'
  // How many events there are depends on what this browser was there to see.
  const lists = [...document.querySelectorAll<HTMLElement>('[aria-label^="What happened"]')]
  for (const list of lists)
    list.style.cssText = 'height: 15rem; overflow: hidden; visibility: hidden'
  // Whether a chain answered in time, and how long an execution takes, depends on the machine.
  const passing = /read through this service|über diesen Dienst|^(Started|Took|Ended after) /
  const notes = [...document.querySelectorAll('p')].filter(({ textContent }) =>
    passing.test(textContent),
  )
  for (const note of notes) note.style.display = 'none'
  blurAll(document.body)
  document.addEventListener('estuary-unblur', unblur, { once: true })
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      blur(target)
      addedNodes.forEach(blurAll)
    }
  })
  if (!(blurred in document.body.dataset))
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  document.body.dataset[blurred] = ''
  function unblur(): void {
    observer.disconnect()
    for (const [node, text] of originals) node.nodeValue = text
    for (const one of hidden) one.style.visibility = ''
    for (const note of notes) note.style.display = ''
    for (const list of lists) list.style.cssText = ''
    delete document.body.dataset[blurred]
  }
}

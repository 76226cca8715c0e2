import { readFile } from 'node:fs/promises'

import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { expectContrast } from '../../pages/accessibility.ts'
import { tryItNow } from '../../pages/balancesPage.ts'
import { enterRecipient } from '../../pages/sendFlow.ts'
import { test } from '../../fixtures/flow.ts'
import { signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'
import { visit } from '../../pages/visit.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('the page heeds how it is shown: without motion, zoomed in, with strong or few colours, on paper', async ({
  page,
}) => {
  await page.goto('/')
  await tryItNow(page)
  await expectNoMotion(page)
  await expectStrongColours(page)
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expectSystemColoursInReview(page)
  await watchToTheEnd(page, await signAndSend(page))
  await expectDone(page)
  await expectPaper(page)
  await expectZoomed(page)
})

/** While a quote is waited for, signs of that turn for who allows motion, and nothing moves for who does not. */
async function expectNoMotion(page: Page): Promise<void> {
  const held: Route[] = []
  let isHeld = true
  await page.route(/\/v3\/quote$/, async (route) => {
    if (isHeld) held.push(route)
    else await route.continue()
  })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await visit(page, '/swap?from=agg:usdc&to=agg:eth&amount=100')
  await expect(page.getByText('Finding a route').first()).toBeVisible()
  expect(await page.evaluate(listMotions), 'with motion').not.toEqual([])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await page.evaluate(listMotions), 'without motion').toEqual([])
  isHeld = false
  for (const route of held) await route.continue()
  await expect(page.getByText('Minimum received')).toBeVisible()
}

/** A quote with more contrast, then in the system's own colours: texts, edges, focus, and what is chosen. */
async function expectStrongColours(page: Page): Promise<void> {
  await page.emulateMedia({ contrast: 'more' })
  await expectContrast(page, 'more contrast', 'color-contrast-enhanced')
  expect(await page.evaluate(findFaintEdges), 'edges with more contrast').toEqual([])
  await page.emulateMedia({ contrast: null, forcedColors: 'active' })
  await expectContrast(page, 'the colours of the system', 'color-contrast')
  expect(await page.evaluate(findFaintEdges), 'edges in the colours of the system').toEqual([])
  await expectFocusSeen(page)
  const chosen = page.getByRole('group', { name: 'Receive as' }).locator('label').first()
  const [ground, own] = await Promise.all(
    [page.locator('html'), chosen].map((part) => read(part, 'background-color')),
  )
  expect(own, 'what is chosen has a ground of its own').not.toBe(ground)
}

/** In the system's own colours the chosen tab looks different. */
async function expectSystemColoursInReview(page: Page): Promise<void> {
  const tabs = page.getByRole('tab')
  const [chosen, other] = await Promise.all(
    [0, 1].map((at) => read(tabs.nth(at), 'border-bottom-color')),
  )
  expect(chosen, 'the chosen tab').not.toBe(other)
}

/** In the system's own colours the steps that are done have their ticks. */
async function expectDone(page: Page): Promise<void> {
  const dot = page.getByRole('list', { name: 'Progress' }).locator('li span:has(svg)').first()
  const [ground, tick] = await Promise.all(
    ['background-color', 'color'].map((name) => read(dot, name)),
  )
  expect(ground, 'a tick stands out from its ground').not.toBe(tick)
  await page.emulateMedia({ forcedColors: null })
}

/** From the dark theme an execution and its receipt print light, and without what is only operated. */
async function expectPaper(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Dark theme' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt' }).click()
  const file = await (await saved).path()
  await expectPrinted(page)
  await visit(page, '/receipt')
  await page.getByLabel('Receipt', { exact: true }).setInputFiles({
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: await readFile(file),
  })
  await expect(page.getByText('Genuine: this was agreed and signed')).toBeVisible()
  await expectPrinted(page)
  await page.emulateMedia({ media: null })
}

async function expectPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'screen' })
  const ground = page.locator('.panel').first()
  expect(await read(ground, 'background-color'), 'the dark theme').toBe('rgb(16, 26, 33)')
  await expect(page.getByRole('button').filter({ visible: true })).not.toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  expect(await read(ground, 'background-color')).toBe('rgb(255, 255, 255)')
  for (const part of [
    page.getByRole('banner'),
    page.getByRole('navigation'),
    page.getByRole('tab'),
    page.getByRole('button'),
  ])
    await expect(part.filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** A window of 1440 by 900 px at 200 %: nothing scrolls sideways, and what a page is for can be pressed. */
async function expectZoomed(page: Page): Promise<void> {
  await page.setViewportSize({ width: 720, height: 450 })
  const main = page.getByRole('main')
  const pages: readonly { path: string; press: Locator; recipient?: string }[] = [
    { path: '/', press: main.getByRole('link', { name: 'Swap', exact: true }) },
    { path: '/swap?amount=100', press: page.getByRole('button', { name: 'Review swap' }) },
    {
      path: '/send?amount=10',
      press: page.getByRole('button', { name: 'Review transfer' }),
      recipient: friend,
    },
    { path: '/call', press: main.getByRole('button', { name: 'Deposit into a vault' }) },
    { path: '/history', press: main.getByRole('listitem').getByRole('link').first() },
    { path: '/settings', press: main.getByRole('button', { name: 'Erase' }) },
    { path: '/receipt', press: main.getByRole('button', { name: 'Choose file' }) },
  ]
  for (const { path, press, recipient } of pages) {
    await visit(page, path)
    if (recipient !== undefined) await enterRecipient(page, recipient)
    // Waits until it stands still and nothing lies over it.
    await press.filter({ visible: true }).click({ trial: true })
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider, `${path} scrolls sideways`).toBe(0)
  }
}

/** Tabs through the page: each control has an outline of its own, or what holds it has. */
async function expectFocusSeen(page: Page): Promise<void> {
  const seen: string[] = []
  await page.getByRole('heading', { level: 1 }).click()
  for (let stops = 0; stops < 40; stops += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(readFocus)
    if (stop.name === '') break
    expect.soft(stop.isSeen, `focus on ${stop.name}`).toBe(true)
    seen.push(stop.name)
  }
  expect(seen.length, 'controls of a form').toBeGreaterThan(8)
}

function read(what: Locator, property: string): Promise<string> {
  return what.evaluate(
    (element, name) => getComputedStyle(element).getPropertyValue(name),
    property,
  )
}

/** Runs in the page: what moves within some frames. */
async function listMotions(): Promise<string[]> {
  const seen = new Set<string>()
  for (let frames = 0; frames < 30; frames += 1) {
    for (const { effect } of document.getAnimations())
      if (effect instanceof KeyframeEffect) seen.add(effect.target?.outerHTML.slice(0, 80) ?? '')
    await new Promise((drawn) => requestAnimationFrame(drawn))
  }
  return [...seen]
}

/** Runs in the page: panels, buttons and fields without an edge that stands out from the ground by 3 to 1. */
function findFaintEdges(): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  function getLightness(colour: string): number {
    if (!canvas) return 0
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const ground = getLightness(getComputedStyle(document.documentElement).backgroundColor)
  const faint: string[] = []
  for (const element of document.querySelectorAll(
    '.panel, .btn-primary, .btn-secondary, .input, .header',
  )) {
    const { borderBottomColor, borderBottomWidth, borderBottomStyle, backgroundColor } =
      getComputedStyle(element)
    const isDrawn = borderBottomStyle !== 'none' && Number.parseFloat(borderBottomWidth) >= 1
    const edges = [backgroundColor, ...(isDrawn ? [borderBottomColor] : [])]
    const ratios = edges.map((edge) => {
      const [less = 0, more = 0] = [ground, getLightness(edge)].toSorted((a, b) => a - b)
      return (more + 0.05) / (less + 0.05)
    })
    if (Math.max(...ratios) < 3) faint.push(`${element.className} ${edges.join(' ')}`)
  }
  return faint
}

/** Runs in the page: what has the focus, empty at the end, and whether an outline shows that. */
function readFocus(): { name: string; isSeen: boolean } {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return { name: '', isSeen: false }
  const ground = getComputedStyle(document.documentElement).backgroundColor
  const holders = [activeElement, activeElement.parentElement, activeElement.closest('label')]
  const isSeen = holders.some((holder) => {
    if (!holder) return false
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(holder)
    return (
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== ground
    )
  })
  return { name: activeElement.outerHTML.slice(0, 120), isSeen }
}

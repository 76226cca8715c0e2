import { expect, type Page } from '@playwright/test'
import { reloadFromWithin } from '../../pages/reloadFromWithin.ts'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { expectBalances, tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import type { OwnedAddresses } from '../../pages/holdings.ts'
import type { ServiceInfo } from '../../product/service.ts'
import {
  getAmountOverAllChains,
  readBothSides,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'

function amountField(page: Page) {
  return page.getByRole('textbox', { name: 'You pay' })
}

test('an amount is read in the selected number format, and other formats are explained', async ({
  page,
  service,
}) => {
  await start(page, service)
  await page.goto('/swap')
  const field = amountField(page)
  const below = page.locator('[id$="-below"]')
  await field.fill('2,000.50')
  await expect(below).toHaveText(/^\$2,000\.50/)
  await expect(page).toHaveURL(/amount=2000\.50(&|$)/)
  for (const [typed, said, meant, shown] of [
    ['2,00', /does not fit the number format 1,234\.56/, 'Use 2.00', '2.00'],
    ['1e2', /without an exponent/, 'Use 100', '100'],
    ['-5', /without a sign/, 'Use 5', '5'],
    ['12 USDC', /without .USDC./, 'Use 12', '12'],
  ] as const) {
    await field.fill(typed)
    await expect(below).toHaveText(said)
    await expect(field).toHaveValue(typed)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('button', { name: 'Check the amount' }).first()).toBeVisible()
    await page.getByRole('button', { name: meant }).click()
    await expect(field).toHaveValue(shown)
    await expect(below).toHaveText(/^\$/)
  }
  await field.fill('1e2')
  await reloadFromWithin(page)
  await expect(field).toHaveValue('1e2')
  await expect(below).toHaveText(/without an exponent/)

  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'Number format' }).selectOption('de-DE')
  await page.goto('/swap?amount=2000.5')
  await expect(field).toHaveValue('2000,5')
  await field.fill('2.000')
  await expect(below).toHaveText(/2\.000,00/)
  await expect(page).toHaveURL(/amount=2000(&|$)/)
  await field.fill('20,000')
  await expect(below).toHaveText(/20,00/)
  await expect(page).toHaveURL(/amount=20\.000(&|$)/)

  await page.goto('/settings')
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('EUR')
  await page.goto('/')
  await expect(page.getByText('$1 = 0,92593 EUR')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Total balance' })).toContainText('\u00a0€')
})

test('Max shows few digits, and takes the whole balance', async ({ page, service }) => {
  await start(page, service)
  await page.goto('/swap?from=agg:eth&to=agg:usdc')
  await page.getByRole('button', { name: '50%' }).click()
  await page.getByRole('button', { name: 'Max' }).click()
  const url = new URL(page.url())
  const field = amountField(page)
  const shown = await field.inputValue()
  expect(shown.replace('\u2026', '').split('.')[1]?.length ?? 0).toBeLessThanOrEqual(6)
  await field.focus()
  await expect(field).toHaveValue(url.searchParams.get('amount') ?? '')
})

test('the rate can be inverted, and the fees of a quote add up', async ({ page, service }) => {
  const owned = await start(page, service)
  const amount = getAmountOverAllChains(await readBothSides(service, owned))
  await page.goto(`/swap?from=agg:usdc&to=agg:eth&amount=${amount}`)
  await expect(page.getByText('for 1 ETH, fees included')).toBeVisible()
  await page.getByRole('button', { name: 'Show the rate for 1 USDC' }).click()
  await expect(page.getByText('for 1 USDC, fees included')).toBeVisible()
  await page.getByRole('button', { name: 'Show the rate for 1 ETH' }).click()
  await expect(page.getByText('for 1 ETH, fees included')).toBeVisible()

  const table = page.getByRole('table', { name: 'Fees by asset' })
  const rows = await table.locator('tr td:last-child').allTextContents()
  expect(rows.length).toBeGreaterThan(1)
  const head = await page.getByRole('heading', { name: 'Fees' }).locator('+ *').textContent()
  expect(rows.map(cents).reduce((sum, one) => sum + one, 0)).toBe(cents(head ?? ''))
})

/** The first dollar amount in a text, in cents. */
function cents(text: string): number {
  const [, sign = '', less = '', digits = ''] = /(\u2212?)(<?)\s*\$([\d,]+\.\d\d)/.exec(text) ?? []
  if (digits === '') throw new Error(`There are no dollars in "${text}".`)
  if (less !== '') return 0
  return Math.round(Number(digits.replaceAll(',', '')) * 100) * (sign === '' ? 1 : -1)
}

/** Creates a funded local wallet and waits until its balances are shown. */
async function start(page: Page, service: ServiceInfo): Promise<OwnedAddresses> {
  await page.goto('/')
  const account = await tryItNow(page)
  const solana = await readLocalSolanaAddress(page)
  await expectBalances(page, { service, account, solana })
  return { address: account, solana }
}

/** Widths to test: every 64 px, and those of common devices. */
const widths = [
  320,
  360,
  390,
  412,
  768,
  820,
  1440,
  1920,
  2560,
  ...Array.from({ length: 35 }, (_, index) => 352 + 64 * index),
].toSorted((a, b) => a - b)

test('no text overlaps another one, or the flow diagram, at any width', async ({
  page,
  service,
}) => {
  const owned = await start(page, service)
  await expectApart(page, 'balances')
  const amount = getAmountOverAllChains(await readBothSides(service, owned))
  await page.goto(`/swap?from=agg:usdc&to=agg:eth&amount=${amount}`)
  await expect(page.getByText('Minimum received')).toBeVisible()
  await expectApart(page, 'quote')
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  await expectApart(page, 'review')
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await expectApart(page, 'execution')
  await page.goto('/history')
  await expect(page.getByRole('main').getByText('Completed').first()).toBeVisible()
  await expectApart(page, 'history')
})

async function expectApart(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  const found = new Set<string>()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // A flow diagram is redrawn once its width is known; overlaps before that do not count.
    let overlaps = await page.evaluate(findOverlaps)
    if (overlaps.length > 0) {
      await page.waitForTimeout(200)
      overlaps = await page.evaluate(findOverlaps)
    }
    for (const one of overlaps) found.add(`${what} at ${width} px: ${one}`)
  }
  if (before) await page.setViewportSize(before)
  expect.soft([...found], what).toEqual([])
}

/** Runs in the page: finds texts that overlap each other or the shapes of a flow diagram. */
async function findOverlaps(): Promise<string[]> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  type Box = {
    text: string
    node: Node
    element: Element
    left: number
    right: number
    top: number
    bottom: number
  }
  const boxes: Box[] = []
  function add(node: Node, element: Element, { left, right, top, bottom }: DOMRect) {
    const text = (node.textContent ?? '').trim().slice(0, 40)
    const box = { text, node, element, left, right, top, bottom }
    for (let up: Element | null = element; up; up = up.parentElement) {
      const { overflowX, position } = getComputedStyle(up)
      if (position === 'fixed' || position === 'sticky') return
      if (overflowX === 'visible') continue
      const edge = up.getBoundingClientRect()
      box.left = Math.max(box.left, edge.left)
      box.right = Math.min(box.right, edge.right)
      box.top = Math.max(box.top, edge.top)
      box.bottom = Math.min(box.bottom, edge.bottom)
    }
    if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push(box)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (!element || text.trim() === '' || element.closest('.sr-only, .skip-link, script, style'))
      continue
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rectangle of range.getClientRects()) add(node, element, rectangle)
  }
  for (const field of document.querySelectorAll('input:not([type=checkbox]), select'))
    if (field.checkVisibility()) add(field, field, field.getBoundingClientRect())
  const found: string[] = []
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      const height = Math.min(a.bottom - a.top, b.bottom - b.top)
      // Chromium reports overlapping boxes for the parts of one truncated text.
      const isOne = a.node === b.node
      if (!isOne && across > 2 && down > height * 0.4) found.push(`"${a.text}" on "${b.text}"`)
    }
  for (const { element, text, left, right, top, bottom } of boxes) {
    const diagram = element.closest('[role=img]')
    for (const svg of diagram?.querySelectorAll(':scope svg') ?? []) {
      const { left: x, top: y } = svg.getBoundingClientRect()
      const shapes = [...svg.querySelectorAll<SVGGeometryElement>('path[fill^=url], rect')]
      for (const part of [0.05, 0.3, 0.5, 0.7, 0.95]) {
        const at = new DOMPoint(left + (right - left) * part - x, (top + bottom) / 2 - y)
        if (shapes.some((shape) => shape.closest('defs, mask') === null && shape.isPointInFill(at)))
          found.push(`"${text}" on the flow diagram`)
      }
    }
  }
  return found
}

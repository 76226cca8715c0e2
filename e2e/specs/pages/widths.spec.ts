import { expect, type Page } from '@playwright/test'
import { isCampaign } from '#testing/campaign.ts'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { expectBalances, tryItNow } from '../../pages/balancesPage.ts'
import { expectFit, listManyWidths } from '../../pages/fit.ts'
import { test } from '../../fixtures/flow.ts'
import {
  getAmountOverAllChains,
  readBothSides,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'
import { visit } from '../../pages/visit.ts'

const maxShift = 0.02

test('every page fits every width: nothing scrolls sideways, is clipped, overlaps or wraps in the navigation', async ({
  page,
  service,
}) => {
  await page.goto('/')
  await expectFit(page, 'welcome')
  const account = await tryItNow(page)
  const solana = await readLocalSolanaAddress(page)
  await expectBalances(page, { service, account, solana })
  await expectFit(page, 'balances', listManyWidths('balances'))
  const amount = getAmountOverAllChains(await readBothSides(service, { address: account, solana }))
  await visit(page, `/swap?from=agg:usdc&to=agg:eth&amount=${amount}`)
  await expect(page.getByText('Minimum received')).toBeVisible()
  await expectFit(page, 'quote', listManyWidths('quote'))
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  await expectFit(page, 'review', listManyWidths('review'))
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await expectFit(page, 'execution', listManyWidths('execution'))
  const tops = new Map<string, number | undefined>()
  for (const { path, shows } of [
    { path: '/history', shows: 'Completed' },
    { path: '/swap?amount=100', shows: 'Minimum received' },
    { path: '/send?amount=100', shows: 'Your account' },
    { path: '/call', shows: 'New here?' },
    { path: '/settings', shows: 'Theme' },
    { path: '/watch', shows: 'View' },
    { path: `/watch/${account}`, shows: 'Assets by chain' },
    { path: '/receipt', shows: 'Choose file' },
    { path: '/nowhere', shows: /./ },
  ]) {
    await visit(page, path)
    await expect(page.getByRole('main').getByText(shows).first()).toBeVisible()
    await expectFit(page, path, path === '/history' ? listManyWidths(path) : undefined)
    const place = await page.getByRole('heading', { level: 1 }).boundingBox()
    tops.set(path, place?.y)
  }
  expect(tops.get('/nowhere'), 'no gap above what is said').toBe(tops.get('/settings'))
})

test.describe('while a page loads', () => {
  const places = [
    { path: '/', shows: 'Assets by chain' },
    { path: '/swap?amount=100', shows: 'Minimum received' },
    { path: '/send?amount=100', shows: 'Your account' },
    { path: '/call', shows: 'New here?' },
    { path: '/history', shows: 'Today' },
    { path: '/settings', shows: 'Theme' },
  ]
  test('nothing moves at any width, nor when a quote comes', async ({ page, context, service }) => {
    await page.addInitScript(watchShifts)
    await page.goto('/')
    await expect(page.getByRole('button', { name: /Try it now/ })).toBeVisible()
    await expectStill(page, 'welcome')
    const account = await tryItNow(page)
    await expectBalances(page, { service, account, solana: await readLocalSolanaAddress(page) })
    await visit(page, '/swap?amount=100')
    await page.getByRole('button', { name: 'Review swap' }).filter({ visible: true }).click()
    const quote = await signAndSend(page)
    await watchToTheEnd(page, quote)
    const end = { path: `/executions/${quote.id}`, shows: 'Completed' }
    const wide = await context.newPage()
    await wide.addInitScript(watchShifts)
    // Both widths wait for late data at the same time.
    await Promise.all(
      [
        { page, width: 390 },
        { page: wide, width: 1440 },
      ].map(async ({ page: sized, width }) => {
        await sized.setViewportSize({ width, height: 900 })
        for (const { path, shows } of [...places, end]) {
          await sized.goto(path)
          await expect(sized.getByText(shows).filter({ visible: true }).first()).toBeVisible()
          // Late data comes within a block or two.
          await sized.waitForTimeout(1_500)
          await expectStill(sized, `${path} at ${width} px`)
        }
        if (isCampaign || width === 390) await expectStillWhenSlow(sized, end)
      }),
    )
  })
})

/** Delays the status, the service or the chains, as they may answer in any order. */
async function expectStillWhenSlow(
  page: Page,
  { path, shows }: { path: string; shows: string },
): Promise<void> {
  const own = new URL(page.url()).origin
  const slow = {
    'the status': (url: URL) => url.pathname.endsWith('/get-execution-status'),
    'the service': (url: URL) => url.origin === own && url.pathname.startsWith('/api/'),
    'each chain': (url: URL) => url.origin !== own || url.pathname.startsWith('/rpc/'),
  }
  for (const [what, isSlow] of Object.entries(slow)) {
    await page.route(isSlow, async (route) => {
      await new Promise((passed) => setTimeout(passed, 1_000))
      await route.continue().catch(() => undefined)
    })
    await page.goto(path)
    await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
    await page.waitForTimeout(2_500)
    await expectStill(page, `${path} when ${what} is slow`)
    await page.unroute(isSlow)
  }
}

async function expectStill(page: Page, what: string): Promise<void> {
  const shifts: Shift[] = await page.evaluate(() => Reflect.get(window, 'shifts'))
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect.soft(sum, `${what}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(maxShift)
}

type Shift = { value: number; of: string[] }

/** Runs in the page before all else. */
function watchShifts(): void {
  const shifts: unknown[] = []
  Reflect.set(window, 'shifts', shifts)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources }: Record<string, unknown> = Object(entry)
      if (hadRecentInput === true || !Array.isArray(sources)) continue
      shifts.push({
        value,
        of: sources.map(({ node, previousRect: a, currentRect: b }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const moved = `${a.x},${a.y} ${a.width}x${a.height} to ${b.x},${b.y} ${b.width}x${b.height}`
          return `${element?.outerHTML.slice(0, 70)} ${moved}`
        }),
      })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

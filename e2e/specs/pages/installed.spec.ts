import { expect, type Page } from '@playwright/test'
import { tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'

test.use({ serviceWorkers: 'allow' })

const offline = 'You’re offline'
/** Without the service the page tries the nodes' usual ports, which are not those of this product. */
const testAlone = test.extend({ clean: async ({}, provide) => provide() })

testAlone(
  'opens without a network after one visit, at every address, and says so',
  async ({ page, context }) => {
    await page.goto('/')
    await waitUntilKept(page)
    await context.setOffline(true)
    await page.addInitScript(sayOffline)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Your chains, one balance' })).toBeVisible()
    await expect(page.getByText(offline).first()).toBeVisible()
    for (const path of ['/swap', '/call', '/history', '/settings']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(offline).first()).toBeVisible()
    }
    await context.setOffline(false)
    await page.evaluate(() => sessionStorage.setItem('online', 'again'))
    await page.goto('/')
    await expect(page.getByRole('button', { name: /Try it now/ })).toBeEnabled()
    await expect(page.getByText(offline).first()).toBeHidden()
  },
)

/** Runs in the page: Chromium 143 forgets in a new document that the test took the network away. */
function sayOffline(): void {
  if (sessionStorage.getItem('online') === null)
    Object.defineProperty(navigator, 'onLine', { get: () => false })
}

test('keeps no answer of the service or of a chain', async ({ page, baseURL }) => {
  await page.goto('/')
  await waitUntilKept(page)
  await tryItNow(page)
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  const kept = await page.evaluate(listKept)
  const own = kept.map((url) => url.slice((baseURL ?? '').length))
  expect(own.filter((path) => !/^\/(|files\.json|assets\/.*)$/.test(path))).toEqual([])
  expect(own).toContain('/')
})

test('can be installed, with icons of the sizes that it names', async ({ page, request }) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const answer = await request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const { start_url, scope, display, icons } = await answer.json()
  expect([start_url, scope, display]).toEqual(['./', './', 'standalone'])
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(measureImage, new URL(src, answer.url()).href)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
  }
})

test('a shared link has a picture', async ({ page }) => {
  await page.goto('/swap')
  const src = await page.locator('meta[property="og:image"]').getAttribute('content')
  expect(await page.evaluate(measureImage, new URL(src ?? '', page.url()).href)).toBe('1200x630')
})

/** Waits until the worker has stored the app. */
async function waitUntilKept(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
}

/** Runs in the page: the addresses of all that is stored. */
async function listKept(): Promise<string[]> {
  const urls: string[] = []
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) urls.push(url)
  return urls
}

/** Runs in the page: width and height of an image, such as `192x192`. */
async function measureImage(url: string): Promise<string> {
  const image = new Image()
  image.src = url
  await image.decode()
  return `${image.naturalWidth}x${image.naturalHeight}`
}

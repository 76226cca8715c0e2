import { expect, type Page } from '@playwright/test'
import { tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'

/** Background of the page in each theme, see tokens.css. */
const grounds = { light: 'rgb(247, 250, 250)', dark: 'rgb(9, 18, 24)' } as const
const maxRequests = 8
/** The page itself and all that it asks for before its form takes an amount. */
const maxRequestsOfForm = 12

for (const [theme, fate] of [
  ['light', 'held'],
  ['dark', 'aborted'],
] as const)
  test(`paints the shell in the system's ${theme} theme while scripts are ${fate}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    const asked = await stopScripts(page, { fate })
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('.shell-welcome').getByText('Estuary', { exact: true })).toBeVisible()
    await expect(page.locator('.shell-welcome .wordmark svg')).toBeVisible()
    await expect(page.locator('html')).toHaveCSS('background-color', grounds[theme])
    await expect.poll(() => firstPaintOf(page)).toBeGreaterThan(0)
    expect(asked.length, 'scripts that the page asked for').toBeGreaterThan(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

test('applies the stored theme before the rest has loaded', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() =>
    localStorage.setItem('estuary.preferences', JSON.stringify({ theme: 'dark' })),
  )
  await stopScripts(page, { fate: 'held' })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveCSS('background-color', grounds.dark)
  await expect(page.getByText('Your chains, one balance')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('sends few requests before it has loaded, and only to its own host', async ({
  page,
  baseURL,
}) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto('/')
  await expect(page.getByRole('button', { name: /Try it now/ })).toBeEnabled()
  const requests = await page.evaluate(requestsBeforeLoad)
  expect(requests.length, requests.join(', ')).toBeLessThanOrEqual(maxRequests)
  expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
})

test('where the browser blocks site data a visit works, and says what is not kept', async ({
  page,
}) => {
  await page.addInitScript(blockSiteData)
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Your browser blocks site data')
  await tryItNow(page)
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Got it' }).click()
  await page.getByRole('link', { name: 'Swap', exact: true }).first().click()
  await page.locator('input[inputmode=decimal]').first().fill('5')
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  await expect(page.getByText('Your browser blocks site data')).toBeHidden()
})

/** Runs in the page: any access to what the browser keeps throws, as with its setting. */
function blockSiteData(): void {
  const error = new DOMException('The operation is insecure.', 'SecurityError')
  function refuse(): never {
    throw error
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse })
  Object.defineProperty(navigator, 'serviceWorker', { get: refuse })
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse })
  window.BroadcastChannel = new Proxy(BroadcastChannel, { construct: refuse })
}

test('the form of a swap takes an amount after few requests', async ({ page }) => {
  await page.addInitScript(markForm)
  await page.goto('/swap')
  await expect(page.locator('input[inputmode=decimal]').first()).toBeEditable()
  const requests = await page.evaluate(requestsBeforeForm)
  expect(requests.length, requests.join(', ')).toBeLessThanOrEqual(maxRequestsOfForm)
})

test('the form of a swap asks no chain before somebody is there, then says what an amount is worth', async ({
  page,
  service,
}) => {
  const hosts = new Set(service.chains.map(({ rpcUrl }) => new URL(rpcUrl).host))
  const asked: string[] = []
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url())
    if (hosts.has(host) || pathname.startsWith('/rpc/')) asked.push(request.url())
  })
  await page.goto('/swap')
  const amount = page.locator('input[inputmode=decimal]').first()
  await expect(amount).toBeEditable()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await amount.fill('100')
  await expect(page.getByRole('button', { name: '$100.00' })).toBeVisible()
  expect(asked.length).toBeGreaterThan(0)
})

for (const { path, isConnected } of [
  { path: '/', isConnected: false },
  { path: '/', isConnected: true },
  { path: '/swap', isConnected: false },
  { path: '/history', isConnected: false },
])
  test(`shows something of ${path} at every moment of a slow load${isConnected ? ', with a wallet' : ''}`, async ({
    page,
  }) => {
    if (isConnected) {
      await page.goto('/')
      await tryItNow(page)
    }
    const line: { isSlow: boolean; late: (() => void)[] } = { isSlow: true, late: [] }
    await page.addInitScript(watchBlanks)
    // The entry loads at once, what it imports comes much later.
    await page.route('**/assets/*.js', async (route) => {
      if (line.isSlow && !/\/(index|boot|rolldown-runtime)-/.test(route.request().url()))
        await new Promise<void>((goOn) => line.late.push(goOn))
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'frames'))).toBeGreaterThan(60)
    line.isSlow = false
    for (const goOn of line.late) goOn()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'blanks')), 'blank frames').toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

/**
 * Runs in the page before all else: counts frames, and those in which the body shows nothing. While the
 * document is parsed, which no script waits for, a busy browser may draw before it comes to the shell.
 */
function watchBlanks(): void {
  let [frames, blanks] = [0, 0]
  function look(): void {
    const isParsed = document.readyState !== 'loading'
    if (isParsed && getComputedStyle(document.body).minHeight !== 'auto') {
      frames += 1
      const shown = [...document.querySelectorAll('#root :not(.skip-link, .sr-only)')].some(
        (one) =>
          one.children.length === 0 && one.textContent !== '' && one.getClientRects().length > 0,
      )
      if (!shown) blanks += 1
      Object.assign(window, { frames, blanks })
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Refuses all scripts, or never answers them. @returns The URLs of those asked for. */
async function stopScripts(page: Page, options: { fate: 'aborted' | 'held' }): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/*', async (route) => {
    const request = route.request()
    // The small script of the theme comes before the first paint.
    if (request.resourceType() !== 'script' || request.url().endsWith('/boot.js'))
      return route.continue()
    asked.push(request.url())
    // A held request is not answered until the page closes.
    return options.fate === 'aborted' ? route.abort() : undefined
  })
  return asked
}

/** When the page first painted text or an image, in milliseconds; 0: not yet. */
function firstPaintOf(page: Page): Promise<number> {
  return page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  )
}

/** Runs in the page before all else: marks when the form takes an amount. */
function markForm(): void {
  const watch = new MutationObserver(() => {
    if (!document.querySelector('input[inputmode=decimal]:not(:disabled, [readonly])')) return
    performance.mark('form')
    watch.disconnect()
  })
  watch.observe(document, { childList: true, subtree: true, attributes: true })
}

/**
 * Runs in the page: itself and all it asked for until its form took an amount. Without its icon, for which only
 * a browser with tabs asks, and only for the first page.
 */
function requestsBeforeForm(): string[] {
  const [mark] = performance.getEntriesByName('form')
  const asked = performance.getEntriesByType('resource')
  const early = asked.filter(
    ({ name, startTime }) =>
      startTime < (mark?.startTime ?? Infinity) && !name.endsWith('/mark.svg'),
  )
  return [location.href, ...early.map(({ name }) => name)]
}

/** Runs in the page: the URLs requested until the load event, the document included. */
function requestsBeforeLoad(): string[] {
  const [itself] = performance.getEntriesByType('navigation')
  const loadedAt: unknown = itself?.toJSON()['loadEventStart']
  const early = performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime < Number(loadedAt))
  return [location.href, ...early.map(({ name }) => name)]
}

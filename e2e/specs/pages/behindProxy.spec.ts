import { expect, type Page } from '@playwright/test'
import { startTestRelay, type TestRelay } from '#testing/walletConnect/relay.ts'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { expectBalances, tryItNow } from '../../pages/balancesPage.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import { browserArguments } from '../../product/browser.ts'
import { test as base } from '../../fixtures/flow.ts'
import { startProduct } from '../../product/product.ts'
import { readService, type ServiceInfo } from '../../product/service.ts'
import {
  askForSwap,
  expectExactChange,
  readBothSides,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'
import { startTlsProxy } from '../../product/tlsProxy.ts'

const hostName = 'estuary.test'
const path = '/wallet/estuary'

/** WalletConnect's server that says to wallets which page asks; nothing answers under its name here. */
const verifyHost = 'verify.walletconnect.org'

/** How long WalletConnect's client waits for that server, for a wallet, and the page for the relay. */
const [verifyMs, codeMs, relayMs] = [5_000, 301_000, 15_000]

/** When the code is shown, so that it is the same in each run. */
const codeTime = new Date('2026-11-25T12:00:00Z')

/**
 * A product that can be reached only under a path of another host, over TLS, and lets wallets on phones
 * connect through a relay.
 */
const test = base.extend<
  object,
  { product: { url: string; service: ServiceInfo; relay: TestRelay } }
>({
  product: [
    async ({}, provide) => {
      const proxy = await startTlsProxy(hostName, path)
      const { url } = proxy
      const relay = await startTestRelay()
      const product = await startProduct({
        PUBLIC_URL: url,
        TRUSTED_PROXIES: '127.0.0.1',
        WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16),
        WALLETCONNECT_RELAY_URL: relay.url,
      })
      proxy.forwardTo(product.ownUrl)
      await provide({ url, service: { ...(await readService(product.ownUrl)), url }, relay })
      await product.stop()
      await relay.stop()
      await proxy.stop()
    },
    { scope: 'worker' },
  ],
  service: async ({ product }, provide) => {
    await provide(product.service)
  },
})

test.use({
  ...halfSize,
  ignoreHTTPSErrors: true,
  allowedHosts: [verifyHost],
  // This browser resolves only that host.
  launchOptions: async ({ launchOptions }, provide) => {
    const rules = `MAP ${hostName} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`
    await provide({
      ...launchOptions,
      args: [...browserArguments, `--host-resolver-rules=${rules}`],
    })
  },
})

test('under a path of a TLS host, a visitor who reaches nothing else can enter, swap and return', async ({
  page,
  service,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:') asked.add(`${url.origin}${url.pathname.slice(0, path.length)}`)
  })
  await page.goto(service.url)
  const account = await tryItNow(page)
  const solana = await readLocalSolanaAddress(page)
  await expectBalances(page, { service, account, solana })
  await expect(page.getByText(/are read through this service/)).toBeVisible()
  const before = await readBothSides(service, { address: account, solana })
  await askForSwap(page, '100')
  await expect(page.getByText(/has no price|can’t reach the price feeds/)).toBeHidden()
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await expectExactChange(service, { before, quote })

  expect(page.url()).toBe(`${service.url}/executions/${quote.id}`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'History' })
    .click()
  await expect(page).toHaveURL(`${service.url}/history`)
  await page.getByRole('link', { name: 'Estuary home' }).click()
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  await page.goto(`${service.url}/docs`)
  await expect(page.getByText('POST /api/v3/quote', { exact: true })).toBeVisible()
  expect([...asked]).toEqual([service.url])
})

test('the code for a wallet on a phone, also when nobody scans it and when its relay is gone, looks as approved', async ({
  page,
  service,
  product: { relay },
}) => {
  await fixRandomness(page)
  await page.clock.install({ time: codeTime })
  await page.goto(service.url)
  await page.getByRole('button', { name: /^Connect a wallet/ }).click()
  // The code says when it expires.
  await page.clock.pauseAt(codeTime.getTime() + 3_600_000)
  const unverified = page.waitForEvent('requestfailed', (request) =>
    request.url().includes(verifyHost),
  )
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^WalletConnect/ })
    .click()
  await unverified
  await page.clock.fastForward(verifyMs)
  const pairing = page.getByRole('dialog', { name: 'Connect a wallet on your phone' })
  await expect(pairing.getByRole('img', { name: 'Pairing code' })).toBeVisible()
  await page.clock.resume()
  await expectPictures(page, 'pairing', { isCodeFixed: true })
  await page.clock.fastForward(codeMs)
  await expect(pairing).toContainText('This code has expired')
  await expectPictures(page, 'pairing-expired')
  await relay.stop()
  await pairing.getByRole('button', { name: 'New code' }).click()
  await page.clock.fastForward(relayMs)
  await expect(pairing).toContainText('Can’t reach WalletConnect')
  await expectPictures(page, 'pairing-unreachable')
})

/** What the page draws by chance is the same in each run: keys, and so the code. */
async function fixRandomness(page: Page): Promise<void> {
  await page.addInitScript(() => {
    crypto.getRandomValues = (array) => {
      if (array instanceof Uint8Array) array.fill(7)
      return array
    }
  })
}

import { expect } from '@playwright/test'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { expectBalances, tryItNow } from '../../pages/balancesPage.ts'
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

/** A product that can be reached only under a path of another host, over TLS. */
const test = base.extend<object, { product: { url: string; service: ServiceInfo } }>({
  product: [
    async ({}, provide) => {
      const proxy = await startTlsProxy(hostName, path)
      const { url } = proxy
      const product = await startProduct({ PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1' })
      proxy.forwardTo(product.ownUrl)
      await provide({ url, service: { ...(await readService(product.ownUrl)), url } })
      await product.stop()
      await proxy.stop()
    },
    { scope: 'worker' },
  ],
  service: async ({ product }, provide) => {
    await provide(product.service)
  },
})

test.use({
  ignoreHTTPSErrors: true,
  // This browser resolves only that host.
  launchOptions: async ({ launchOptions }, provide) => {
    const rules = `MAP ${hostName} 127.0.0.1, MAP * ~NOTFOUND`
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
  await expect(page.getByText(/There is no price|nobody checked|not reached/)).toBeHidden()
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
  await page.getByRole('link', { name: 'Estuary, balances' }).click()
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  await page.goto(`${service.url}/docs`)
  await expect(page.getByText('POST /api/v3/quote', { exact: true })).toBeVisible()
  expect([...asked]).toEqual([service.url])
})

import { existsSync, writeFileSync } from 'node:fs'
import { expect, test as base } from '@playwright/test'
import type { Hex } from 'viem'
import { isCampaign } from '#testing/campaign.ts'
import { press, type, waitForText } from '../../pages/otherPage.ts'
import { expectExactChange, readBothSides } from '../../pages/swapFlow.ts'
import { type OtherBrowser, otherBrowsers } from '../../product/otherBrowsers.ts'
import { startProduct } from '../../product/product.ts'
import {
  fund,
  getChainNumber,
  getEvmChains,
  readService,
  type ServiceInfo,
} from '../../product/service.ts'
import { startWalletProxy, type WalletProxy } from '../../wallets/walletProxy.ts'
import { type Announcement, createWallet } from '../../wallets/injectedWallet.ts'

type Setting = { proxy: WalletProxy; service: ServiceInfo }

/** A product behind a proxy that adds a wallet to its pages: nodes answer the pages of PUBLIC_URL only. */
const test = base.extend<object, { setting: Setting }>({
  setting: [
    async ({}, provide) => {
      const proxy = await startWalletProxy()
      const product = await startProduct({ PUBLIC_URL: proxy.url })
      proxy.forwardTo(product.ownUrl)
      await provide({ proxy, service: await readService(product.ownUrl) })
      await product.stop()
      proxy.stop()
    },
    { scope: 'worker' },
  ],
})

base('a browser gets the page as it is, but for the line that adds the wallet', async () => {
  const proxy = await startWalletProxy()
  const url = process.env['ESTUARY_URL'] ?? ''
  proxy.forwardTo(url)
  const [own, changed] = await Promise.all([fetch(url), fetch(proxy.url)])
  const html = await changed.text()
  expect(html.replace('<script src="/test-wallet.js"></script>', '')).toBe(await own.text())
  proxy.stop()
})

for (const browser of isCampaign ? otherBrowsers : [])
  for (const when of ['early', 'late', 'inline'] as const)
    test(`${browser.name} swaps and calls with a wallet announced ${when}, and stays connected`, async ({
      setting,
    }) => {
      const missing = browser.needs.find((path) => !existsSync(path))
      if (missing !== undefined) return console.log(`${browser.name} is not found: no ${missing}`)
      const started = await browser.start()
      try {
        await runFlow(started, { ...setting, when })
      } finally {
        const picture = Buffer.from(await started.takePicture(), 'base64')
        writeFileSync(test.info().outputPath('window.png'), picture)
        await started.stop()
      }
    })

/** Connects, swaps, calls and reloads as a person does, and compares the swap with the nodes' balances. */
async function runFlow(
  browser: OtherBrowser,
  { proxy, service, when }: Setting & { when: Announcement },
): Promise<void> {
  const wallet = createWallet(
    getEvmChains(service).map(({ chain, rpcUrl }) => ({ chainId: getChainNumber(chain), rpcUrl })),
  )
  const seen = proxy.offer(wallet, when)
  await browser.goTo(proxy.url)
  await press(browser, 'button', 'Connect a wallet')
  await press(browser, 'button', when === 'inline' ? 'Browser wallet' : 'Test Wallet')
  const address = await findAccount(seen)
  await fund(service, { address })
  await browser.goTo(proxy.url)
  await waitForText(browser, 'main', /USD Coin/)
  const before = await readBothSides(service, address)
  await swap(browser)
  await waitForText(browser, 'output', /Completed/)
  const sent = seen.requests.find(({ url }) => url.includes('/quote/execute'))
  await expectExactChange(service, { before, quote: JSON.parse(sent?.body ?? '{}') })
  await call(browser)
  await waitForText(browser, 'output', /Completed/)
  const shown = []
  for (const _ of ['opened', 'reloaded']) {
    await browser.goTo(proxy.url)
    await waitForText(browser, 'header', new RegExp(address.slice(0, 6)))
    const amount = /USDC, 3 chains\D+([\d,.]+)/
    shown.push(amount.exec(await waitForText(browser, 'main', amount))?.[1])
  }
  expect(shown[1]).toBe(shown[0])
  expect(seen.faults, 'script errors, content policy').toEqual([])
}

/** The smart account whose balances the page asks for, once it does. */
async function findAccount({ requests }: ReturnType<WalletProxy['offer']>): Promise<Hex> {
  const account = /aggregated-balance.*account=eip155(?::|%3A)\d+(?::|%3A)0x(\w+)/i
  function find(): string | undefined {
    return requests.flatMap(({ url }) => account.exec(url)?.[1] ?? [])[0]
  }
  await expect.poll(find).toBeDefined()
  return `0x${find()}`
}

async function swap(browser: OtherBrowser): Promise<void> {
  await press(browser, 'link', 'Swap')
  await press(browser, 'button', 'You pay')
  await press(browser, 'option', 'USD Coin')
  await press(browser, 'button', 'You receive')
  await press(browser, 'option', 'Ether')
  await type(browser, 'You pay', '100')
  await press(browser, 'button', 'Review swap')
  await waitForText(browser, 'main', /Review and sign/)
  await press(browser, 'button', 'Sign')
}

async function call(browser: OtherBrowser): Promise<void> {
  await press(browser, 'link', 'Contract call')
  await press(browser, 'button', 'Deposit into a vault')
  await waitForText(browser, 'main', /Encoded call/)
  const looks =
    "[...document.querySelectorAll('select')].map((it) => getComputedStyle(it).appearance)"
  expect(await browser.evaluate(`return [...new Set(${looks})].join()`), 'selects').toBe('none')
  await press(browser, 'button', 'Prepare operation')
  await waitForText(browser, 'main', /Review and sign the call/)
  await press(browser, 'button', 'Sign')
}

import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'
import type { Hex } from 'viem'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { test } from '../../fixtures/flow.ts'
import { openAccounts } from '../../pages/accountDialog.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { prepare, takeExample } from '../../pages/callFlow.ts'
import { expectPictures, expectShown, halfSize } from '../../pages/pictures.ts'
import { enterRecipient } from '../../pages/sendFlow.ts'
import { signAndSend, startSigning, watchToTheEnd } from '../../pages/swapFlow.ts'
import { visit } from '../../pages/visit.ts'
import type { InjectedWallet } from '../../wallets/injectedWallet.ts'
import { fund, getAggregate, type ServiceInfo } from '../../product/service.ts'

test.use(halfSize)

/** What is not allowed inside calls. */
const approval = encodeURIComponent(
  JSON.stringify([
    {
      to: devnetAddresses.usdc,
      abi: 'function approve(address spender, uint256 amount) returns (bool)',
      fn: 'approve(address,uint256)',
      args: [devnetAddresses.usdcFeed, '1000000'],
    },
  ]),
)
const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('what a visitor sees before a wallet is connected looks as approved', async ({ page }) => {
  await page.goto('/receipt')
  for (const [path, state, shows] of [
    ['/', 'welcome', 'Try it now'],
    ['/swap', 'swap-empty', 'You receive'],
    ['/send', 'send-empty', 'Amount'],
    ['/call', 'call-empty', 'New here?'],
    ['/history', 'history-none', /./],
    ['/settings', 'settings', 'Theme'],
    ['/receipt', 'receipt', 'Verify a receipt'],
    ['/watch', 'watch-form', /./],
    [`/executions/0x${'0'.repeat(64)}`, 'execution-unknown', 'The service doesn’t know this ID'],
    ['/nowhere', 'not-found', /./],
  ] as const) {
    await visit(page, path)
    await expectShown(page, shows)
    await expectPictures(page, state)
  }
  await visit(page, '/')
  await page.getByRole('button', { name: /^Connect a wallet/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectPictures(page, 'connect')
  await page.evaluate(() =>
    localStorage.setItem('estuary.preferences', JSON.stringify({ language: 'de' })),
  )
  await page.goto('/settings')
  await expectShown(page, 'Sprache')
  await expectPictures(page, 'settings-de')
  await visit(page, '/swap')
  await expectShown(page, 'Sie erhalten')
  await expectPictures(page, 'swap-de')
})

test('what an outage leaves to be seen looks as approved', async ({ page, context }) => {
  await page.goto('/swap')
  await expectShown(page, 'You receive')
  await context.setOffline(true)
  await expect(page.getByText('You’re offline').first()).toBeVisible()
  await expectPictures(page, 'offline')
  await context.setOffline(false)
  await page.route(/\/(api|dashboard-api)\//, (route) => route.abort())
  await page.goto('/')
  await expectShown(page, 'The service isn’t responding')
  await expectPictures(page, 'service-silent')
  await page.unrouteAll()
  await page.route(/\/HistoryPage[^/]*\.js/, (route) => route.abort())
  await page.goto('/history')
  await expectShown(page, 'Part of this page didn’t load')
  await expectPictures(page, 'page-stopped')
})

test('what an owner sees of balances and forms looks as approved', async ({
  page,
  service,
  wallet,
}) => {
  const address = await enter(page, { service, name: wallet.name })
  await expectPictures(page, 'balances')
  const row = page.getByRole('button', { name: /(Show|Hide) USDC by chain/ })
  await row.click()
  await expectPictures(page, 'balances-row')
  await row.click()
  await lookIntoDialogs(page)
  await visit(page, '/send?amount=100')
  await expectShown(page, 'Recipient')
  await expectPictures(page, 'send')
  await enterRecipient(page, stranger)
  await expect(page.getByRole('button', { name: 'Review transfer' })).toBeEnabled()
  await expectPictures(page, 'send-first-time')
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  await expectPictures(page, 'send-review')
  await page.goto('/send?amount=100')
  await enterRecipient(page, devnetAddresses.usdcFeed)
  await expectShown(page, /^A contract on/)
  await expectPictures(page, 'send-contract')
  await enterRecipient(page, devnetAddresses.usdc)
  await expectShown(page, /^This is the token’s own contract/)
  await expectPictures(page, 'send-token')
  await enterRecipient(
    page,
    `${address.slice(0, 10)}${'7'.repeat(26)}${address.slice(-6)}`.toLowerCase(),
  )
  await expect(page.getByRole('heading', { name: 'Look-alike address' })).toBeVisible()
  await expectPictures(page, 'send-look-alike')
  await takeExample(page, 'Delta')
  await expect(page.getByRole('region', { name: 'Simulation' })).toContainText(/succeed/i)
  await expectPictures(page, 'call-example')
  await prepare(page)
  await expectPictures(page, 'call-review')
  await page.goto(`/call?calls=${approval}`)
  await expectShown(page, /grants spending rights that outlast the call/)
  await expectPictures(page, 'call-approval')
  await page.goto(`/watch/${address}`)
  await expectShown(page, 'USD Coin')
  await expectPictures(page, 'watch')
})

test('what an owner sees from a quote to its receipt looks as approved', async ({
  page,
  service,
  wallet,
}) => {
  await enter(page, { service, name: wallet.name })
  await lookIntoGates(page)
  await page.route(/\/quote$/, () => undefined)
  await page.goto('/swap?from=agg:usdc&to=agg:eth&amount=9000')
  await expectShown(page, 'Finding a route')
  await expectPictures(page, 'swap-asking')
  await page.unrouteAll()
  await page.goto('/swap?from=agg:usdc&to=agg:eth&amount=9000')
  await expect(page.getByRole('button', { name: 'Review swap' })).toBeEnabled()
  await expectPictures(page, 'swap')
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  await expectPictures(page, 'review')
  await page.getByRole('tab', { name: 'Raw data' }).click()
  await expectPictures(page, 'review-raw')
  await lookIntoRefusal(page, wallet)
  await watchToTheEnd(page, await signAndSend(page))
  await expect(page.getByRole('heading', { name: 'What happened', exact: true })).toBeVisible()
  await expectPictures(page, 'execution')
  const receipt = await saveReceipt(page)
  await lookIntoHistory(page)
  await lookIntoReceipt(page, receipt)
})

/**
 * Connects a wallet whose account holds amounts of its own: what the faucet gives unasked differs from
 * address to address.
 */
async function enter(
  page: Page,
  { service, name }: { service: ServiceInfo; name: string },
): Promise<Hex> {
  const address = await connectWallet(page, name)
  const { aggregatedEntities } = getAggregate(service, 'agg:usdc')
  for (const [index, { assetType }] of aggregatedEntities.entries())
    if (assetType.startsWith('eip155:'))
      await fund(service, { address, assetType, amount: `${(index + 1) * 1_500}000000` })
  await page.goto('/')
  await expectShown(page, 'USD Coin')
  return address
}

/** What opens above the balances and the form of a swap. */
async function lookIntoDialogs(page: Page): Promise<void> {
  const accounts = await openAccounts(page)
  await expectPictures(page, 'accounts')
  await accounts.getByRole('button', { name: /^More about/ }).click()
  await expectShown(accounts, 'Address, the same on every EVM chain')
  await expect(accounts.getByText('Loading')).toHaveCount(0)
  await expectPictures(page, 'accounts-more')
  await accounts.getByRole('button', { name: 'Receive' }).click()
  await expect(page.getByRole('dialog', { name: 'Receive' })).toBeVisible()
  await expectPictures(page, 'receive')
  await page.keyboard.press('Escape')
  await visit(page, '/swap')
  await page.getByRole('button', { name: /^You receive/ }).click()
  await expect(page.getByRole('dialog', { name: 'Receive' })).toBeVisible()
  await expectPictures(page, 'picker')
  await page.keyboard.press('Escape')
}

/** A slippage limit so high that it has to be accepted in the form, and again in the review. */
async function lookIntoGates(page: Page): Promise<void> {
  await page.goto('/swap?from=agg:usdc&to=agg:eth&amount=9000&slippage=501')
  const gate = page.getByRole('checkbox', { name: /^I accept receiving up to/ })
  await expect(gate).toBeVisible()
  await expectPictures(page, 'swap-gate')
  await gate.check()
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expect(page.getByRole('checkbox', { name: /^Once more/ })).toBeVisible()
  await expectPictures(page, 'review-gate')
}

/** The second of three signatures is declined in the wallet. */
async function lookIntoRefusal(page: Page, wallet: InjectedWallet): Promise<void> {
  // The quote may have expired meanwhile: a reload requests a new one.
  await page.reload()
  wallet.decline('eth_signTypedData_v4', 2)
  await startSigning(page)
  await expect(page.getByText('You declined in the wallet')).toBeVisible()
  await expectPictures(page, 'signing-declined')
}

/** The receipt as a file. */
async function saveReceipt(page: Page): Promise<string> {
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt' }).click()
  return readFile(await (await saved).path(), 'utf8')
}

async function lookIntoReceipt(page: Page, text: string): Promise<void> {
  const paid = /"amount": "\d+/g
  for (const [state, content, says] of [
    ['receipt-genuine', text, 'Genuine: this was agreed and signed'],
    ['receipt-altered', text.replaceAll(paid, (amount) => `${amount}0`), 'Don’t rely on this'],
  ] as const) {
    await page.goto('/receipt')
    const file = {
      name: 'receipt.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    }
    await page.getByLabel('Receipt', { exact: true }).setInputFiles(file)
    await expectShown(page.getByRole('region', { name: 'Result' }), says)
    await expectPictures(page, state)
  }
}

async function lookIntoHistory(page: Page): Promise<void> {
  await page.goto('/history')
  await expectShown(page, 'Completed')
  await expectPictures(page, 'history')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await expectShown(page.getByRole('dialog'), /^Fees/)
  await expectPictures(page, 'history-drawer')
  await page.goto('/history?type=CALL')
  await expectShown(page, 'No matches')
  await page.getByRole('button', { name: /^Status/ }).click()
  await expectPictures(page, 'history-filters')
}

import { expect, type Page, type Route } from '@playwright/test'
import type { Hex } from 'viem'
import { isCampaign } from '#testing/campaign.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { connectWallet, expectBalances } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import type { InjectedWallet } from '../../wallets/injectedWallet.ts'
import { falsify, stolenBy } from '../../wallets/falsify.ts'
import { fund, getAsset, type ServiceInfo } from '../../product/service.ts'
import {
  getAmountOverTwoChains,
  askForSwap,
  type BothSides,
  expectExactChange,
  expectExplorerLinks,
  expectInHistory,
  readBothSides,
  signAndSend,
  startSigning,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'

test.use(halfSize)

const sign = 'eth_signTypedData_v4'

test('an injected wallet swaps from two chains, signing typed data on each', async ({
  page,
  service,
  wallet,
}) => {
  const { account, before } = await readBefore(page, { service, wallet })
  await expectBalances(page, { service, account })
  await askForSwap(page, getAmountOverTwoChains(before))
  const quote = await signAndSend(page)
  expect(wallet.countOf(sign)).toBe(2)
  await watchToTheEnd(page, quote)
  await expectExplorerLinks(page)
  await expectExactChange(service, { quote, before })
  await expectInHistory(page, { quote })
})

test('a declined signature keeps the one already given; signing again completes the swap', async ({
  page,
  service,
  wallet,
}) => {
  const before = await askOverTwoChains(page, { service, wallet })
  wallet.decline(sign, 2)
  await startSigning(page)
  await expect(page.getByText(/You declined in the wallet/)).toBeVisible()
  expect(wallet.countOf(sign)).toBe(2)

  const quote = await signAndSend(page)
  expect(wallet.countOf(sign)).toBe(3)
  await watchToTheEnd(page, quote)
  await expectExactChange(service, { quote, before })
})

test('a quote whose price moved is requested again, and the new one is reviewed and signed', async ({
  page,
  service,
  wallet,
}) => {
  const before = await askOverTwoChains(page, { service, wallet })
  await page.route('**/execute-quote', outgrown, { times: 1 })
  const refused = await signAndSend(page)
  const signing = page.getByRole('region', { name: 'Signing' })
  await expect(signing.getByRole('alert')).toContainText('The price moved')
  await expect(signing.getByRole('alert')).toContainText('Nothing moved.')
  expect(wallet.countOf(sign)).toBe(2)

  await signing.getByRole('button', { name: 'Get a new quote' }).click()
  await expect(signing).toContainText('0 of 2 signed')
  const quote = await signAndSend(page)
  expect(quote.id).not.toBe(refused.id)
  expect(wallet.countOf(sign)).toBe(4)
  await watchToTheEnd(page, quote)
  await expectExactChange(service, { quote, before })
})

/** The service's response when prices moved against it by more than the quote pays. */
function outgrown(route: Route): Promise<void> {
  const message = 'Prices moved since the quote was made. Ask for a new quote.'
  return route.fulfill({
    status: 422,
    json: {
      error: 'Unprocessable Entity',
      message,
      statusCode: 422,
      code: 'PRICE_UNAVAILABLE',
      timestamp: new Date().toISOString(),
      path: '/api/v3/quote/execute-quote',
    },
  })
}

test('another account chosen in the wallet stops the review, and one that is a contract is refused', async ({
  page,
  service,
  wallet,
}) => {
  await connect(page, { service, wallet })
  await askForSwap(page, '100')
  await wallet.changeAccount()
  await expect(page.getByText('The wallet switched accounts')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeHidden()
  await expectContractRefused(page, { service, wallet })
  expect(wallet.countOf(sign)).toBe(0)
  await expectNoFlash(page)
})

test('a wallet that stays on its chain is asked again, and the first signature is kept', async ({
  page,
  service,
  wallet,
}) => {
  await askOverTwoChains(page, { service, wallet })
  wallet.decline('wallet_switchEthereumChain', 1)
  await startSigning(page)
  const signing = page.getByRole('region', { name: 'Signing' })
  await expect(signing).toContainText('You declined in the wallet')
  await expect(signing).toContainText('1 of 2 signed')
  await signAndSend(page)
  expect(wallet.countOf(sign)).toBe(2)
})

for (const code of isCampaign ? ([4901, 4902] as const) : ([4902] as const))
  test(`a wallet that answers ${code} for unknown chains gets each of them added, and signs`, async ({
    page,
    service,
    wallet,
  }) => {
    await askOverTwoChains(page, { service, wallet })
    wallet.forgetChains(code)
    await signAndSend(page)
    expect(wallet.countOf(sign)).toBe(2)
    expect(wallet.countOf('wallet_addEthereumChain')).toBe(2)
  })

test('a wallet locked during a review is shown as locked, and the review continues once unlocked', async ({
  page,
  service,
  wallet,
}) => {
  await connect(page, { service, wallet })
  await askForSwap(page, '100')
  await wallet.lock()
  await expect(page.getByText(`${wallet.name} is locked`)).toBeVisible()
  await expectPictures(page, 'wallet-locked')
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeHidden()
  await page.getByRole('button', { name: `Unlock ${wallet.name}` }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  await signAndSend(page)
  expect(wallet.countOf(sign)).toBe(1)
})

// `verifyQuote.test.ts` changes each field.
test('a quote altered on its way cannot be signed', async ({ page, service, wallet }) => {
  await connect(page, { service, wallet })
  const altered = await falsify<Quote>(page, '**/v3/quote', ({ destinationToken }) => {
    destinationToken.recipientAccount = stolenBy(destinationToken.recipientAccount)
  })
  await page.goto('/swap?from=agg:usdc&to=agg:eth&amount=100')
  await expect(actionButton(page)).toHaveText('This quote can’t be signed')
  await expect(actionButton(page)).toBeDisabled()
  expect(altered.length).toBeGreaterThan(0)
  await expectPictures(page, 'swap-mismatch')
  expect(wallet.countOf(sign)).toBe(0)
})

/** The one button of the swap form. */
function actionButton(page: Page) {
  const form = page.getByRole('region', { name: 'What to swap' })
  return form.getByRole('button', { name: /signed|Review|Finding/ })
}

/** Connects the injected wallet, funds its account from the faucet and shows the balances. */
async function connect(page: Page, { service, wallet }: Connecting): Promise<Hex> {
  const account = await connectWallet(page, wallet.name)
  await fund(service, { address: account })
  await page.goto('/')
  return account
}

/** Connects, and reads from the nodes what the account holds of both sides of a swap. */
async function readBefore(page: Page, connecting: Connecting) {
  const account = await connect(page, connecting)
  return { account, before: await readBothSides(connecting.service, account) }
}

/** Connects and goes to the review of a swap that is paid from two chains. */
async function askOverTwoChains(page: Page, connecting: Connecting): Promise<BothSides> {
  const { before } = await readBefore(page, connecting)
  await askForSwap(page, getAmountOverTwoChains(before))
  return before
}

/** The wallet shows a contract, then again when it is asked to connect, and at last its key. */
async function expectContractRefused(page: Page, { service, wallet }: Connecting): Promise<void> {
  await wallet.changeAccount(`0x${getAsset(service, 'agg:usdc', 'Delta').split(':0x')[1] ?? ''}`)
  const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
  const said = dialog.getByRole('alert')
  await expect(said).toContainText(`The account selected in ${wallet.name} is a contract`)
  await expect(page.getByRole('banner').getByText('Connect', { exact: true })).toBeVisible()
  await expectNoBarriersInAnyLook(page, 'a contract that was refused')
  const row = dialog.getByRole('button', { name: new RegExp(`^${wallet.name}`) }).first()
  await row.click()
  await expect(said).toContainText('This address is a contract, such as a Safe')
  await wallet.changeAccount(wallet.address)
  await row.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
}

/** After a reload the header shows the account, and never before that a button to connect. */
async function expectNoFlash(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown = new Set<string>()
    Reflect.set(window, 'shownInHeader', shown)
    new MutationObserver(() => {
      for (const button of document.querySelectorAll('header button'))
        shown.add(button.textContent ?? '')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.reload()
  await expect(page.getByRole('button', { name: /^Account 0x/ })).toBeVisible()
  const shown = await page.evaluate(() => [...Reflect.get(window, 'shownInHeader')].map(String))
  expect(shown.some((text) => text.startsWith('0x'))).toBe(true)
  expect(shown.filter((text) => /Connect|Open your wallet/.test(text))).toEqual([])
}

type Connecting = { service: ServiceInfo; wallet: InjectedWallet }

import { expect, type Locator, type Page } from '@playwright/test'
import { testWith } from '../../fixtures/ownProduct.ts'
import { expectExactBalances } from '../../pages/balancesPage.ts'
import { readAmount } from '../../pages/holdings.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import { generateSolanaAddress, openReview, sendExactly } from '../../pages/solanaFlow.ts'
import { startSigning } from '../../pages/swapFlow.ts'
import { getAsset } from '../../product/service.ts'
import { installWalletApp, type WalletApp } from '../../wallets/walletApp.ts'

const test = testWith({ SOLANA_MOBILE_WALLETS: '1' })
test.use({
  ...halfSize,
  viewport: { width: 390, height: 844 },
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
})

test('a wallet app on a phone shares its account, signs a transfer and is known again after a reload', async ({
  page,
  service,
}) => {
  await page.goto('/')
  const row = await openChoices(page)
  await expect(row).toBeVisible()
  await expectPictures(page, 'connect-phone')
  await row.click()
  await expect(page.getByText('No wallet app on this phone connects to web pages.')).toBeVisible()

  const wallet = await installWalletApp(page)
  await expectRefused(page, { wallet, row })
  wallet.decline('authorize')
  await row.click()
  await expect(page.getByText('You declined in the wallet')).toBeVisible()
  await row.click()
  await expect(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeHidden()
  expect(wallet.identity()).toMatchObject({ name: 'Estuary', uri: new URL(page.url()).origin })
  const solana = wallet.address()
  await page.getByRole('button', { name: 'Get test funds' }).click()
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  await expectExactBalances(page, { service, solana })
  const before = wallet.asked.length

  const friend = generateSolanaAddress()
  const sol = getAsset(service, 'agg:sol', 'Reef')
  const wanted = { from: 'agg:sol', to: 'agg:sol', amount: '1.5', recipient: friend }
  await openReview(page, wanted)
  wallet.decline('sign_transactions')
  await startSigning(page)
  const signing = page.getByRole('region', { name: 'Signing' })
  await expect(signing).toContainText('You declined in the wallet')
  wallet.forget()
  const quote = await sendExactly(page, { service, owned: { solana }, wanted })
  expect(await readAmount(service, { address: friend, assetType: sol })).toBe(
    BigInt(quote.destinationToken.amount),
  )
  expect(wallet.asked.slice(before)).toEqual([
    'authorize',
    'sign_transactions',
    // What it has forgotten it is asked anew.
    'authorize',
    'authorize',
    'sign_transactions',
  ])

  wallet.changeAccount()
  await openReview(page, wanted)
  await startSigning(page)
  await expect(signing).toContainText('The wallet app switched accounts')
})

async function openChoices(page: Page) {
  await page.getByRole('button', { name: /^Connect a wallet/ }).click()
  const wallets = page.getByRole('region', { name: 'Solana wallets' })
  return wallets.getByRole('button', { name: /^Mobile Wallet/ })
}

/** What an app answers is not relied on, and one that goes away is not waited for. */
async function expectRefused(
  page: Page,
  { wallet, row }: { wallet: WalletApp; row: Locator },
): Promise<void> {
  const address = Buffer.alloc(31).toString('base64')
  wallet.answerNext('authorize', { result: { accounts: [{ address }], auth_token: 'token' } })
  await row.click()
  await expect(page.getByText('The wallet app didn’t share an account.')).toBeVisible()
  wallet.answerNext('authorize', 'nothing')
  await row.click()
  await expect(page.getByText('The wallet app closed before responding.')).toBeVisible()
}

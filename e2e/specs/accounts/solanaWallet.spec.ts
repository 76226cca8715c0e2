import { expect } from '@playwright/test'
import type { Quote } from '#protocol/quotes/quote.ts'
import { openAccounts } from '../../pages/accountDialog.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { formatQuoteAmount } from '../../pages/formatExact.ts'
import { test as base } from '../../fixtures/flow.ts'
import { type OwnedAddresses, readHoldings } from '../../pages/holdings.ts'
import { falsify, stolenBy } from '../../wallets/falsify.ts'
import { readReview } from '../../pages/reviewPage.ts'
import { getAsset, fund, type ServiceInfo } from '../../product/service.ts'
import { chooseSolanaWallet, openReview, sendExactly } from '../../pages/solanaFlow.ts'
import { injectSolanaWallet, type SolanaTestWallet } from '../../wallets/solanaWallet.ts'
import {
  expectExactChange,
  expectInHistory,
  readBothSides,
  type SentQuote,
  signAndSend,
  startSigning,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'

const sign = 'eth_signTypedData_v4'
const solForEther = { from: 'agg:sol', to: 'agg:eth', amount: '2' }

/** Both wallets announced, connected and funded; the keys are outside of the page. */
const test = base.extend<{ solanaWallet: SolanaTestWallet; owned: Required<OwnedAddresses> }>({
  solanaWallet: async ({ page }, provide) => {
    await provide(await injectSolanaWallet(page))
  },
  owned: async ({ page, service, wallet, solanaWallet }, provide) => {
    const address = await connectWallet(page, wallet.name)
    await openAccounts(page)
    await page.getByRole('button', { name: 'Connect a Solana wallet' }).click()
    await chooseSolanaWallet(page, solanaWallet)
    const solana = solanaWallet.address()
    await Promise.all([address, solana].map((each) => fund(service, { address: each })))
    await provide({ address, solana })
  },
})

test('wallets of both kinds stay connected at once: swaps in both directions, each signed where its key is', async ({
  page,
  service,
  wallet,
  solanaWallet,
  owned,
}) => {
  const before = await readBothSides(service, owned, solForEther)
  await openReview(page, solForEther)
  const { operations, sentence } = await readReview(page)
  await page.getByRole('tab', { name: 'Raw data' }).click()
  const raw = page.getByRole('list').getByRole('listitem', { name: /^Instruction \d/ })
  const instructions = await raw.allInnerTexts()
  const message = await page.getByText('dataToSign (base64)').locator('..').innerText()
  const quote = await signAndSend(page)
  expectSaid({ quote, sentence, operations, instructions, message, owned })
  expect([wallet.countOf(sign), solanaWallet.asked()]).toEqual([0, 1])
  await watchToTheEnd(page, quote)
  await expectExactChange(service, { quote, before })
  await expectInHistory(page, { quote, words: ['2.00 SOL', 'Swap to ETH', 'Completed'] })

  const back = { from: getAsset(service, 'agg:usdc', 'Delta'), to: 'agg:sol', amount: '300' }
  const held = await readBothSides(service, owned, { from: 'agg:usdc', to: 'agg:sol' })
  const returned = await sendExactly(page, { service, owned, wanted: back })
  expect([wallet.countOf(sign), solanaWallet.asked()]).toEqual([1, 1])
  await expectExactChange(service, { quote: returned, before: held })

  await page.reload()
  const chip = page.getByRole('banner').getByRole('button', { name: /^Account/ })
  await expect(chip).toHaveAccessibleName(/^Account 0x.*, with Solana /)
  await openAccounts(page)
  const section = page.getByRole('region', { name: 'Solana wallet' })
  await expect(section).toContainText('Ready to sign')
  await section.getByRole('button', { name: 'Disconnect Solana wallet' }).click()
  await expect(section.getByRole('button', { name: 'Connect a Solana wallet' })).toBeVisible()
  await expect(chip).toHaveAccessibleName(/^Account 0x[^,]*$/)
  await section.getByRole('button', { name: 'Connect a Solana wallet' }).click()
  await chooseSolanaWallet(page, solanaWallet)
  const dialog = await openAccounts(page)
  await dialog.getByRole('button', { name: 'Disconnect EVM wallet' }).click()
  await expect(chip).toHaveAccessibleName(`Account ${short(owned.solana)}`)
  await page.reload()
  await expect(chip).toHaveAccessibleName(`Account ${short(owned.solana)}`)
})

test('errors of a Solana wallet and an altered quote are named, and nothing moves', async ({
  page,
  service,
  solanaWallet,
  owned,
}) => {
  const before = await readAll(service, owned)
  const panel = page.getByRole('region', { name: 'Signing' })

  solanaWallet.decline('sign')
  await openReview(page, solForEther)
  await startSigning(page)
  await expect(panel).toContainText('You declined in the wallet')

  await solanaWallet.changeAccount()
  await expect(page.getByText('The wallet switched accounts')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeHidden()
  await solanaWallet.changeAccount(owned.solana)

  await openReview(page, solForEther)
  await solanaWallet.lock()
  await expect(page.getByText(`${solanaWallet.name} is no longer connected`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeHidden()
  const connect = page.getByRole('button', { name: 'Connect a Solana wallet' })
  await connect.filter({ visible: true }).click()
  await chooseSolanaWallet(page, solanaWallet)

  solanaWallet.addInstructions()
  await openReview(page, solForEther)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/quote/execute')) sent.push(request.url())
  })
  await startSigning(page)
  await expect(panel).toContainText('The wallet changed the transaction')
  await expect(panel).toContainText(`${solanaWallet.name} added a call to the program 1111`)
  expect(solanaWallet.asked(), 'declined once, meddled once').toBe(2)
  expect(sent).toEqual([])

  // `dishonestSolana.test.ts` alters what else a signer relies on.
  const altered = await falsify<Quote>(page, '**/v3/quote', ({ destinationToken }) => {
    destinationToken.recipientAccount = stolenBy(destinationToken.recipientAccount)
  })
  await page.goto(`/swap?${new URLSearchParams(solForEther)}`)
  const button = page
    .getByRole('region', { name: 'What to swap' })
    .getByRole('button', { name: /signed|Review|Finding/ })
  await expect(button).toHaveText('This quote can’t be signed')
  await expect(button).toBeDisabled()
  expect(altered.length).toBeGreaterThan(0)
  expect(solanaWallet.asked()).toBe(2)
  expect(await readAll(service, owned)).toEqual(before)
})

/** Balances of all accounts in all assets that the flows move. */
async function readAll(service: ServiceInfo, owned: OwnedAddresses): Promise<unknown> {
  const ids = service.aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)
  return Promise.all(ids.map((aggregateId) => readHoldings(service, { ...owned, aggregateId })))
}

type Said = {
  quote: SentQuote
  sentence: string
  operations: string[]
  instructions: string[]
  message: string
  owned: Required<OwnedAddresses>
}

/** Expects the explained instructions to be those of the signed message, by name. */
function expectSaid({ quote, sentence, operations, instructions, message, owned }: Said): void {
  const [operation] = quote.originChainsOperations
  const fee = BigInt(quote.fees.assets[operation?.assetType ?? ''] ?? '0')
  const amount = formatQuoteAmount(BigInt(operation?.amount ?? '0') + fee, 9)
  expect(sentence).toContain('Pay 2.00 SOL from Reef; you receive ')
  expect(operations).toHaveLength(1)
  for (const words of [
    `Move ${amount} SOL on Reef into escrow`,
    'Stop if it needs more compute than expected',
    'Pay a priority fee, covered by the service',
    `Deposit ${amount} SOL into the escrow program for this quote, including a fee of ${formatQuoteAmount(fee, 9)} SOL`,
  ])
    expect(operations[0]).toContain(words)
  expect(instructions).toHaveLength(3)
  expect(instructions[2]).toContain(owned.solana)
  expect(message.replaceAll(/\s/g, '')).toContain(operation?.dataToSign ?? 'a message')
}

function short(address: string): string {
  return `${address.slice(0, 6)}\u2026${address.slice(-4)}`
}

import { expect, type Locator, type Page } from '@playwright/test'
import { getAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { readAmount } from '../../pages/holdings.ts'
import { getAsset, getChainByName, fund, type ServiceInfo } from '../../product/service.ts'
import { generateSolanaAddress } from '../../pages/solanaFlow.ts'
import { payAsAttacker } from '../../wallets/attackerPayment.ts'
import {
  expectInHistory,
  type SentQuote,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'

test('a transfer over chains to a recipient typed as CAIP-10 arrives as the review said', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  await fund(service, { address: account })
  const friend = privateKeyToAddress(generatePrivateKey())
  const dialog = await openRecipient(page, '/swap?from=agg:usdc&to=agg:usdc&amount=3000')
  await expectRefusals(dialog, { service, friend })
  await enter(dialog, `${getChainByName(service, 'Delta').chain}:${friend}`)
  await expect(dialog).toContainText('You haven’t used this address before')
  await dialog.getByRole('button', { name: 'Use this recipient' }).click()

  const said = await review(page, { friend, chain: 'Delta' })
  expect(said.from, 'more than one chain').toMatch(/[23] chains/)
  const quote = await sendToTheEnd(page)
  expect(
    new Set(quote.originChainsOperations.map(({ assetType }) => assetType)).size,
  ).toBeGreaterThan(1)
  await expectReceived(service, { friend, chain: 'Delta', said: said.received })
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText(`They received${said.received} USDC`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sent ${said.received} USDC`)
  await expectInHistory(page, {
    quote,
    words: [`${said.received} USDC`, `Transfer to ${short(friend)} on Delta`, 'Completed'],
  })
})

test('a transfer on one chain to a plain address arrives as the review said', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  await fund(service, { address: account })
  const friend = privateKeyToAddress(generatePrivateKey())
  const asset = getAsset(service, 'agg:usdc', 'Firth')
  const dialog = await openRecipient(page, `/swap?from=${asset}&to=${asset}&amount=12.5`)
  await enter(dialog, friend)
  await dialog.getByRole('button', { name: 'Use this recipient' }).click()
  const said = await review(page, { friend, chain: 'Firth' })
  expect(said.from).toBe('Firth')
  const operation = page.getByRole('article', { name: /^Send 12\.50 USDC on Firth/ })
  await expect(operation).toContainText(`Send ${said.received} USDC to ${short(friend)}`)
  await sendToTheEnd(page)
  await expectReceived(service, { friend, chain: 'Firth', said: said.received })
})

test('an attacker who names an account in a quote changes neither its history nor its known recipients', async ({
  page,
  service,
  wallet,
}) => {
  const accountAddress = await connectWallet(page, wallet.name)
  // This account holds nothing on the chain on which the attacker pays.
  const asset = getAsset(service, 'agg:usdc', 'Firth')
  await fund(service, { address: accountAddress, assetType: asset, amount: '900000000' })
  const friend = privateKeyToAddress(generatePrivateKey())
  const path = `/swap?from=${asset}&to=${asset}&amount=12.5`
  const dialog = await openRecipient(page, path)
  await enter(dialog, friend)
  await dialog.getByRole('button', { name: 'Use this recipient' }).click()
  await review(page, { friend, chain: 'Firth' })
  const quote = await sendToTheEnd(page)

  const imitation = imitate(friend)
  const keys = { sessionAddress: wallet.address, adminAddress: wallet.address }
  await payAsAttacker(service, { named: { ...keys, accountAddress }, recipient: imitation })

  const again = await openRecipient(page, path)
  const recent = again.getByRole('option').filter({ hasText: 'Paid before' })
  await expect(recent).toHaveCount(1)
  await expect(recent).toContainText(short(friend))
  await enter(again, friend)
  await expect(again.getByRole('button', { name: 'Use this recipient' })).toBeEnabled()
  await expect(again).not.toContainText('You haven’t used this address before')
  await enter(again, imitation)
  await expect(again).toContainText('Look-alike address')
  await expect(again.getByRole('button', { name: 'Use this recipient' })).toBeDisabled()
  await page.goto('/history')
  const rows = page.getByRole('main').getByRole('link', { name: /Transfer to/ })
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('href', `/executions/${quote.id}`)
})

/** An address with the first and last characters of another one. */
function imitate(address: Hex): Hex {
  const middle = generatePrivateKey().slice(2, 34)
  return getAddress(`0x${address.slice(2, 6)}${middle}${address.slice(-4)}`.toLowerCase())
}

/** Opens the form and its recipient dialog. */
async function openRecipient(page: Page, path: string): Promise<Locator> {
  await page.goto(path)
  await page.getByRole('button', { name: /^Recipient/ }).click()
  return page.getByRole('dialog', { name: 'Recipient' })
}

async function enter(dialog: Locator, text: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Address' }).fill(text)
}

/** Expects invalid recipients to be explained and not to be usable. */
async function expectRefusals(
  dialog: Locator,
  { service, friend }: { service: ServiceInfo; friend: Hex },
): Promise<void> {
  const token = getAsset(service, 'agg:usdc', 'Firth').split(':').at(-1) ?? ''
  const refusals: [string, RegExp][] = [
    ['not an address', /isn’t an address/],
    [badChecksum(friend), /Checksum mismatch/],
    [`${getChainByName(service, 'Delta').chain}:${generateSolanaAddress()}`, /isn’t an address/],
    [`${getChainByName(service, 'Reef').chain}:${friend}`, /isn’t an address/],
    [token, /the token’s own contract/],
    [`${getChainByName(service, 'Delta').chain}:${token}`, /the token’s own contract/],
    [`eip155:1:${friend}`, /USDC isn’t available on that chain/],
  ]
  for (const [text, words] of refusals) {
    await enter(dialog, text)
    await expect(dialog.getByText(words)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Use this recipient' })).toBeDisabled()
  }
}

/** The same address with the case of one letter changed. */
function badChecksum(address: Hex): string {
  const at = address.search(/[a-f]/)
  return address.slice(0, at) + address.charAt(at).toUpperCase() + address.slice(at + 1)
}

/** Opens the review and reads from it which chains pay and what is received. */
async function review(
  page: Page,
  { friend, chain }: { friend: Hex; chain: string },
): Promise<{ from: string; received: string }> {
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  const sentence = page.getByText(/^Send [\d,.]+ USDC from/)
  await expect(sentence).toContainText(friend)
  const said = new RegExp(`from (.+); .* receives ([\\d,.]+) USDC on ${chain}`).exec(
    (await sentence.textContent()) ?? '',
  )
  return { from: said?.[1] ?? '', received: said?.[2] ?? '' }
}

async function sendToTheEnd(page: Page): Promise<SentQuote> {
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  return quote
}

/** Expects the recipient's balance on the node to be exactly the reviewed amount. */
async function expectReceived(
  service: ServiceInfo,
  { friend, chain, said }: { friend: Hex; chain: string; said: string },
): Promise<void> {
  const assetType = getAsset(service, 'agg:usdc', chain)
  const held = await readAmount(service, { address: friend, assetType })
  const [whole = '', fraction = ''] = said.replaceAll(',', '').split('.')
  expect(held).toBe(BigInt(whole + fraction.padEnd(6, '0')))
}

function short(address: Hex): string {
  return `${address.slice(0, 6)}\u2026${address.slice(-4)}`
}

import { expect, type Page } from '@playwright/test'
import type { Hex } from 'viem'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { closeDialog, openAccounts, openAdding } from '../../pages/accountDialog.ts'
import { connectWallet, tryItNow } from '../../pages/balancesPage.ts'
import { formatQuoteAmount } from '../../pages/formatExact.ts'
import { test } from '../../fixtures/flow.ts'
import { getChanges, type NodeBalances, readHoldings, sumHoldings } from '../../pages/holdings.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import type { InjectedWallet } from '../../wallets/injectedWallet.ts'
import { getAsset, fund, type ServiceInfo } from '../../product/service.ts'
import {
  askForSwap,
  type SentQuote,
  signAndSend,
  startSigning,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'

test.use(halfSize)

const sign = 'eth_signTypedData_v4'
const oneDollar = 1_000_000n

test('a swap spends from two accounts of two owners, each of which signs in its own wallet', async ({
  page,
  service,
  wallet,
}) => {
  await page.goto('/')
  const own = await tryItNow(page)
  await leaveSolana(page)
  const joined = await joinFromWallet(page, wallet.name)
  await fundJoined(service, joined)
  await page.reload()
  await expect(page.getByText(/^2 accounts on 3 chains/)).toBeVisible()
  await expectExpansion(page, { service, accounts: [own, joined] })
  await expectNoBarriersInAnyLook(page, 'balances of a set, by account')

  const [ownBefore, joinedBefore] = await readBoth(service, own, joined)
  await askForSwap(page, dollarsBeyond(service, ownBefore))
  const signers = page.getByRole('region', { name: 'Signers' })
  await expect(signers).toContainText('in Local wallet')
  await expect(signers).toContainText(`in ${wallet.name}`)
  await expect(signers.getByText('Ready to sign').first()).toBeVisible()
  await expectNoBarriersInAnyLook(page, 'review of a set')
  await lockAndConnectAgain(page, wallet)
  const quote = await signAndSend(page)
  expect(quote.accounts.map(({ accountAddress }) => accountAddress)).toEqual([own, joined])
  expect(wallet.countOf(sign), 'its own leg only').toBe(1)
  await watchToTheEnd(page, quote)

  const [ownAfter, joinedAfter] = await readBoth(service, own, joined)
  const paid = [getChanges(ownBefore, ownAfter), getChanges(joinedBefore, joinedAfter)].map(
    (change) => sumHoldings(service, change, 'agg:usdc'),
  )
  for (const part of paid) expect(part < 0n, 'both paid').toBe(true)
  expect(-paid.reduce((sum, part) => sum + part, 0n)).toBe(BigInt(quote.originToken.amount))
  await switchAnotherKey(page, wallet.address)
})

test('two accounts of a wallet that exposes one at a time: the user switches, and the flow continues', async ({
  page,
  service,
  wallet,
}) => {
  const own = await connectWallet(page, wallet.name)
  await fund(service, { address: own })
  const adding = await openAdding(page)
  const otherKey = await wallet.changeAccount()
  const offered = adding.getByRole('region', { name: `Accounts for ${otherKey}` })
  await offered.getByRole('button', { name: /^Add Basic account/ }).click()
  await expect(offered.getByText('Added', { exact: true })).toBeVisible()
  await expectPictures(page, 'accounts-add')
  await closeDialog(page)
  const joined = await joinedAddress(page)
  await fundJoined(service, joined)
  await wallet.changeAccount(wallet.address)

  const [ownHeld] = await readBoth(service, own, joined)
  await askForSwap(page, dollarsBeyond(service, ownHeld))
  const signers = page.getByRole('region', { name: 'Signers' })
  await expect(signers).toContainText('Wallet on another account')
  await startSigning(page)
  const signing = page.getByRole('region', { name: 'Signing' })
  await expect(signing).toContainText('The wallet is on another account')
  await expect(signing).toContainText(`Select the account ${short(otherKey)} in ${wallet.name}`)
  // The checks may take longer than the quote is valid: a reload requests a new one.
  async function renew(): Promise<void> {
    await page.reload()
    await startSigning(page)
    await expect(signing).toContainText('The wallet is on another account')
  }
  await expectPictures(page, 'signing-other-account', { renew })
  await renew()
  await wallet.changeAccount(otherKey)
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
  const sent = page.waitForRequest(/\/v3\/quote\/execute/)
  await signing.getByRole('button', { name: 'Sign again' }).click()
  const quote: SentQuote = (await sent).postDataJSON()
  expect(quote.accounts.map(({ accountAddress }) => accountAddress)).toEqual([own, joined])
  await watchToTheEnd(page, quote)
})

test('a removed account is not spent from, and selecting it in the wallet makes it the active one', async ({
  page,
  wallet,
}) => {
  const own = await connectWallet(page, wallet.name)
  const adding = await openAdding(page)
  const otherKey = await wallet.changeAccount()
  await adding
    .getByRole('region', { name: `Accounts for ${otherKey}` })
    .getByRole('button', { name: /^Add Smart account/ })
    .click()
  await closeDialog(page)
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: `Account ${short(own)}` })).toBeVisible()
  await page.reload()
  await expect(header.getByRole('button', { name: `Account ${short(own)}` })).toBeVisible()
  await wallet.changeAccount(wallet.address)

  await renameAndMoveUp(page, 'Savings')
  await page.reload()
  const dialog = await openAccounts(page)
  const rows = dialog.getByRole('list', { name: 'Accounts', exact: true }).getByRole('listitem')
  await expect(rows.first()).toContainText('Savings')
  await dialog.getByRole('button', { name: 'Remove Savings from the list' }).click()
  await expect(rows).toHaveCount(1)
  await expectNoBarriersInAnyLook(page, 'an account off the list')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Remove Savings from the list' }).click()
  await expect(dialog).toContainText('Removed Savings from the list')
  await closeDialog(page)
  await wallet.changeAccount(otherKey)
  await expect(header.getByRole('button', { name: `Account ${short(own)}` })).toBeHidden()
})

test('further keys of the local wallet join, up to ten accounts, by keyboard alone', async ({
  page,
}) => {
  await page.goto('/')
  const own = await tryItNow(page)
  await page.getByRole('button', { name: `Account ${short(own)}` }).press('Enter')
  await page.getByRole('button', { name: 'Add an account' }).press('Enter')
  const adding = page.getByRole('dialog', { name: 'Add an account' })
  for (const count of [1, 2, 3]) {
    await adding.getByRole('button', { name: 'Next local wallet key' }).press('Enter')
    await expect(adding.getByRole('region', { name: /^Accounts for 0x/ })).toHaveCount(count + 1)
  }
  const offers = adding.getByRole('button', { name: /^Add .* from/ })
  await expect(offers, 'two more of its own, three of each other').toHaveCount(11)
  const all = await offers.all()
  for (const offer of all.slice(0, 8)) {
    await offer.press('Enter')
    await expect(offer, 'keeps the focus').toBeFocused()
    await expect(offer).toHaveText('Added')
  }
  for (const offer of all.slice(8))
    await expect(offer, 'the Solana account is the tenth').toBeDisabled()
  await adding.getByRole('button', { name: 'Back to accounts' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Accounts', exact: true })
  await expect(dialog).toContainText('10 of 10 in use')
  await expect(dialog).toContainText('Up to 10 accounts can pay together')
  await expectPictures(page, 'accounts-full')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^10 accounts on 4 chains/)).toBeVisible()
})

/** Gives the account of another key a name, and moves it to the top by the keyboard. */
async function renameAndMoveUp(page: Page, name: string): Promise<void> {
  const dialog = await openAccounts(page)
  const joined = dialog.getByRole('listitem').filter({ hasText: /signs with 0x/ })
  await joined.getByRole('button', { name: /^Rename/ }).click()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  const up = joined.getByRole('button', { name: `Move ${name} up` })
  await up.press('Enter')
  await expect(up).toBeFocused()
  await expectPictures(page, 'accounts-set')
  await closeDialog(page)
}

/** Allows another key to sign on one chain and takes that back; the switch shows what the chain says. */
async function switchAnotherKey(page: Page, key: Hex): Promise<void> {
  const dialog = await openAccounts(page)
  await dialog.getByRole('button', { name: 'More about Smart account' }).click()
  const section = dialog.getByRole('region', { name: 'Session key' })
  await section.getByRole('textbox', { name: 'Session key address' }).fill(key)
  const allowed = section.getByRole('switch', { name: /^Session key on/ }).first()
  for (const isOn of [true, false]) {
    await allowed.click()
    await expect(allowed).toBeChecked({ checked: isOn })
    await expect(section.getByTitle(key)).toHaveCount(isOn ? 1 : 0)
  }
  await expectNoBarriersInAnyLook(page, 'another key of an account')
}

/** Disconnects the Solana account, so that swaps spend from EVM accounts only. */
async function leaveSolana(page: Page): Promise<void> {
  const dialog = await openAccounts(page)
  await dialog.getByRole('button', { name: 'Disconnect Solana wallet' }).click()
  await expect(dialog.getByRole('button', { name: 'Connect a Solana wallet' })).toBeVisible()
  await closeDialog(page)
}

/** Connects a wallet beside the one in use and joins the basic account of its key. */
async function joinFromWallet(page: Page, name: string): Promise<Hex> {
  const adding = await openAdding(page)
  await adding.getByRole('button', { name: `Also connect ${name}` }).click()
  await adding.getByRole('button', { name: `Add Basic account from ${name}` }).click()
  await closeDialog(page)
  return joinedAddress(page)
}

/** The wallet of one owner is locked while the review is open, and connected again from there. */
async function lockAndConnectAgain(page: Page, wallet: InjectedWallet): Promise<void> {
  const signers = page.getByRole('region', { name: 'Signers' })
  const absent = signers.getByText('Wallet not connected')
  await wallet.lock()
  await expect(absent).toBeVisible()
  await expectNoBarriersInAnyLook(page, 'a wallet that isn’t connected')
  await signers.getByRole('button', { name: 'Connect missing wallet' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an account' })
  await adding.getByRole('button', { name: `Also connect ${wallet.name}` }).click()
  await closeDialog(page)
  await expect(absent).toBeHidden()
  // The quote may have expired meanwhile, and a new one may differ in its last digits.
  await page.reload()
  await expect(signers.getByText('Ready to sign')).toHaveCount(2)
}

/** The address of the one account of another key, from the account dialog. */
async function joinedAddress(page: Page): Promise<Hex> {
  const dialog = await openAccounts(page)
  const joined = dialog
    .getByRole('list', { name: 'Accounts', exact: true })
    .getByRole('listitem')
    .filter({ hasText: /signs with 0x/ })
  await expect(joined).toHaveCount(1)
  const label = (await joined.getAttribute('aria-label')) ?? ''
  await closeDialog(page)
  return `0x${label.split('0x')[1] ?? ''}`
}

async function fundJoined(service: ServiceInfo, address: Hex): Promise<void> {
  const assetType = getAsset(service, 'agg:usdc', 'Delta')
  await fund(service, { address, assetType, amount: String(1200n * oneDollar) })
}

async function readBoth(
  service: ServiceInfo,
  a: Hex,
  b: Hex,
): Promise<[NodeBalances, NodeBalances]> {
  const aggregateId = 'agg:usdc'
  return Promise.all([
    readHoldings(service, { address: a, aggregateId }),
    readHoldings(service, { address: b, aggregateId }),
  ])
}

/** An amount in dollars for which both accounts have to pay a large part. */
function dollarsBeyond(service: ServiceInfo, held: NodeBalances): string {
  return String(sumHoldings(service, held, 'agg:usdc') / oneDollar + 1100n)
}

/** Opens USDC and expects each account's balance on Delta as on the node. */
async function expectExpansion(
  page: Page,
  { service, accounts }: { service: ServiceInfo; accounts: [Hex, Hex] },
): Promise<void> {
  await page.getByRole('button', { name: 'Show USDC by chain' }).click()
  const list = page.getByRole('list', { name: 'USDC on Delta by account' })
  const assetType = getAsset(service, 'agg:usdc', 'Delta')
  for (const [index, held] of (await readBoth(service, ...accounts)).entries()) {
    const row = list.getByRole('listitem').filter({ hasText: short(accounts[index] ?? '0x') })
    await expect(row).toContainText(formatQuoteAmount(held.get(assetType) ?? 0n, 6))
  }
}

function short(address: Hex): string {
  return `${address.slice(0, 6)}\u2026${address.slice(-4)}`
}

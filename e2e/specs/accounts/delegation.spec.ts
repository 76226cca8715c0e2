import { expect, type Page } from '@playwright/test'
import { type Hex, parseEther } from 'viem'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { closeDialog, readLocalKeyAddress, openAdding } from '../../pages/accountDialog.ts'
import { connectWallet, tryItNow } from '../../pages/balancesPage.ts'
import { getNode } from '../../pages/callFlow.ts'
import { test } from '../../fixtures/flow.ts'
import { setCoins } from '../../product/nodes.ts'
import {
  getAsset,
  getChainByName,
  getChainNumber,
  fund,
  type ServiceInfo,
} from '../../product/service.ts'
import {
  expectExactChange,
  readBothSides,
  signAndSend,
  startSigning,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'

const { delegate } = devnetAddresses
const pointer = `0xef0100${delegate.slice(2).toLowerCase()}`

test('the first swap of an own address signs the authorization, the second needs none', async ({
  page,
  service,
}) => {
  await page.goto('/')
  await tryItNow(page)
  const owner = await readLocalKeyAddress(page)
  await chooseOwnAddress(page)
  await fund(service, { address: owner })
  expect(await codeOf(service, { chain: 'Firth', address: owner })).toBe('none')

  const before = await readBothSides(service, owner)
  await reviewSwap(page, { service, chain: 'Firth' })
  const facts = page.getByRole('region', { name: 'EIP-7702 authorization' })
  await expect(facts).toContainText(delegate)
  await expect(facts).toContainText(
    `Firth only, chain ${getChainNumber(getChainByName(service, 'Firth').chain)}`,
  )
  await expect(facts).toContainText(/Account nonce0/)
  await expectNoBarriersInAnyLook(page, 'review with an authorization')
  const sent = page.waitForRequest(/\/v3\/quote\/execute/)
  await startSigning(page)
  const quote = (await sent).postDataJSON()
  expect(quote.originChainsOperations).toHaveLength(1)
  await watchToTheEnd(page, quote)
  await expectExactChange(service, { quote, before })
  expect(await codeOf(service, { chain: 'Firth', address: owner })).toBe(pointer)

  await reviewSwap(page, { service, chain: 'Firth' })
  await expect(facts).toBeHidden()
  await signAndSend(page)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a wallet that cannot sign authorizations says so, and can use an address delegated before', async ({
  page,
  service,
  wallet,
}) => {
  await connectWallet(page, wallet.name)
  const dialog = await openAdding(page)
  await expect(dialog.getByRole('button', { name: /^Add Own address/ })).toBeDisabled()
  await expect(dialog).toContainText('Needs a wallet that signs EIP-7702 authorizations')
  await closeDialog(page)

  const { rpcUrl } = getChainByName(service, 'Firth')
  await setCoins(service, { chain: 'Firth', address: wallet.address, wei: parseEther('1') })
  await wallet.delegateTo(delegate, rpcUrl)
  expect(await codeOf(service, { chain: 'Firth', address: wallet.address })).toBe(pointer)
  await fund(service, { address: wallet.address })
  await page.reload()
  await chooseOwnAddress(page)

  const before = await readBothSides(service, wallet.address)
  await reviewSwap(page, { service, chain: 'Firth' })
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await expectExactChange(service, { quote, before })
  expect(wallet.countOf('wallet_signAuthorization')).toBe(0)

  await reviewSwap(page, { service, chain: 'Delta' })
  const signing = page.getByRole('region', { name: 'Signing' })
  await expect(signing).toContainText('can’t sign the EIP-7702 authorization')
  await expect(signing.getByRole('button', { name: /^Sign/ })).toBeDisabled()
})

/** Makes the key's own address the account in use. */
async function chooseOwnAddress(page: Page): Promise<void> {
  const adding = await openAdding(page)
  await adding.getByRole('button', { name: /^Add Own address/ }).click()
  await adding.getByRole('button', { name: 'Back to accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accounts', exact: true })
  await dialog.getByRole('button', { name: 'Use only Own address' }).click()
  await expect(dialog.getByRole('radio', { name: 'Use Own address' })).toBeChecked()
  await closeDialog(page)
}

/** Goes to the review of a swap that is paid on one chain and delivered on another. */
async function reviewSwap(
  page: Page,
  { service, chain }: { service: ServiceInfo; chain: string },
): Promise<void> {
  const from = getAsset(service, 'agg:usdc', chain)
  const to = getAsset(service, 'agg:eth', 'Lagoon')
  await page.goto(`/swap?from=${from}&to=${to}&amount=100`)
  await page.getByRole('button', { name: 'Review swap' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible()
}

/** The code at an address, from the node. */
async function codeOf(
  service: ServiceInfo,
  { chain, address }: { chain: string; address: Hex },
): Promise<string> {
  return (await getNode(service, chain).getCode({ address })) ?? 'none'
}

import { expect, type Page } from '@playwright/test'
import { createPublicClient, http, type Hex } from 'viem'
import { connectWallet } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { readAmount, readHoldings } from '../../pages/holdings.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import { signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'
import {
  fund,
  getAsset,
  getChain,
  getChainByName,
  getChainNumber,
  type ServiceInfo,
} from '../../product/service.ts'
import type { InjectedWallet } from '../../wallets/injectedWallet.ts'

test.use(halfSize)

const send = 'eth_sendTransaction'
const usdcUnits = 25_000_000n
const etherUnits = 300_000_000_000_000_000n

test('what the wallet holds is offered first, and moves in to the unit: a part of one, then all; what arrives from elsewhere is announced', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectFilled(page, { service, wallet })
  await expect(page.getByRole('heading', { name: `Add funds from ${wallet.name}` })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Address QR code' })).toBeHidden()
  await expectPictures(page, 'move-in')

  await page.getByRole('button', { name: 'Add USDC on Firth' }).click()
  const dialog = page.getByRole('dialog')
  const amount = dialog.getByRole('textbox', { name: 'Amount of USDC on Firth' })
  await expect(amount).toHaveValue('25')
  await amount.fill('10.000001')
  await expect(dialog).toContainText(account)
  await dialog.getByRole('button', { name: 'Add funds' }).click()
  await expect(dialog).toContainText('Received on Firth')
  await expect(dialog.getByRole('heading', { name: 'Funds added' })).toBeVisible()
  const usdc = getAsset(service, 'agg:usdc', 'Firth')
  const part = 10_000_001n
  expect(await readAmount(service, { address: account, assetType: usdc })).toBe(part)
  expect(await readAmount(service, { address: wallet.address, assetType: usdc })).toBe(
    usdcUnits - part,
  )
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Add all' }).click()
  await dialog.getByRole('button', { name: 'Add 4 assets' }).click()
  await expect(dialog.getByText(/^Received on/)).toHaveCount(4)
  await expectMovedToTheUnit(service, { wallet, account })
  expect(wallet.countOf(send)).toBe(5)

  await page.keyboard.press('Escape')
  const row = page.getByRole('listitem', { name: 'USD Coin', exact: true })
  // All that was moved in has been read, so that what comes next is an arrival of its own.
  await expect(row.getByText('50.00').filter({ visible: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Receive' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'Receive' })
  await fund(service, { address: account, assetType: usdc, amount: '12500000' })
  await expect(sheet.getByRole('status')).toContainText('+12.50 USDC received on Firth')
  await expectPictures(page, 'receive-arrival')
  await page.keyboard.press('Escape')
  await expect(row.getByText(/^\+[\d.]+ USDC/).filter({ visible: true })).toBeVisible()
})

test('what is declined stays in the wallet and is asked for again, also after a reload; so does a chain not changed to', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectFilled(page, { service, wallet })
  wallet.decline(send, 1)
  await page.getByRole('button', { name: 'Add USDC on Firth' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add funds' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You declined in the wallet')
  const usdc = getAsset(service, 'agg:usdc', 'Firth')
  expect(await readAmount(service, { address: wallet.address, assetType: usdc })).toBe(usdcUnits)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('Received on Firth')
  await page.keyboard.press('Escape')

  wallet.decline('wallet_switchEthereumChain', 1)
  await page.getByRole('button', { name: 'Add USDC on Delta' }).click()
  await dialog.getByRole('button', { name: 'Add funds' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing was sent')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog).toContainText('Received on Delta')
  const onDelta = getAsset(service, 'agg:usdc', 'Delta')
  expect(await readAmount(service, { address: account, assetType: onDelta })).toBe(usdcUnits)
  await page.keyboard.press('Escape')

  wallet.decline(send, 2)
  await page.getByRole('button', { name: 'Add all' }).click()
  await dialog.getByRole('button', { name: 'Add 2 assets' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You declined in the wallet')
  await page.reload()
  await page.getByRole('button', { name: 'View latest transfer' }).click()
  await expect(dialog).toContainText('Received on Firth')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText(/^Received on/)).toHaveCount(2)
  await expectMovedToTheUnit(service, { wallet, account })
})

test('a wallet with batches is asked once for each chain, and the chain is believed where the wallet says they failed', async ({
  page,
  service,
  wallet,
}) => {
  wallet.offerBatches(500)
  const account = await connectFilled(page, { service, wallet })
  await page.getByRole('button', { name: 'Add all' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add 4 assets' }).click()
  await expect(dialog.getByText(/^Received on/)).toHaveCount(2)
  expect(wallet.countOf('wallet_sendCalls')).toBe(2)
  expect(wallet.countOf(send)).toBe(0)
  await expectMovedToTheUnit(service, { wallet, account })
})

test('all of an asset is moved to one chain from its row, and nothing of it stays on the others', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  const amounts = { Firth: 400_000_001n, Delta: 250_000_002n, Lagoon: 300_000_003n }
  for (const [chain, amount] of Object.entries(amounts)) {
    const assetType = getAsset(service, 'agg:usdc', chain)
    await fund(service, { address: account, assetType, amount: String(amount) })
  }
  const row = page.getByRole('listitem', { name: 'USD Coin', exact: true })
  await expect(
    row.getByTitle('950.000006', { exact: true }).filter({ visible: true }),
  ).toBeVisible()
  await row.getByText('USD Coin', { exact: true }).filter({ visible: true }).click()
  await row.getByRole('link', { name: 'Move all USDC to Delta' }).click()
  await page.getByRole('button', { name: 'Review swap' }).click()
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  const left = await readHoldings(service, { address: account, aggregateId: 'agg:usdc' })
  expect(BigInt(quote.originToken.amount)).toBe(amounts.Firth + amounts.Lagoon)
  expect([...left].filter(([, units]) => units > 0n)).toEqual([
    [getAsset(service, 'agg:usdc', 'Delta'), amounts.Delta + BigInt(quote.destinationToken.amount)],
  ])
})

type Parties = { wallet: InjectedWallet; account: Hex }

/** Gives the wallet, not its account, USDC and Ether on two chains, and connects it. */
async function connectFilled(
  page: Page,
  { service, wallet }: { service: ServiceInfo; wallet: InjectedWallet },
): Promise<Hex> {
  for (const chain of ['Firth', 'Delta'])
    for (const [aggregate, amount] of [
      ['agg:usdc', usdcUnits],
      ['agg:eth', etherUnits],
    ] as const) {
      const assetType = getHeldAsset(service, aggregate, chain)
      await fund(service, { address: wallet.address, assetType, amount: String(amount) })
    }
  return connectWallet(page, wallet.name)
}

/** The chain's own coin, where an aggregate has the wrapped one too. */
function getHeldAsset(service: ServiceInfo, aggregate: string, chain: string): string {
  return aggregate === 'agg:eth'
    ? `${getChainByName(service, chain).chain}/slip44:60`
    : getAsset(service, aggregate, chain)
}

/**
 * Expects that nothing is lost: on each chain the account has all USDC, and all Ether is with the
 * account, with the wallet, or paid as gas.
 */
async function expectMovedToTheUnit(
  service: ServiceInfo,
  { wallet, account }: Parties,
): Promise<void> {
  for (const name of ['Firth', 'Delta']) {
    const usdc = getAsset(service, 'agg:usdc', name)
    const ether = getHeldAsset(service, 'agg:eth', name)
    expect(await readAmount(service, { address: account, assetType: usdc })).toBe(usdcUnits)
    expect(await readAmount(service, { address: wallet.address, assetType: usdc })).toBe(0n)
    const [moved, rest, fees] = await Promise.all([
      readAmount(service, { address: account, assetType: ether }),
      readAmount(service, { address: wallet.address, assetType: ether }),
      readFees(service, { wallet, assetType: ether }),
    ])
    expect(moved).toBeGreaterThan((etherUnits * 9n) / 10n)
    expect(moved + rest + fees).toBe(etherUnits)
  }
}

/** What the wallet has paid for gas on an asset's chain. */
async function readFees(
  service: ServiceInfo,
  { wallet, assetType }: { wallet: InjectedWallet; assetType: string },
): Promise<bigint> {
  const client = createPublicClient({ transport: http(getChain(service, assetType).rpcUrl) })
  const own = wallet.sent.filter(({ chainId }) => chainId === getChainNumber(assetType))
  const receipts = await Promise.all(own.map(({ hash }) => client.getTransactionReceipt({ hash })))
  return receipts.reduce((sum, { gasUsed, effectiveGasPrice: price }) => sum + gasUsed * price, 0n)
}

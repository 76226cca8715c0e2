import { expect, type Locator, type Page } from '@playwright/test'
import { devnet } from '#networks/devnet/devnet.ts'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { tryItNow } from '../../pages/balancesPage.ts'
import { setCoins, warp } from '../../product/nodes.ts'
import { testWith } from '../../fixtures/ownProduct.ts'
import {
  getAsset,
  type ChainInfo,
  getChainByName,
  type ServiceInfo,
} from '../../product/service.ts'
import { openAnew, pastRefundSeconds } from '../../product/unresponsiveService.ts'
import { readSolanaAmount } from '../../product/solanaNode.ts'
import { injectSolanaWallet } from '../../wallets/solanaWallet.ts'
import { type SentQuote, signAndSend } from '../../pages/swapFlow.ts'

const test = testWith({})

test('undelivered deposits on Solana wait for a closed account, and are refunded by their owner while the service is silent', async ({
  page,
  browser,
  service,
  wallet,
  product,
}) => {
  // Two users in sequence; the time-out only ends a flow that hangs.
  const solana = await injectSolanaWallet(page)
  await connectBoth(page, [wallet.name, solana.name])
  const reef = getChainByName(service, 'Reef')
  const asset = getAsset(service, 'agg:usdc', 'Reef').slice(reef.chain.length + 1)
  await sendUndeliverable(page, { service, chain: 'Delta' })
  await expect(inEscrow(page)).toBeVisible()

  const waits = page.getByRole('alert').filter({ hasText: 'Your refund needs' })
  await solana.closeAccount({ rpcUrl: reef.rpcUrl, mint: asset.slice('token:'.length) })
  expect(await readSolanaAmount(reef, { address: solana.address(), asset })).toBe(0n)
  await expect(waits).toBeHidden()
  await warp(service, { chain: 'Delta', seconds: devnet.deadlines.fillSeconds + 60 })
  await setSolverCoins(service, { chain: 'Delta', wei: plenty })

  const local = await browser.newPage({ baseURL: product.url })
  await local.goto('/')
  await tryItNow(local)
  const own = { address: await readLocalSolanaAddress(local), asset }
  await expect(local.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  const before = await readSolanaAmount(reef, own)
  const quote = await sendUndeliverable(local, { service, chain: 'Lagoon' })
  await expect(inEscrow(local)).toBeVisible()
  const paid = BigInt(quote.originToken.amount)
  expect(await readSolanaAmount(reef, own), 'deposited with its fee').toBe(before - paid)

  // The fill was cancelled meanwhile; the first refund waits for the account its owner closed.
  await expect(waits).toContainText('is refunding your 1,000.00 USDC on Reef')
  await expect(waits).toContainText(/Receive any USDC there.*from \d\d:\d\d:\d\d/)

  for (const one of [page, local]) await openAnew(one, inEscrow(one))
  product.pauseService()
  for (const one of [page, local]) {
    await expect(one.getByText('The service isn’t responding')).toBeVisible()
    await expect(takeBackOn(one)).toContainText('1,000.00 USDC on Reef')
    await expect(takeBackOn(one)).toContainText(/Available from \d\d:\d\d:\d\d, in \d+ minutes/)
  }
  await moveClock(reef, pastRefundSeconds)

  await test.step('by the injected wallet, which pays for the account anew', async () => {
    const [address, taken] = [solana.address(), takeBackOn(page)]
    await expect(taken).toContainText(
      /pays the network fee of about 0\.00000\d+ SOL, plus 0\.002039 SOL/,
    )
    const coins = await readSolanaAmount(reef, { address, asset: 'slip44:501' })
    const signed = solana.asked()
    solana.decline('sign')
    await taken.getByRole('button', { name: 'Reclaim on Reef' }).click()
    await expect(taken).toContainText('You declined in the wallet')
    expect(await readSolanaAmount(reef, { address, asset }), 'declined: nothing moves').toBe(0n)
    await takeBack(page)
    expect(solana.asked() - signed).toBe(2)
    expect(await readSolanaAmount(reef, { address, asset }), 'the fee included').toBe(
      1_000_000_000n,
    )
    const cost =
      coins - (await readSolanaAmount(reef, { address, asset: 'slip44:501' })) - tokenRent
    expect(cost > 0n && cost < 20_000n, `${cost} lamports`).toBe(true)
  })

  await test.step('by the local wallet', async () => {
    await takeBack(local)
    expect(await readSolanaAmount(reef, own), 'all of it is back, the fee included').toBe(before)
  })

  product.resumeService()
  await setSolverCoins(service, { chain: 'Lagoon', wei: plenty })
  for (const one of [page, local])
    await expect(one.getByRole('status').getByText('Refunded', { exact: true })).toBeVisible()
  await local.context().close()
})

/** More gas than the flow can use. */
const plenty = 10n ** 20n
/** Rent-exempt minimum of a token account, lamports. */
const tokenRent = 2_039_280n

function inEscrow(page: Page): Locator {
  return page.getByRole('img', { name: /from Reef: in escrow/ })
}

function takeBackOn(page: Page): Locator {
  return page.getByRole('region', { name: 'Reclaim your deposit' })
}

/** Presses the button and expects the deposit among those refunded. */
async function takeBack(page: Page): Promise<void> {
  await takeBackOn(page).getByRole('button', { name: 'Reclaim on Reef' }).click()
  const back = page.getByRole('list', { name: 'Refunds' }).getByRole('listitem')
  await expect(back).toContainText('1,000.00 USDC on Reef')
  await expect(takeBackOn(page)).toBeHidden()
  await expect(page.getByText('Reclaimed', { exact: true }).first()).toBeVisible()
}

/** Connects both wallets from the welcome page, and lets the faucet fund both accounts. */
async function connectBoth(page: Page, [evm, solana]: [string, string]): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: /^Connect a wallet/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(`^${evm}`) }).click()
  await page.getByRole('button', { name: /^Account 0x/ }).click()
  await dialog.getByRole('button', { name: 'Connect a Solana wallet' }).click()
  await dialog.getByRole('button', { name: new RegExp(`^${solana}`) }).click()
  await expect(page.getByRole('button', { name: /with Solana/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Get test funds' }).click()
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
}

/** Swaps to a chain where the solver has just run out of gas: deposited, and never delivered. */
async function sendUndeliverable(
  page: Page,
  { service, chain }: { service: ServiceInfo; chain: string },
): Promise<SentQuote> {
  const [from, to] = [getAsset(service, 'agg:usdc', 'Reef'), getAsset(service, 'agg:usdt', chain)]
  await page.goto(`/swap?from=${from}&to=${to}&amount=1000`)
  await page.getByRole('button', { name: 'Review swap' }).click()
  await setSolverCoins(service, { chain, wei: 0n })
  return signAndSend(page)
}

/** The asset with which the solver pays gas on a chain. */
function setSolverCoins(
  service: ServiceInfo,
  coins: { chain: string; wei: bigint },
): Promise<void> {
  return setCoins(service, { ...coins, address: devnet.roles.solver })
}

/** Advances the cluster's clock permanently. */
async function moveClock({ rpcUrl }: ChainInfo, seconds: number): Promise<void> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'svm_increaseTime', params: [seconds] }),
  })
  const answer: { error?: { message: string } } = await response.json()
  if (answer.error) throw new Error(`svm_increaseTime: ${answer.error.message}`)
}

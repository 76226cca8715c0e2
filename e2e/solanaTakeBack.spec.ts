import { expect, type Page } from '@playwright/test'
import { devnet } from '../src/networks/devnet.ts'
import { setCoins } from './nodes.ts'
import { testWith } from './ownProduct.ts'
import { assetOn, chainNamed, type Service } from './service.ts'
import { openAnew, pastRefundSeconds } from './silentService.ts'
import { readSolanaAmount } from './solanaNode.ts'
import { injectSolanaWallet } from './solanaWallet.ts'
import { type SentQuote, signAndSend } from './swapFlow.ts'

const test = testWith({})

test('a deposit on Solana that nobody delivers for is taken back while the service is silent', async ({
  page,
  service,
  wallet,
  product,
}) => {
  const solana = await injectSolanaWallet(page)
  await connectBoth(page, [wallet.name, solana.name])
  const paidAsset = assetOn(service, 'agg:usdc', 'Reef')
  const reef = chainNamed(service, 'Reef')
  function read(asset = paidAsset.slice(reef.chain.length + 1)): Promise<bigint> {
    return readSolanaAmount(reef, { address: solana.address(), asset })
  }
  const before = await read()
  const quote = await sendUndeliverable(page, service)
  const inEscrow = page.getByRole('img', { name: /from Reef: in escrow/ })
  await expect(inEscrow).toBeVisible()
  const paid = BigInt(quote.originToken.amount)
  expect(await read(), 'deposited with its fee').toBe(before - paid)

  await openAnew(page, inEscrow)
  product.silence()
  const takeBack = page.getByRole('region', { name: 'Take it back' })
  await expect(page.getByText('The service does not answer')).toBeVisible()
  await expect(takeBack).toContainText('1,000.00 USDC on Reef')
  await expect(takeBack).toContainText(/Possible from \d\d:\d\d:\d\d, in 1\d minutes/)
  await ask(service, 'svm_increaseTime', pastRefundSeconds)
  const button = takeBack.getByRole('button', { name: 'Take back on Reef' })
  await expect(takeBack).toContainText(/pays the fee of about 0\.00000\d+ SOL/)
  const coins = await read('slip44:501')

  const signed = solana.asked()
  solana.decline('sign')
  await button.click()
  await expect(takeBack).toContainText('You declined in the wallet')
  expect(await read(), 'declined: nothing moves').toBe(before - paid)
  await button.click()
  const back = page.getByRole('list', { name: 'What came back' }).getByRole('listitem')
  await expect(back).toContainText('1,000.00 USDC on Reef')
  await expect(takeBack).toBeHidden()
  expect(solana.asked() - signed).toBe(2)
  expect(await read(), 'all of it is back, the fee included').toBe(before)
  const fee = coins - (await read('slip44:501'))
  expect(fee > 0n && fee < 20_000n, `${fee} lamports`).toBe(true)
  await expect(page.getByText('Taken back', { exact: true }).first()).toBeVisible()

  product.goOn()
  await setCoins(service, { chain: 'Delta', address: devnet.roles.solver, wei: 10n ** 20n })
  await expect(page.getByRole('status').getByText('Refunded')).toBeVisible({ timeout: 30_000 })
})

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
async function sendUndeliverable(page: Page, service: Service): Promise<SentQuote> {
  const [from, to] = [assetOn(service, 'agg:usdc', 'Reef'), assetOn(service, 'agg:usdt', 'Delta')]
  await page.goto(`/swap?from=${from}&to=${to}&amount=1000`)
  await page.getByRole('button', { name: 'Review swap' }).click()
  await setCoins(service, { chain: 'Delta', address: devnet.roles.solver, wei: 0n })
  return signAndSend(page)
}

/** Moves the clock of the cluster on, for good. */
async function ask(service: Service, method: string, seconds: number): Promise<void> {
  const response = await fetch(chainNamed(service, 'Reef').rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [seconds] }),
  })
  const answer: { error?: { message: string } } = await response.json()
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
}

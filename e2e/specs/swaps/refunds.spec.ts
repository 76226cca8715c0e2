import { expect, type Page } from '@playwright/test'
import { parseEther, type Hex } from 'viem'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { confirmCalls, getNode, prepare, signCall } from '../../pages/callFlow.ts'
import { readAmount } from '../../pages/holdings.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import { setCoins, warp } from '../../product/nodes.ts'
import { testWith } from '../../fixtures/ownProduct.ts'
import { fund, getAsset, type ServiceInfo } from '../../product/service.ts'
import { openAnew, pastRefundSeconds } from '../../product/unresponsiveService.ts'
import { signAndSend } from '../../pages/swapFlow.ts'
import { getTestFunds, sendUndeliverable } from '../../pages/undeliverable.ts'

const test = testWith({})
test.use(halfSize)
const { solver } = devnet.roles
const { swapRouter, usdc, weth } = devnetAddresses
/** Validity of the swap in seconds of chain time; shorter than a delivery may take. */
const patienceSeconds = 100

// Before the other, after which the clock of Firth is ahead.
test('a call that has expired before it can run is refunded whole, with the reason', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  const paidAsset = getAsset(service, 'agg:usdc', 'Firth')
  await fund(service, { address: account, assetType: paidAsset, amount: '400000000' })
  await openSwapCall(page, { service, account })
  await prepare(page)
  await confirmCalls(page)
  await signCall(page)

  // The swap has expired by the time it would run; the fill deadline is minutes away.
  await warp(service, { chain: 'Lagoon', seconds: patienceSeconds + 20 })
  await signAndSend(page)
  await expect(page.getByText(/reached the escrow on Firth$/).first()).toBeVisible()
  await expect(page.getByRole('status').getByText('Refunded', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('ORDER_EXPIRED')
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('Your call didn’t run')
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('USDC')
  await expect(page.getByRole('region', { name: 'Calls to make' })).toContainText(
    'exactInputSingle',
  )
  await expectPictures(page, 'call-refunded')
  expect(
    await readAmount(service, { address: account, assetType: paidAsset }),
    'all of it is back, the fee included',
  ).toBe(400_000_000n)
  const target = getAsset(service, 'agg:usdc', 'Lagoon')
  expect(await readAmount(service, { address: account, assetType: target })).toBe(0n)
})

test('an undelivered deposit is refunded from the escrow by its owner while the service is silent', async ({
  page,
  service,
  wallet,
  product,
}) => {
  const account = await connectWallet(page, wallet.name)
  await getTestFunds(page, { service, owner: wallet.address })
  const paidAsset = getAsset(service, 'agg:usdc', 'Firth')
  function read(): Promise<bigint> {
    return readAmount(service, { address: account, assetType: paidAsset })
  }
  const before = await read()

  const quote = await sendUndeliverable(page, service)
  await expect(page.getByRole('img', { name: /from Firth: in escrow/ })).toBeVisible()
  const paid = BigInt(quote.originToken.amount)
  expect(await read(), 'deposited with its fee').toBe(before - paid)

  await expectPictures(page, 'execution-open')
  await page.getByRole('link', { name: 'Balances', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'In progress' })).toBeVisible()
  await expectPictures(page, 'balances-moving')
  await page.goBack()
  await openAnew(page, page.getByRole('img', { name: /from Firth: in escrow/ }))
  product.pauseService()
  const takeBack = page.getByRole('region', { name: 'Reclaim your deposit' })
  await expect(page.getByText('The service isn’t responding')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Swap 1,000.00 USDC for USDT' })).toBeVisible()
  const origins = page.getByRole('group').filter({ hasText: 'Data sources' })
  await expect(origins).toContainText(/As signed in this browser at \d\d:\d\d:\d\d/)
  await expect(origins).toContainText(/Service\s*No response since \d\d:\d\d:\d\d/)
  await expect(origins).toContainText(/Firth\s*Read at \d\d:\d\d:\d\d, latest block/)
  await expect(takeBack).toContainText('1,000.00 USDC on Firth')
  await expect(takeBack).toContainText(/Available from \d\d:\d\d:\d\d, in 1\d minutes/)

  const coins = { chain: 'Firth', address: wallet.address }
  await setCoins(service, { ...coins, wei: 0n })
  await warp(service, { chain: 'Firth', seconds: pastRefundSeconds })
  const button = takeBack.getByRole('button', { name: 'Reclaim on Firth' })
  await expect(takeBack).toContainText(
    /Your key needs about 0\.\d+ ETH on Firth for the network fee/,
  )
  await expect(button).toBeDisabled()
  await setCoins(service, { ...coins, wei: parseEther('0.05') })

  await expect(button).toBeEnabled()
  await expectPictures(page, 'execution-take-back')
  wallet.decline(send, 1)
  await button.click()
  await expect(takeBack).toContainText('You declined in the wallet')
  expect(await read(), 'declined: nothing moves').toBe(before - paid)
  await button.click()
  const back = page.getByRole('list', { name: 'Refunds' }).getByRole('listitem')
  await expect(back).toContainText('1,000.00 USDC on Firth')
  await expect(takeBack).toBeHidden()
  expect(wallet.countOf(send)).toBe(2)
  expect(await read(), 'all of it is back, the fee included').toBe(before)
  await expect(page.getByText('Reclaimed', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expectPictures(page, 'execution-taken-back')

  product.resumeService()
  await setCoins(service, { chain: 'Delta', address: solver, wei: parseEther('100') })
  await expect(page.getByRole('status').getByText('Refunded', { exact: true })).toBeVisible()
  await expectPictures(page, 'execution-refunded')
  await expectExplorerPage(page, { service, account })
})

const send = 'eth_sendTransaction'

/** Expects the link beside the refund to lead to the owner's own transaction. */
async function expectExplorerPage(
  page: Page,
  { service, account }: { service: ServiceInfo; account: Hex },
): Promise<void> {
  const back = page.getByRole('list', { name: 'Refunds' })
  const href = await back.getByRole('link', { name: /opens in explorer/ }).getAttribute('href')
  const response = await page.request.get(String(href))
  expect(response.status()).toBe(200)
  const text = (await response.text()).toLowerCase()
  expect(text).toContain(account.toLowerCase().slice(2, 10))
  expect(service.chains.some(({ explorerUrl }) => String(href).startsWith(explorerUrl))).toBe(true)
}

/** URL of the form with a swap on the target chain that expires soon. */
async function openSwapCall(
  page: Page,
  { service, account }: { service: ServiceInfo; account: string },
): Promise<void> {
  const { timestamp } = await getNode(service, 'Lagoon').getBlock()
  const deadline = String(timestamp + BigInt(patienceSeconds))
  const call = {
    to: swapRouter,
    abi: 'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable returns (uint256)',
    fn: 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))',
    args: [[usdc, weth, '500', account, deadline, '100e6', '0', '0']],
  }
  const asset = getAsset(service, 'agg:usdc', 'Lagoon')
  const query = new URLSearchParams({
    chain: asset.split('/')[0] ?? '',
    calls: JSON.stringify([call]),
    tokens: JSON.stringify([[asset, '100']]),
    allowances: JSON.stringify([[asset, '100', swapRouter]]),
  })
  await page.goto(`/call?${query.toString()}`)
}

import { expect, type Page } from '@playwright/test'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { confirmCalls, getNode, prepare, signCall } from '../../pages/callFlow.ts'
import { readAmount } from '../../pages/holdings.ts'
import { warp } from '../../product/nodes.ts'
import { testWith } from '../../fixtures/ownProduct.ts'
import { getAsset, fund, type ServiceInfo } from '../../product/service.ts'
import { signAndSend } from '../../pages/swapFlow.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'

const test = testWith({})
test.use(halfSize)
const { swapRouter, usdc, weth } = devnetAddresses
/** Validity of the swap in seconds of chain time; shorter than a delivery may take. */
const patienceSeconds = 100

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

import { expect, type Page } from '@playwright/test'
import { parseEther } from 'viem'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { confirmCalls, prepare, signCall } from '../../pages/callFlow.ts'
import { readAmount } from '../../pages/holdings.ts'
import { setCoins, warp } from '../../product/nodes.ts'
import { testWith } from '../../fixtures/ownProduct.ts'
import { getAsset, fund, type ServiceInfo } from '../../product/service.ts'
import { openAnew, pastRefundSeconds } from '../../product/unresponsiveService.ts'
import { signAndSend } from '../../pages/swapFlow.ts'

const test = testWith({})
const { solver } = devnet.roles
const { vault } = devnetAddresses

test('deposits for a call that gets no grant are refunded by their owner while the service is silent', async ({
  page,
  service,
  wallet,
  product,
}) => {
  const account = await connectWallet(page, wallet.name)
  const paidAsset = getAsset(service, 'agg:usdc', 'Firth')
  await fund(service, { address: account, assetType: paidAsset, amount: '400000000' })
  function read(): Promise<bigint> {
    return readAmount(service, { address: account, assetType: paidAsset })
  }
  await openVaultCall(page, { service, account })
  await prepare(page)
  await confirmCalls(page)
  await signCall(page)
  await setCoins(service, { chain: 'Lagoon', address: solver, wei: 0n })
  const quote = await signAndSend(page)
  const inEscrow = page.getByText(/reached the escrow on Firth$/).first()
  await expect(inEscrow).toBeVisible()
  const paid = BigInt(quote.originToken.amount)
  expect(await read(), 'deposited with its fee').toBe(400_000_000n - paid)

  await openAnew(page, inEscrow)
  product.pauseService()
  const takeBack = page.getByRole('region', { name: 'Reclaim your deposit' })
  await expect(page.getByText('The service isn’t responding')).toBeVisible()
  await expect(takeBack).toContainText(/Available from \d\d:\d\d:\d\d, in 1\d minutes/)
  await setCoins(service, { chain: 'Firth', address: wallet.address, wei: parseEther('0.05') })
  await warp(service, { chain: 'Firth', seconds: pastRefundSeconds })
  await takeBack.getByRole('button', { name: 'Reclaim on Firth' }).click()

  const back = page.getByRole('list', { name: 'Refunds' }).getByRole('listitem')
  await expect(back).toContainText('USDC on Firth')
  await expect(takeBack).toBeHidden()
  expect(await read(), 'all of it is back, the fee included').toBe(400_000_000n)
})

/** URL of the form with a deposit into the target chain's vault. */
async function openVaultCall(
  page: Page,
  { service, account }: { service: ServiceInfo; account: string },
): Promise<void> {
  const call = {
    to: vault,
    abi: 'function deposit(uint256 assets, address receiver) returns (uint256)',
    fn: 'deposit(uint256,address)',
    args: ['100e6', account],
  }
  const asset = getAsset(service, 'agg:usdc', 'Lagoon')
  const query = new URLSearchParams({
    chain: asset.split('/')[0] ?? '',
    calls: JSON.stringify([call]),
    tokens: JSON.stringify([[asset, '100']]),
    allowances: JSON.stringify([[asset, '100', vault]]),
  })
  await page.goto(`/call?${query.toString()}`)
}

import { expect } from '@playwright/test'
import { parseEther } from 'viem'
import { devnet } from '#networks/devnet/devnet.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { readAmount } from '../../pages/holdings.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import { getTestFunds, sendUndeliverable } from '../../pages/undeliverable.ts'
import { setCoins, stopTransfers, warp } from '../../product/nodes.ts'
import { testWith } from '../../fixtures/ownProduct.ts'
import { getAsset } from '../../product/service.ts'
import { pastRefundSeconds } from '../../product/unresponsiveService.ts'

const test = testWith({})
test.use(halfSize)
const { solver } = devnet.roles

test('a deposit that cannot be paid out waits, and is taken back by its owner once it can be', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connectWallet(page, wallet.name)
  await getTestFunds(page, { service, owner: wallet.address })
  const paidAsset = getAsset(service, 'agg:usdc', 'Firth')
  const before = await readAmount(service, { address: account, assetType: paidAsset })
  await sendUndeliverable(page, service)
  await expect(page.getByRole('img', { name: /from Firth: in escrow/ })).toBeVisible()

  const resume = await stopTransfers(service, paidAsset)
  await warp(service, { chain: 'Delta', seconds: devnet.deadlines.fillSeconds + 60 })
  await setCoins(service, { chain: 'Delta', address: solver, wei: parseEther('100') })
  await warp(service, { chain: 'Firth', seconds: pastRefundSeconds })
  await expect(page.getByRole('status').getByText('Failed')).toBeVisible()
  await expect(page.getByText('Only you can reclaim it')).toBeVisible()
  await expectPictures(page, 'execution-failed')

  await resume()
  await page.reload()
  const takeBack = page.getByRole('region', { name: 'Reclaim your deposit' })
  await takeBack.getByRole('button', { name: 'Reclaim on Firth' }).click()
  const back = page.getByRole('list', { name: 'Refunds' }).getByRole('listitem')
  await expect(back).toContainText('1,000.00 USDC on Firth')
  expect(
    await readAmount(service, { address: account, assetType: paidAsset }),
    'all of it is back, the fee included',
  ).toBe(before)
})

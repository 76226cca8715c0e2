import { expect } from '@playwright/test'
import { pickEveryNth } from '#testing/campaign.ts'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { tryItNow } from '../../pages/balancesPage.ts'
import { testWith } from '../../fixtures/ownProduct.ts'
import {
  askForSwap,
  expectExactChange,
  readBothSides,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'

/** All values of `CHAINS` with fewer than all chains; the cluster needs Firth's feeds. */
const subsets = [
  '71117001,solana',
  '71117001',
  '71117003',
  '71117001,71117002',
  '71117002',
  '71117001,71117003',
  '71117002,71117003',
  '71117001,71117002,71117003',
  '71117001,71117002,solana',
  '71117001,71117003,solana',
]

// A campaign runs all of them; `npm test` runs a single EVM chain, three, and one with the cluster.
for (const CHAINS of pickEveryNth(subsets, 4)) {
  const names = CHAINS.split(',')
  const test = testWith({ CHAINS, DEVNET_PORTS: names.map(() => '0').join(',') })
  test(`a network of ${CHAINS} is tried from the first page to the end of a swap`, async ({
    page,
    service,
  }) => {
    expect(service.chains).toHaveLength(names.length)
    await page.goto('/')
    const address = await tryItNow(page)
    const owner = {
      address,
      ...(names.includes('solana') && { solana: await readLocalSolanaAddress(page) }),
    }
    await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
    await expect(
      page.getByText(/isn’t responding|Can’t read|Couldn’t load|read through/),
    ).toHaveCount(0)
    const before = await readBothSides(service, owner)
    await askForSwap(page, '100')
    await expect(page.getByText(/has no price|can’t reach the price feeds/)).toHaveCount(0)
    const quote = await signAndSend(page)
    await watchToTheEnd(page, quote)
    await expectExactChange(service, { before, quote })
  })
}

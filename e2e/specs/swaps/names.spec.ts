import { expect } from '@playwright/test'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { tryItNow } from '../../pages/balancesPage.ts'
import { getChanges, readHoldings, sumHoldings } from '../../pages/holdings.ts'
import { testWith } from '../../fixtures/ownProduct.ts'
import { signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'

const accountTypes = {
  roleBased: 'two-keys',
  basic: 'plain-account',
  eip7702: 'own-key',
  solana: 'reef-key',
}
const test = testWith({
  AGGREGATED_PREFIX: 'omni',
  ACCOUNT_TYPE_ROLE_BASED: accountTypes.roleBased,
  ACCOUNT_TYPE_BASIC: accountTypes.basic,
  ACCOUNT_TYPE_EIP7702: accountTypes.eip7702,
  ACCOUNT_TYPE_SOLANA: accountTypes.solana,
})

test('a deployment with names of its own is used from the balances to the end of a swap', async ({
  page,
  service,
}) => {
  await page.goto('/')
  const account = await tryItNow(page)
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  const owned = {
    address: account,
    solana: await readLocalSolanaAddress(page),
    aggregateId: 'omni:usdc',
  }
  const before = await readHoldings(service, owned)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Swap' }).click()
  await page.getByRole('textbox', { name: 'You pay' }).fill('3000')
  await page.getByRole('button', { name: 'Review swap' }).click()
  const checks = page.getByRole('region', { name: 'Checked in this browser' })
  await expect(checks.getByText(/^(\d+) of \1 passed$/)).toBeVisible()
  const quote = await signAndSend(page)
  expect(quote).toMatchObject({
    accounts: [{ type: accountTypes.roleBased }, { type: accountTypes.solana }],
    originToken: { aggregatedAssetId: 'omni:usdc' },
    destinationToken: { aggregatedAssetId: 'omni:eth' },
  })
  await watchToTheEnd(page, quote)
  const after = await readHoldings(service, owned)
  expect(sumHoldings(service, getChanges(before, after), 'omni:usdc')).toBe(
    -BigInt(quote.originToken.amount),
  )
})

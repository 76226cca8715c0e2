import { expect, type Page } from '@playwright/test'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { connectWallet } from '../../pages/balancesPage.ts'
import { halfSize } from '../../pages/pictures.ts'
import { test } from '../../fixtures/flow.ts'
import { falsify } from '../../wallets/falsify.ts'
import type { InjectedWallet } from '../../wallets/injectedWallet.ts'
import { getAsset, fund, type ServiceInfo } from '../../product/service.ts'
import { signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'

test.use(halfSize)

type Balances = {
  balanceByAggregatedAsset: {
    balance: string
    fiatValue: number
    individualAssetBalances: { assetType: string; balance: string }[]
  }[]
  totalBalance: { fiatValue: number }
}
type History = {
  transactions: {
    originToken: { amount: string; fiatValue: { amount?: string }[] }
    destinationToken: { amount: string }
  }[]
}
type Assets = { aggregatedEntities: { decimals: number; name: string }[]; name: string }[]

const millions = 246_000_000

test('a service that inflates balances and renames known assets is not believed', async ({
  page,
  service,
  wallet,
}) => {
  const { assetType } = await enter(page, { service, wallet })
  await falsify<Balances>(page, '**/v3/balances/aggregated-balance*', (answer) => {
    answer.totalBalance.fiatValue = millions
    for (const one of answer.balanceByAggregatedAsset) {
      if (one.balance !== '0') one.balance += '000000'
      one.fiatValue = millions
      inflateOn(one, assetType)
    }
  })
  await falsify<Assets>(page, '**/assets/list', (answer) => {
    for (const asset of answer) {
      asset.name = 'Gold'
      for (const member of asset.aggregatedEntities) member.decimals = 0
    }
  })
  await page.goto('/')

  const total = page.getByRole('region', { name: 'Total balance' })
  await expect(total).toContainText(/\$2[45]\.\d\d/)
  await expect(total).not.toContainText('246')
  await expect(page.getByRole('list', { name: 'Assets' })).not.toContainText('Gold')
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  await expectExactUsdc(page)

  await page.goto(`/swap?from=${assetType}&to=agg:eth&amount=5`)
  await expect(page.getByText(/^25\.0+ USDC available$/)).toBeVisible()
  await page.getByRole('button', { name: 'Max' }).click()
  await expect(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('25')
})

test('inflated amounts of an execution are not believed, on its page and in the history', async ({
  page,
  service,
  wallet,
}) => {
  const { assetType } = await enter(page, { service, wallet })
  const ether = getAsset(service, 'agg:eth', 'Delta')
  await page.goto(`/swap?from=${assetType}&to=${ether}&amount=5`)
  await page.getByRole('button', { name: 'Review swap' }).click()
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  await falsify<History>(page, '**/get-tx-history*', ({ transactions }) => {
    for (const { originToken, destinationToken } of transactions) {
      originToken.amount += '000000'
      for (const leg of originToken.fiatValue) leg.amount += '000000'
      destinationToken.amount += '000000'
    }
  })
  await page.reload()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('You paid5.00 USDC')
  await expect(result).not.toContainText('as reported by the service')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Swapped 5.00 USDC for ETH')
  await expectNoBarriersInAnyLook(page, 'an execution with contradicted amounts')

  await page.goto('/history')
  const row = page.getByRole('link').filter({ hasText: 'Swap to ETH' })
  await expect(row).toContainText('5.00 USDC')
  await expect(row).not.toContainText('5,000,000')
  await expect(row).not.toContainText('reported')
  await expectNoBarriersInAnyLook(page, 'a history row with contradicted amounts')
  // A browser that did not sign it relies on the service for the row, and says so.
  await page.evaluate(() => localStorage.removeItem('estuary.signedAmounts'))
  await page.reload()
  await expect(row).toContainText('5,000,000.00 USDC')
  await expect(row.getByText('reported')).toBeVisible()
})

test('a chain that the browser cannot reach is named wherever its amounts come from the service', async ({
  page,
  service,
  wallet,
}) => {
  const { assetType } = await enter(page, { service, wallet })
  const said = page.getByRole('alert').filter({ hasText: 'Firth didn’t respond to this browser' })
  const { rpcUrl = '' } = service.chains.find(({ name }) => name === 'Firth') ?? {}
  const { origin } = new URL(rpcUrl)
  await page.route(
    // Neither its own endpoint nor the service's relay of it.
    (url) => url.origin === origin || /^\/rpc\/eip155:71117001$/.test(url.pathname),
    (route) => route.abort(),
  )
  await falsify<Balances>(page, '**/v3/balances/aggregated-balance*', (answer) => {
    for (const one of answer.balanceByAggregatedAsset) inflateOn(one, assetType)
  })
  await page.goto('/')
  await expect(said).toContainText('as reported by the service and unverified')
  await expectNoBarriersInAnyLook(page, 'a chain that does not respond to this browser')
  await page.goto(`/swap?from=${assetType}&to=agg:eth&amount=5`)
  await expect(said).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(page.getByText(/^25\.0+ USDC available$/)).toBeVisible()
  await expect(said).toBeHidden()
})

// Lets pending requests of the page finish before it closes.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }))

/** Reports millions of an asset. */
function inflateOn(
  { individualAssetBalances }: Balances['balanceByAggregatedAsset'][number],
  assetType: string,
): void {
  for (const one of individualAssetBalances)
    if (one.assetType === assetType) one.balance = '246000000000000'
}

/** Connects an account with 25 USDC on Firth and nothing else. */
async function enter(
  page: Page,
  { service, wallet }: { service: ServiceInfo; wallet: InjectedWallet },
) {
  const account = await connectWallet(page, wallet.name)
  const assetType = getAsset(service, 'agg:usdc', 'Firth')
  await fund(service, { address: account, assetType, amount: '25000000' })
  return { account, assetType }
}

/** Expects the row of USDC to show the actual balance, in full precision. */
async function expectExactUsdc(page: Page): Promise<void> {
  const row = page.getByRole('listitem', { name: 'USD Coin', exact: true })
  await expect(row.getByTitle('25', { exact: true }).filter({ visible: true })).toBeVisible()
}

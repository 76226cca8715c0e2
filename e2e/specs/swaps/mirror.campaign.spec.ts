import { expect, type Page } from '@playwright/test'
import { tryItNow } from '../../pages/balancesPage.ts'
import { readAmount } from '../../pages/holdings.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import { testWith } from '../../fixtures/ownProduct.ts'
import { getAsset, type ServiceInfo } from '../../product/service.ts'
import { signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'

/**
 * `test` of flows on the mirror: its own installation with two public chain ids. It generates an API key
 * unless one is set, as the tests do.
 */
const test = testWith({
  NETWORK: 'mirror',
  CHAINS: '1,8453',
  DEVNET_PORTS: '0,0',
  API_KEY: 'estuary-e2e-mirror',
})
test.use(halfSize)

const weth = 'eip155:1/erc20:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test('an installation that was compared and pinned swaps USDC on Base for WETH on Ethereum', async ({
  page,
  service,
  product,
}) => {
  await page.goto('/')
  await expect(page.getByText('Local mirror: use throwaway keys only.')).toBeVisible()
  const account = await tryItNow(page)
  const dialog = page.getByRole('dialog', { name: 'Verify this instance' })
  await expect(dialog).toBeVisible()
  const fingerprint = /asks people to compare: ([\da-f ]{29})/.exec(product.printed())?.[1] ?? ''
  const groups = dialog.getByRole('list', { name: 'Fingerprint' }).getByRole('listitem')
  await expect(groups).toHaveText(fingerprint.split(' '))
  await expectPictures(page, 'pin')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()

  await openSwap(page, service)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  const risks = page.getByRole('region', { name: 'Risks' })
  await expect(risks).toContainText('This instance isn’t pinned yet.')
  await expect(risks).not.toContainText('unknown')
  await page.getByRole('button', { name: 'Review swap' }).click()
  const checks = page.getByRole('region', { name: 'Checked in this browser' })
  await expect(checks).toContainText('Can’t be verified with this service')
  await expect(checks.getByText(/^0 of \d+ passed$/)).toBeVisible()
  const signing = page.getByRole('region', { name: 'Signing' })
  await expect(signing.getByRole('button', { name: /^Sign/ })).toBeDisabled()
  await expect(signing).toContainText('Compare and pin this instance first.')

  await page
    .getByRole('region', { name: 'Risks' })
    .getByRole('button', { name: 'Compare fingerprint' })
    .click()
  await dialog.getByRole('button', { name: /pin it/ }).click()
  await expect(checks.getByText(/^(\d+) of \1 passed$/)).toBeVisible()
  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  expect(quote.originChainsOperations.map(({ assetType }) => assetType)).toEqual([
    getAsset(service, 'agg:usdc', 'Base'),
  ])
  expect(await readAmount(service, { address: account, assetType: weth })).toBe(
    BigInt(quote.destinationToken.amount),
  )
})

for (const { what, part, alter } of alterations())
  test(`a service with ${what} than the pinned one gets no signature until it is pinned itself`, async ({
    page,
    service,
  }) => {
    await page.goto('/')
    await tryItNow(page)
    const dialog = page.getByRole('dialog', { name: 'Verify this instance' })
    const groups = dialog.getByRole('list', { name: 'Fingerprint' }).getByRole('listitem')
    await expect(groups).toHaveCount(6)
    const pinned = await groups.allTextContents()
    await dialog.getByRole('button', { name: /pin it/ }).click()

    await page.route('**/dashboard-api/discovery', async (route) => {
      const response = await route.fetch()
      const json: Said = await response.json()
      alter(json)
      await route.fulfill({ response, json })
    })
    await openSwap(page, service)
    await expect(
      page.getByRole('alert').filter({ hasText: 'not the instance' }).first(),
    ).toBeVisible()
    const cannot = page.getByRole('button', { name: 'This quote can’t be signed' })
    await expect(cannot.filter({ visible: true })).toBeDisabled()

    await page.goto('/settings')
    const trust = page.getByRole('region', { name: 'Trust' })
    await expect(trust).toContainText(pinned.join(' '))
    await trust.getByRole('button', { name: 'See what changed' }).click()
    const changed = page.getByRole('dialog', { name: 'Not the instance you pinned' })
    await expect(changed.getByRole('region', { name: 'What changed' })).toContainText(part)
    const now = changed.getByRole('list', { name: 'Fingerprint' }).getByRole('listitem')
    expect(await now.allTextContents()).not.toEqual(pinned)
    await changed.getByRole('button', { name: 'Pin the new one' }).click()
    await expect(trust).toContainText('You compared and pinned it.')
    await expect(trust).not.toContainText(pinned.join(' '))
  })

/** The fields of a discovery response that the tests alter. */
type Said = {
  quoteSigner: string
  deployment: { chains: { contracts: { originEscrow: string } }[] }
}

/** The service as if another installation had replaced it. */
function alterations(): { what: string; part: string; alter: (said: Said) => void }[] {
  return [
    {
      what: 'another escrow',
      part: 'originEscrow',
      alter({ deployment }) {
        for (const { contracts } of deployment.chains)
          contracts.originEscrow = '0x00000000000000000000000000000000DeaDBeef'
      },
    },
    {
      what: 'another key',
      part: 'The key that signs quotes',
      alter(said) {
        said.quoteSigner = `0x${'5e'.repeat(32)}`
      },
    },
  ]
}

/** Opens a swap of 400 USDC on Base for WETH on Ethereum. */
async function openSwap(page: Page, service: ServiceInfo): Promise<void> {
  const from = getAsset(service, 'agg:usdc', 'Base')
  await page.goto(`/swap?from=${from}&to=${weth}&amount=400`)
}

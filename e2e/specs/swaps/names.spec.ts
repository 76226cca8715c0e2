import { expect, type Page } from '@playwright/test'
import { oddTokenAbi } from '#contracts/abi/oddToken.ts'
import { createNodeClient } from '#devnet/node/nodeClient.ts'
import { agePool, createOddPool, deployOddToken, pushPool } from '#testing/devnet/oddToken.ts'
import { expectNoBarriersInAnyLook } from '../../pages/accessibility.ts'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { tryItNow } from '../../pages/balancesPage.ts'
import { expectPictures, halfSize } from '../../pages/pictures.ts'
import { getChanges, readHoldings, sumHoldings } from '../../pages/holdings.ts'
import { testWith } from '../../fixtures/ownProduct.ts'
import { getChainByName, type ServiceInfo } from '../../product/service.ts'
import {
  expectCompleted,
  type SentQuote,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'

const accountTypes = {
  roleBased: 'two-keys',
  basic: 'plain-account',
  eip7702: 'own-key',
  solana: 'reef-key',
}
const test = testWith({
  AGGREGATED_PREFIX: 'omni',
  QUOTE_VALIDITY_SECONDS: '20',
  ACCOUNT_TYPE_ROLE_BASED: accountTypes.roleBased,
  ACCOUNT_TYPE_BASIC: accountTypes.basic,
  ACCOUNT_TYPE_EIP7702: accountTypes.eip7702,
  ACCOUNT_TYPE_SOLANA: accountTypes.solana,
})
test.use(halfSize)

test('a deployment with names of its own is used to the end of a swap, also for a token on no list', async ({
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

  await buyUnlisted(page, service)
})

/** A token that no list names is found by its address, confirmed in words, bought, and marked. */
async function buyUnlisted(page: Page, service: ServiceInfo): Promise<void> {
  const { chain: chainId, rpcUrl } = getChainByName(service, 'Firth')
  const chain = { rpcUrl, client: createNodeClient(rpcUrl) }
  const token = await deployOddToken(chain, { decimals: 8 })
  const pool = await createOddPool(chain, { token, decimals: 8 })
  await agePool(chain, { pool, seconds: 3_600 })

  await page.goto('/swap?amount=100')
  await page.getByRole('button', { name: /^You receive/ }).click()
  const picker = page.getByRole('dialog', { name: 'Receive' })
  await picker.getByRole('combobox').fill(token.toLowerCase())
  const option = picker.getByRole('option', { name: /Odd token/ })
  await expect(option).toContainText('Unlisted')
  await expect(option).toContainText('One pool, with 1,000,000')
  await expectNoBarriersInAnyLook(page, 'a token on no list in the picker')
  await option.click()
  const confirm = page.getByRole('checkbox', { name: /^I know what ODD is/ })
  await expect(confirm).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await expect(
    page.getByText('which its liquidity providers can withdraw at any time'),
  ).toBeVisible()
  await expectPictures(page, 'swap-unlisted')
  await confirm.check()
  await page.getByRole('button', { name: 'Review swap' }).click()
  const checks = page.getByRole('region', { name: 'Checked in this browser' })
  await expect(checks.getByText(/^(\d+) of \1 passed$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(
    'Buying, transferring and selling it were simulated',
  )
  await expireQuote(page)
  await pushPool(chain, { token, units: 2_000_000_000n })
  await acceptWorseQuote(page)
  await expect(checks.getByText(/^(\d+) of \1 passed$/)).toBeVisible()
  const quote = await sendWithoutAnswer(page)
  await expectCompleted(page, quote)
  await expect(page.getByRole('heading', { name: 'Swapped 100.00 USDC for ODD' })).toBeVisible()
  const held = await chain.client.readContract({
    address: token,
    abi: oddTokenAbi,
    functionName: 'balanceOf',
    args: [quote.accounts[0]?.accountAddress ?? token],
  })
  expect(held).toBe(BigInt(quote.destinationToken.amount))

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Receipt' }).click()
  const path = await (await saved).path()
  await page.goto('/receipt')
  await page.getByLabel('Receipt', { exact: true }).setInputFiles(path)
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Genuine')

  await page.goto('/')
  const row = page.getByRole('listitem', { name: 'Odd token', exact: true })
  await expect(row).toContainText('Unlisted')
  await expect(row).toContainText('Not in total')
  const link = `/swap?to=omni:usdc&amount=50&from=${chainId}/erc20:${token}`
  await page.goto(link)
  await expect(page.getByRole('checkbox', { name: 'This is the token I mean' })).toBeVisible()
}

/** Withholds later quotes until the time of the reviewed one is up. */
async function expireQuote(page: Page): Promise<void> {
  let isUp = false
  await page.route('**/quote', (route) => (isUp ? route.continue() : undefined))
  const signing = page.getByRole('region', { name: 'Signing' })
  await expect(signing).toContainText('This quote expired')
  await expect(signing.getByRole('button')).toHaveText(['Get a new quote', 'Cancel'])
  await expectPictures(page, 'review-expired')
  isUp = true
}

/** Asks for a new quote after the price has moved: the reviewed numbers are replaced only on request. */
async function acceptWorseQuote(page: Page): Promise<void> {
  const signing = page.getByRole('region', { name: 'Signing' })
  await signing.getByRole('button', { name: 'Get a new quote' }).click()
  const worse = page.getByRole('alert').filter({ hasText: /^The quote now delivers .* ODD/ })
  await expect(worse).toBeVisible()
  await expect(signing.getByRole('button', { name: /^Sign/ })).toHaveCount(0)
  await expect(signing.getByRole('alert')).toHaveCount(0)
  await expectPictures(page, 'review-worse')
  await signing.getByRole('button', { name: 'Accept the new quote first' }).click()
  await page.keyboard.press('Enter')
  await expect(worse).toBeHidden()
}

/** The service takes the signed quote, and no answer arrives: after its time it is sent again, not anew. */
async function sendWithoutAnswer(page: Page): Promise<SentQuote> {
  await page.route('**/execute-quote', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const quote = await signAndSend(page)
  const signing = page.getByRole('region', { name: 'Signing' })
  await expect(signing).toContainText('Sent, awaiting response')
  const endMs = Number(quote.expirationTimestamp) * 1000
  await expect.poll(() => Date.now() > endMs).toBe(true)
  // It has ended by then, as it arrived.
  await expect(page.getByRole('link', { name: /in progress/ })).toBeHidden()
  await expect(signing).toContainText('Sending it again is safe')
  await expectPictures(page, 'review-unanswered')
  await page.unroute('**/execute-quote')
  await signing.getByRole('button', { name: 'Send again' }).click()
  return quote
}

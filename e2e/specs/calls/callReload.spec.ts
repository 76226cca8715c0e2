import { expect, type Page } from '@playwright/test'
import { connectWallet } from '../../pages/balancesPage.ts'
import {
  expectAllVerified,
  prepare,
  readShares,
  signCall,
  takeExample,
} from '../../pages/callFlow.ts'
import { test } from '../../fixtures/flow.ts'
import { getAsset, fund, type ServiceInfo } from '../../product/service.ts'
import type { InjectedWallet } from '../../wallets/injectedWallet.ts'
import { expectInHistory, signAndSend, watchToTheEnd } from '../../pages/swapFlow.ts'

const typedData = 'eth_signTypedData_v4'
const title = { call: 'Review and sign the call', payment: 'Review and sign the payment' }

/** Goes to the first review of a deposit into Lagoon's vault, paid from Firth. */
async function openReview(
  page: Page,
  { service, wallet }: { service: ServiceInfo; wallet: InjectedWallet },
) {
  const account = await connectWallet(page, wallet.name)
  const paidAsset = getAsset(service, 'agg:usdc', 'Firth')
  await fund(service, { address: account, assetType: paidAsset, amount: '400000000' })
  await takeExample(page, 'Lagoon')
  await expect(page.getByText('You have none here. 100.00 USDC comes from')).toBeVisible()
  await prepare(page)
  return { chain: 'Lagoon', account, assets: 100_000_000n }
}

/** How often the service was asked for each step. */
function countRequests(page: Page) {
  const counts = { prepared: 0, quoted: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/prepare-call-quote')) counts.prepared += 1
    if (request.url().endsWith('/call-quote')) counts.quoted += 1
  })
  return counts
}

/** The hash that is signed, as the raw tab shows it. */
async function digestShown(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'Raw data' }).click()
  const text = (await page.getByRole('tabpanel').textContent()) ?? ''
  await page.getByRole('tab', { name: 'In plain words' }).click()
  return /callDataAndNonceHash\W+(0x[0-9a-f]{64})/.exec(text)?.[1] ?? 'none'
}

test('a reload at any step resumes there: one operation, one signature for each', async ({
  page,
  service,
  wallet,
}) => {
  const counts = countRequests(page)
  const deposit = await openReview(page, { service, wallet })
  const before = await readShares(service, deposit)
  const digest = await digestShown(page)
  expect(digest).toMatch(/^0x/)

  await page.reload()
  await expect(page.getByRole('heading', { name: title.call })).toBeVisible()
  await expectAllVerified(page)
  expect(await digestShown(page)).toBe(digest)

  await signCall(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: title.payment })).toBeVisible()
  await expectAllVerified(page)
  expect(counts).toEqual({ prepared: 1, quoted: 1 })

  const quote = await signAndSend(page)
  await watchToTheEnd(page, quote)
  expect(wallet.countOf(typedData), 'the call and one deposit').toBe(2)
  const after = await readShares(service, deposit)
  expect(after.held - before.held).toBe(before.preview)
  await expectInHistory(page, { quote, words: ['Contract call'] })
  await page.goto('/call')
  await expect(page.getByRole('heading', { name: 'Contract call' })).toBeVisible()
  await expect(page.getByText('You have a signed call')).toBeHidden()
})

test('a stored operation that was tampered with is prepared again; a signed one is offered, resumed and discarded', async ({
  page,
  service,
  wallet,
}) => {
  const counts = countRequests(page)
  await openReview(page, { service, wallet })
  const digest = await digestShown(page)
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((one) => one.startsWith('estuary.call.')) ?? ''
    const text = sessionStorage.getItem(key) ?? ''
    sessionStorage.setItem(key, text.replace(/"callGasLimit":"\d+"/, '"callGasLimit":"7"'))
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: title.call })).toBeVisible()
  const dropped = page.getByRole('alert').filter({ hasText: 'Your saved call was discarded' })
  await expect(dropped).toBeVisible()
  await expectAllVerified(page)
  expect(await digestShown(page), 'another operation').not.toBe(digest)
  expect(counts.prepared).toBe(2)

  await signCall(page)
  await page.goto('/swap')
  await page.goto('/call')
  await expect(page.getByText('You have a signed call')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: title.payment })).toBeVisible()
  expect(counts.prepared).toBe(2)
  expect(wallet.countOf(typedData)).toBe(1)

  await page.goto('/call')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('You have a signed call')).toBeHidden()
  const left = await page.evaluate(() =>
    Object.keys(sessionStorage).filter((key) => /^estuary\.(call|signatures)\./.test(key)),
  )
  expect(left).toEqual([])
})

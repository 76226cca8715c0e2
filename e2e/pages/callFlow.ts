import { expect, type Page } from '@playwright/test'
import { createPublicClient, http, type Hex } from 'viem'
import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { getChainByName, type ServiceInfo } from '../product/service.ts'

/** The node of a chain. */
export function getNode(service: ServiceInfo, chain: string) {
  return createPublicClient({ transport: http(getChainByName(service, chain).rpcUrl) })
}

/** Vault shares for a deposit of `assets`, and those that `account` holds. */
export async function readShares(
  service: ServiceInfo,
  { chain, account, assets }: { chain: string; account: Hex; assets: bigint },
): Promise<{ held: bigint; preview: bigint }> {
  const vault = { address: devnetAddresses.vault, abi: vault4626Abi }
  const node = getNode(service, chain)
  const [held, preview] = await Promise.all([
    node.readContract({ ...vault, functionName: 'balanceOf', args: [account] }),
    node.readContract({ ...vault, functionName: 'previewDeposit', args: [assets] }),
  ])
  return { held, preview }
}

/** What the vault pays for all shares of an account. */
export async function readRedeemed(
  service: ServiceInfo,
  { chain, account }: { chain: string; account: Hex },
): Promise<bigint> {
  const vault = { address: devnetAddresses.vault, abi: vault4626Abi }
  const node = getNode(service, chain)
  const shares = await node.readContract({ ...vault, functionName: 'balanceOf', args: [account] })
  return node.readContract({ ...vault, functionName: 'previewRedeem', args: [shares] })
}

/** Opens the page by the navigation and takes the example: a deposit into a chain's vault. */
export async function takeExample(page: Page, chain: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'Contract call' }).click()
  await page.getByRole('combobox', { name: 'Chain' }).selectOption({ label: chain })
  await page.getByRole('button', { name: 'Deposit into a vault' }).click()
}

/** Has the calls prepared and expects the first review, with every claim verified. */
export async function prepare(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Prepare operation' }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign the call' })).toBeVisible()
  await expectAllVerified(page)
}

/** Confirms calls that came with the page's URL. */
export async function confirmCalls(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^I’ve read each call/ }).check()
}

/** Signs the call and expects the second review, with every claim verified. */
export async function signCall(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Signing' }).getByRole('button', { name: /^Sign/ }).click()
  await expect(page.getByRole('heading', { name: 'Review and sign the payment' })).toBeVisible()
  await expectAllVerified(page)
}

/** Expects every claim of the review to be verified. */
export async function expectAllVerified(page: Page): Promise<void> {
  const checklist = page.getByRole('region', { name: 'Checked in this browser' })
  await expect(checklist.getByText(/ passed$/)).toHaveText(/^(\d+) of \1 passed$/)
}

/** Expects the execution page to describe the call. */
export async function expectCalled(page: Page, words: readonly string[]): Promise<void> {
  for (const who of ['the one who sent it', 'anybody']) {
    const called = page.getByRole('region', { name: 'Calls made' })
    for (const word of words) await expect(called, `${word}, to ${who}`).toContainText(word)
    await expect(page.getByText(/^Your call ran on /).first(), who).toBeVisible()
    await expect(page.getByText(/delivered/i), `no delivery, to ${who}`).toHaveCount(0)
    await page.evaluate(() => localStorage.removeItem('estuary.sentCalls'))
    await page.reload()
  }
}

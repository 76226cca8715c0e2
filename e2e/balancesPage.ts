import { expect, type Page } from '@playwright/test'
import type { Hex } from 'viem'
import { readHoldings, sumOf } from './holdings.ts'
import type { Service } from './service.ts'

/** Goes in by "Try it now" and gives the account whose balances are shown then. */
export async function tryItNow(page: Page): Promise<Hex> {
  const request = page.waitForRequest(/\/v3\/balances\/aggregated-balance/)
  await page.getByRole('button', { name: /Try it now/ }).click()
  return accountOf((await request).url())
}

/** Connects an announced wallet from the welcome page and gives the account that is shown then. */
export async function connectWallet(page: Page, name: string): Promise<Hex> {
  await page.goto('/')
  const request = page.waitForRequest(/\/v3\/balances\/aggregated-balance/)
  await page.getByRole('button', { name: /^Connect a wallet/ }).click()
  await page.getByRole('dialog').getByRole('button', { name }).click()
  return accountOf((await request).url())
}

/** The EVM account that a balances request asks for. */
function accountOf(url: string): Hex {
  const accounts = new URL(url).searchParams.get('account') ?? ''
  return `0x${accounts.split(':0x')[1] ?? ''}`
}

/**
 * Expects the balances page of a funded account: a row for each aggregate that it holds on the
 * nodes, and USDC open with a line for each chain.
 */
export async function expectBalances(page: Page, { service, account }: Shown): Promise<void> {
  for (const { aggregatedAssetId, name } of service.aggregates) {
    const holdings = await readHoldings(service, {
      address: account,
      aggregateId: aggregatedAssetId,
    })
    if (sumOf(service, holdings, aggregatedAssetId) > 0n)
      await expect(page.getByRole('listitem', { name, exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Show USDC by chain' }).click()
  const parts = page.getByRole('list', { name: 'USDC by chain' }).getByRole('listitem')
  await expect(parts).toHaveCount(service.chains.length)
  for (const { name } of service.chains) await expect(parts.filter({ hasText: name })).toBeVisible()
}

type Shown = { service: Service; account: Hex }

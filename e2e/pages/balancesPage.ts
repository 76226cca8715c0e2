import { expect, type Page } from '@playwright/test'
import type { Hex } from 'viem'
import { formatExact } from './formatExact.ts'
import { type NodeBalances, readHoldings, sumHoldings } from './holdings.ts'
import {
  getAggregate,
  type ChainInfo,
  getChain,
  getMember,
  type ServiceInfo,
} from '../product/service.ts'

/**
 * Enters by "Try it now" and returns the account whose balances are shown. It is funded on every chain: the
 * page connects it only after that.
 */
export async function tryItNow(page: Page): Promise<Hex> {
  const request = page.waitForRequest(evmBalances)
  await page.getByRole('button', { name: /Try it now/ }).click()
  return getAccount((await request).url())
}

/** Connects an announced wallet from the welcome page. @returns The account that is shown. */
export async function connectWallet(page: Page, name: string): Promise<Hex> {
  await page.goto('/')
  const request = page.waitForRequest(evmBalances)
  await page.getByRole('button', { name: /^Connect a wallet/ }).click()
  const choice = page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name}`) })
  await choice.click()
  return getAccount((await request).url())
}

/** A page with accounts of both ecosystems requests balances of each. */
const evmBalances = /\/v3\/balances\/aggregated-balance.*account=eip155/

/** The EVM account that a balances request asks for. */
function getAccount(url: string): Hex {
  const accounts = new URL(url).searchParams.get('account') ?? ''
  return `0x${accounts.split(':0x')[1] ?? ''}`
}

/**
 * Expects the balances page of a funded account: a row for each aggregate that it holds on the
 * nodes, and USDC open with a line for each chain.
 */
export async function expectBalances(page: Page, shown: Shown): Promise<void> {
  const { service } = shown
  for (const { aggregatedAssetId, name } of service.aggregates) {
    const holdings = await readShown(shown, aggregatedAssetId)
    if (sumHoldings(service, holdings, aggregatedAssetId) > 0n)
      await expect(page.getByRole('listitem', { name, exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Show USDC by chain' }).click()
  const parts = page.getByRole('list', { name: 'USDC by chain' }).getByRole('listitem')
  const chains = getOwnChains(shown)
  await expect(parts).toHaveCount(chains.length)
  for (const { name } of chains) await expect(parts.filter({ hasText: name })).toBeVisible()
}

/**
 * Expects the page to show the accounts' USDC, Ether and SOL as on the nodes, to the smallest unit: in
 * total and on each chain.
 */
export async function expectExactBalances(page: Page, shown: Shown): Promise<void> {
  const { service } = shown
  const exactly = [
    ['agg:usdc', 'USDC'],
    ...(shown.account ? [['agg:eth', 'ETH']] : []),
    ...(shown.solana === undefined ? [] : [['agg:sol', 'SOL']]),
  ] as const
  for (const [aggregateId, symbol] of exactly) {
    const { name, decimals } = getAggregate(service, aggregateId)
    const holdings = await readShown(shown, aggregateId)
    const row = page.getByRole('listitem', { name, exact: true })
    const total = formatExact(sumHoldings(service, holdings, aggregateId), decimals)
    await expect(row.getByTitle(total, { exact: true }).filter({ visible: true })).toBeVisible()
    await row.getByRole('button', { name: `Show ${symbol} by chain` }).click()
    const parts = row.getByRole('list', { name: `${symbol} by chain` }).getByRole('listitem')
    for (const [assetType, units] of holdings) {
      if (units === 0n) continue
      const part = parts.filter({ hasText: getChain(service, assetType).name })
      const exact = formatExact(units, getMember(service, assetType).decimals)
      await expect(part.getByTitle(exact, { exact: true })).toBeVisible()
    }
  }
}

/** The accounts whose balances are shown: of one ecosystem or both. */
type Shown = { service: ServiceInfo; account?: Hex; solana?: string }

function readShown(
  { service, account, solana }: Shown,
  aggregateId: string,
): Promise<NodeBalances> {
  return readHoldings(service, {
    aggregateId,
    ...(account && { address: account }),
    ...(solana !== undefined && { solana }),
  })
}

/** The chains on which the accounts shown can hold something. */
function getOwnChains({ service, account, solana }: Shown): readonly ChainInfo[] {
  return service.chains.filter(
    ({ chain }) => (chain.startsWith('solana:') ? solana : account) !== undefined,
  )
}

import { expect, type Page } from '@playwright/test'
import { parseEther, type Hex } from 'viem'
import { devnet } from '#networks/devnet/devnet.ts'
import { setCoins } from '../product/nodes.ts'
import { getAsset, type ServiceInfo } from '../product/service.ts'
import { readAmount } from './holdings.ts'
import { type SentQuote, signAndSend } from './swapFlow.ts'

/** Presses the faucet's button: the account gets the starter set, its owner gas on every chain. */
export async function getTestFunds(
  page: Page,
  { service, owner }: { service: ServiceInfo; owner: Hex },
): Promise<void> {
  await page.getByRole('button', { name: 'Get test funds' }).click()
  await expect(page.getByRole('listitem', { name: 'USD Coin', exact: true })).toBeVisible()
  const gas = await Promise.all(
    devnet.chains.map(({ nativeAsset }) =>
      readAmount(service, { address: owner, assetType: nativeAsset }),
    ),
  )
  expect(gas, 'gas money of the owner').toEqual(devnet.chains.map(() => parseEther('0.05')))
}

/** Swaps to a chain where the solver has just run out of gas: deposited, and never delivered. */
export async function sendUndeliverable(page: Page, service: ServiceInfo): Promise<SentQuote> {
  const [from, to] = [
    getAsset(service, 'agg:usdc', 'Firth'),
    getAsset(service, 'agg:usdt', 'Delta'),
  ]
  await page.goto(`/swap?from=${from}&to=${to}&amount=1000`)
  await page.getByRole('button', { name: 'Review swap' }).click()
  await setCoins(service, { chain: 'Delta', address: devnet.roles.solver, wei: 0n })
  return signAndSend(page)
}

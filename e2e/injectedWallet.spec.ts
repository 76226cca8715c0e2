import { expect, type Page } from '@playwright/test'
import type { Hex } from 'viem'
import { accountOf, expectBalances } from './balancesPage.ts'
import { test } from './flow.ts'
import type { InjectedWallet } from './injectedWallet.ts'
import { tamperings, tamperWithQuotes } from './quoteTampering.ts'
import { fund, type Service } from './service.ts'
import {
  amountOverTwoChains,
  askForSwap,
  expectExactChange,
  expectExplorerLinks,
  expectInHistory,
  readBothSides,
  signAndSend,
  watchToTheEnd,
} from './swapFlow.ts'

const sign = 'eth_signTypedData_v4'

test('an injected wallet swaps from two chains, signing typed data on each', async ({
  page,
  service,
  wallet,
}) => {
  const account = await connect(page, { service, wallet })
  await expectBalances(page, { service, account })
  const before = await readBothSides(service, account)
  await askForSwap(page, amountOverTwoChains(before))
  const quote = await signAndSend(page)
  expect(wallet.countOf(sign)).toBe(2)
  await watchToTheEnd(page, quote)
  await expectExplorerLinks(page)
  await expectExactChange(service, { quote, before })
  await expectInHistory(page, quote)
})

/** Connects the injected wallet, funds its account from the faucet and shows the balances. */
async function connect(page: Page, { service, wallet }: Connecting): Promise<Hex> {
  await page.goto('/')
  const request = page.waitForRequest(/\/v3\/balances\/aggregated-balance/)
  await page.getByRole('button', { name: /^Connect a wallet/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click()
  const account = accountOf((await request).url())
  await fund(service, { address: account })
  await page.goto('/')
  return account
}

type Connecting = { service: Service; wallet: InjectedWallet }

import { expect } from '@playwright/test'
import { readLocalKeyAddress, readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { test } from '../../fixtures/flow.ts'
import { expectBalances, expectExactBalances, tryItNow } from '../../pages/balancesPage.ts'
import { formatQuoteAmount } from '../../pages/formatExact.ts'
import { expectTrue, readReview } from '../../pages/reviewPage.ts'
import { getChain, getMember, type ServiceInfo } from '../../product/service.ts'
import { findAnnounced, injectAttackerScript } from '../../wallets/attackerScript.ts'
import {
  getAmountOverAllChains,
  askForSwap,
  expectExactChange,
  expectExplorerLinks,
  expectInHistory,
  readBothSides,
  type SentQuote,
  signAndSend,
  watchToTheEnd,
} from '../../pages/swapFlow.ts'

test('on an empty profile: try it now, swap from every chain, Solana too, watch it complete, find it again', async ({
  page,
  service,
}) => {
  await page.goto('/')
  const account = await tryItNow(page)
  const solana = await readLocalSolanaAddress(page)
  await expectBalances(page, { service, account, solana })

  const before = await readBothSides(service, { address: account, solana })
  await askForSwap(page, getAmountOverAllChains(before))
  const words = await readReview(page)
  const quote = await signAndSend(page)
  expectTrue(words, { service, quote })
  expect(
    new Set(quote.originChainsOperations.map((it) => getChain(service, it.assetType))),
  ).toEqual(new Set(service.chains))
  await watchToTheEnd(page, quote)
  await expectExplorerLinks(page, service.chains.length + 1)
  await expectExactChange(service, { quote, before })
  await expectInHistory(page, { quote, words: historyWords(service, quote) })
  await page.getByRole('link', { name: 'Balances', exact: true }).click()
  await expectExactBalances(page, { service, account, solana })
})

test('no script is told of the local wallet, and one that finds it gets no signature', async ({
  page,
  wallet,
}) => {
  await page.goto('/')
  await tryItNow(page)
  const owner = await readLocalKeyAddress(page)
  // The injected wallet is found, so the discovery works.
  await expect.poll(() => findAnnounced(page)).toContain(wallet.name)
  expect(await findAnnounced(page)).not.toContain('Local wallet')
  const { ask } = await injectAttackerScript(page)
  for (const [method, params] of [
    ['personal_sign', ['0x61', owner]],
    ['eth_signTypedData_v4', [owner, '{}']],
    ['wallet_signAuthorization', [{ address: owner, chainId: 1, nonce: 0 }]],
    ['eth_sendTransaction', [{ from: owner, to: owner, value: '0x1' }]],
  ] as const)
    expect(await ask(method, [...params]), method).toEqual({ code: 4200 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** What the history must show of the swap: amount paid, route, amount received, status. */
function historyWords(
  service: ServiceInfo,
  { originToken, destinationToken }: SentQuote,
): string[] {
  const { amount, assetType } = destinationToken
  return [
    `${formatQuoteAmount(BigInt(originToken.amount), 6)} USDC`,
    `Swap to ETH on ${getChain(service, assetType).name}`,
    `${formatQuoteAmount(BigInt(amount), getMember(service, assetType).decimals)} ETH`,
    'Completed',
  ]
}

import { expect } from '@playwright/test'
import { test } from './flow.ts'
import { expectBalances, expectExactBalances, tryItNow } from './balancesPage.ts'
import { quoteText } from './exactText.ts'
import { expectTrue, readReview } from './reviewPage.ts'
import { chainOf, memberOf, type Service } from './service.ts'
import {
  amountOverTwoChains,
  askForSwap,
  expectExactChange,
  expectExplorerLinks,
  expectInHistory,
  readBothSides,
  type SentQuote,
  signAndSend,
  watchToTheEnd,
} from './swapFlow.ts'

test('on an empty profile: try it now, swap from two chains, watch it complete, find it again', async ({
  page,
  service,
}) => {
  await page.goto('/')
  const account = await tryItNow(page)
  await expectBalances(page, { service, account })

  const before = await readBothSides(service, account)
  await askForSwap(page, amountOverTwoChains(before))
  const words = await readReview(page)
  const quote = await signAndSend(page)
  expectTrue(words, { service, quote })
  expect(new Set(quote.originChainsOperations.map((it) => it.assetType)).size).toBe(2)
  await watchToTheEnd(page, quote)
  await expectExplorerLinks(page)
  await expectExactChange(service, { quote, before })
  await expectInHistory(page, { quote, words: historyWords(service, quote) })
  await page.getByRole('link', { name: 'Balances', exact: true }).click()
  await expectExactBalances(page, { service, account })
})

/** What the history says of the swap: paid, where it went, what came of it. */
function historyWords(service: Service, { originToken, destinationToken }: SentQuote): string[] {
  const { amount, assetType } = destinationToken
  return [
    `${quoteText(BigInt(originToken.amount), 6)} USDC`,
    `Swap to ETH on ${chainOf(service, assetType).name}`,
    `${quoteText(BigInt(amount), memberOf(service, assetType).decimals)} ETH`,
    'Completed',
  ]
}

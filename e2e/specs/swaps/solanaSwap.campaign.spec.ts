import { expect } from '@playwright/test'
import { readLocalSolanaAddress } from '../../pages/accountDialog.ts'
import { expectBalances, expectExactBalances, tryItNow } from '../../pages/balancesPage.ts'
import { test } from '../../fixtures/flow.ts'
import { readAmount } from '../../pages/holdings.ts'
import { getAsset } from '../../product/service.ts'
import { formatArrival, generateSolanaAddress, sendExactly } from '../../pages/solanaFlow.ts'
import {
  expectExactChange,
  expectExplorerLinks,
  expectInHistory,
  readBothSides,
} from '../../pages/swapFlow.ts'

test('on an empty profile: one balance over EVM chains and Solana, spent across both', async ({
  page,
  service,
}) => {
  // Four executions, one after the other.
  await page.goto('/')
  const address = await tryItNow(page)
  const solana = await readLocalSolanaAddress(page)
  const owned = { address, solana }
  await expectBalances(page, { service, account: address, solana })

  const pair = { from: 'agg:sol', to: 'agg:eth' }
  const before = await readBothSides(service, owned, pair)
  const quote = await sendExactly(page, { service, owned, wanted: { ...pair, amount: '3' } })
  await expectExactChange(service, { quote, before })
  await expectExplorerLinks(page, 2)
  await expectInHistory(page, {
    quote,
    words: [
      '3.00 SOL',
      'Swap to ETH',
      formatArrival(service, quote).split(' on ')[0] ?? '',
      'Completed',
    ],
  })

  const [onFirth, onReef] = ['Firth', 'Reef'].map((name) => getAsset(service, 'agg:usdc', name))
  if (onFirth === undefined || onReef === undefined) throw new Error('There is USDC on both.')
  for (const from of [onFirth, onReef])
    await test.step(`USDC from ${from === onReef ? 'Reef' : 'Firth'} to an address without a token account`, async () => {
      const friend = generateSolanaAddress()
      const wanted = { from, to: onReef, amount: '25', recipient: friend }
      const sent = await sendExactly(page, { service, owned, wanted })
      expect(await readAmount(service, { address: friend, assetType: onReef })).toBe(
        BigInt(sent.destinationToken.amount),
      )
    })

  const back = { from: getAsset(service, 'agg:sol', 'Reef'), to: onReef }
  await sendExactly(page, { service, owned, wanted: { ...back, amount: '1' } })
  await page.getByRole('link', { name: 'Balances', exact: true }).click()
  await expectExactBalances(page, { service, account: address, solana })
})

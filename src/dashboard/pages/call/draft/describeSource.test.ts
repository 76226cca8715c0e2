import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { createFormats } from '../../../components/amounts/createFormats.ts'
import { describeSource } from '../editor/RequirementsPanel.tsx'
import { readCallForm } from './callForm.ts'
import { callSearch } from './callSearch.ts'

const { aggregatedAssetId, members } = getUsdc()
const [here, elsewhere] = [getMember(0), getMember(1)]

function getUsdc() {
  const usdc = devnet.aggregates.find((one) => one.aggregatedAssetId === 'agg:usdc')
  if (!usdc) throw new Error('Expected USDC on the devnet.')
  return usdc
}

function getMember(index: number) {
  const member = members[index]
  if (!member) throw new Error('Expected USDC on two chains of the devnet.')
  return member
}

/** Says where 100 USDC come from, by what is held here and on another chain. */
function describe(
  [own, others]: readonly [number, number],
  more: { from?: string; unavailable?: BalanceRecord['unavailableChains'] } = {},
) {
  const funds: BalanceRecord = {
    accounts: {},
    balanceByAggregatedAsset: [
      {
        aggregatedAssetId,
        balance: String(own + others),
        fiatValue: 0,
        individualAssetBalances: [
          { assetType: here.assetType, balance: `${own}000000`, fiatValue: 0 },
          { assetType: elsewhere.assetType, balance: `${others}000000`, fiatValue: 0 },
        ],
      },
    ],
    balanceBySpecificAsset: [],
    totalBalance: { fiatValue: 0 },
    unavailableChains: more.unavailable,
  }
  const chain = here.assetType.split('/')[0] ?? ''
  const search = { ...callSearch.read(new URLSearchParams({ chain })), from: more.from ?? '' }
  const known = { network: devnet, accounts: [], balances: funds, funds, nowSeconds: 1000 }
  const form = readCallForm(search, known)
  const asset = form?.assets.find(({ assetType }) => assetType === here.assetType)
  return (
    asset &&
    describeSource(asset, { units: 100_000_000n, formats: createFormats({ locale: 'en-US' }) })
  )
}

test('what is missing is said to come from other chains only where they hold all of it', () => {
  expect(describe([0, 100])).toBe('You have none here. 100.00 USDC comes from your other chains.')
  expect(describe([40, 60])).toBe(
    'You have 40.00 USDC here. 60.00 USDC comes from your other chains.',
  )
  expect(describe([0, 0])).toBe(
    'You hold no USDC. 100.00 USDC is bought with what you pay in the next step.',
  )
  expect(describe([40, 10])).toBe(
    'You have 40.00 USDC here. 60.00 USDC comes from what you pay in the next step.',
  )
})

test('nothing is said of other chains while one is unread or another asset pays', () => {
  const neutral = 'You have none here. 100.00 USDC comes from what you pay in the next step.'
  const { chainId } = devnet.chains.at(-1) ?? {}
  expect(describe([0, 0], { unavailable: chainId && [chainId] })).toBe(neutral)
  expect(describe([0, 100], { from: 'agg:eth' })).toBe(neutral)
  expect(describe([0, 100], { from: aggregatedAssetId })).toContain('your other chains')
})

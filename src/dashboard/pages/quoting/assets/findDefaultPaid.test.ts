import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { buildHeldBalances } from '#testing/dashboard/heldBalances.ts'
import { findDefaultPaid } from './useDefaultPaid.ts'

test('a form pays with USDC at first, or with what is worth most where there is no USDC', () => {
  const record = buildHeldBalances('0')
  const ether = {
    aggregatedAssetId: 'agg:eth',
    balance: '1',
    individualAssetBalances: [],
    fiatValue: 450,
  }
  const others = record.balanceByAggregatedAsset.filter(
    ({ aggregatedAssetId }) => aggregatedAssetId !== 'agg:eth',
  )
  const held = { ...record, balanceByAggregatedAsset: [...others, ether] }
  expect(findDefaultPaid(devnet, undefined)).toBe('agg:usdc')
  expect(findDefaultPaid(devnet, record)).toBe('agg:usdc')
  expect(findDefaultPaid(devnet, held)).toBe('agg:eth')
  const [chain] = devnet.chains
  const unread = { ...held, unavailableChains: chain ? [chain.chainId] : [] }
  expect(findDefaultPaid(devnet, unread)).toBe('agg:usdc')
})

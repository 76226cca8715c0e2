import { expect, test } from 'vitest'

import { withChains } from '#networks/chooseChains.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { Member } from '#networks/network.ts'
import { buildStarterSet } from './buildStarterSet.ts'

const member: Member = {
  assetType: 'eip155:1/slip44:60',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  feed: '0x0000000000000000000000000000000000000001',
  maxAgeSeconds: 1,
}

test.each([[[71_117_001]], [[71_117_001, 71_117_003]], [[71_117_001, 71_117_002, 71_117_003]]])(
  'over the chains %j an account gets 5,000 of each stablecoin and one Ether',
  (numbers) => {
    const { aggregates } = withChains(devnet, numbers)
    const [usdc, usdt, eth] = aggregates.map(({ members }) => {
      const given = buildStarterSet(members)
      return members.reduce((sum, { assetType, decimals }) => {
        const amount = given.find((transfer) => transfer.assetType === assetType)?.amount ?? 0n
        return sum + amount * 10n ** BigInt(18 - decimals)
      }, 0n)
    })
    expect([usdc, usdt, eth]).toEqual([5_000n, 5_000n, 1n].map((whole) => whole * 10n ** 18n))
  },
)

test.each([2, 3, 4, 5, 6])('on %d chains none holds all of it', (count) => {
  const members = Array.from({ length: count }, (_, index): Member => {
    return { ...member, assetType: `eip155:${index + 1}/slip44:60` }
  })
  const amounts = buildStarterSet(members).map(({ amount }) => amount)
  expect(amounts).toHaveLength(count)
  expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(10n ** 18n)
})

import { expect, test } from 'vitest'

import { formatAmount } from '#protocol/ids/amount.ts'
import { describeLeft } from './describeLeft.ts'

const [firth, delta] = ['Firth', 'Delta'].map((name) => ({ chain: { name } }))
const asset = {
  units: 1_000_000_100n,
  decimals: 6,
  symbol: 'USDC',
  members: [
    { units: 1_000_000_000n, chain: { name: 'Firth' } },
    { units: 100n, chain: { name: 'Delta' } },
    { units: 0n, chain: { name: 'Lagoon' } },
  ],
}
const of = {
  most: 1_000_000_000n,
  format: (units: bigint, { decimals }: { decimals: number }) => formatAmount(units, decimals),
}

test('what stays is named with the chains that are not drawn from', () => {
  expect(describeLeft(asset, { ...of, legs: firth ? [firth] : [] })).toBe(
    '0.0001 USDC on Delta stays behind: moving it costs more than it’s worth.',
  )
})

test('where every chain is drawn from, only the amount is named', () => {
  expect(describeLeft(asset, { ...of, legs: firth && delta ? [firth, delta] : [] })).toBe(
    '0.0001 USDC stays behind: moving it costs more than it’s worth.',
  )
})

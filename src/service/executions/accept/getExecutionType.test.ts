import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { getExecutionType } from './acceptQuote.ts'

const own = '0x66A7d3C6523bbF8201Bc1279Dd664a040540820d'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.each([
  { from: [usdc(0)], to: usdc(1), as: 'one asset on two chains', type: 'TRANSFER' },
  { from: [usdc(0), usdc(2)], to: usdc(1), as: 'an aggregate into a member', type: 'TRANSFER' },
  { from: [usdc(0)], to: eth(1), as: 'two specific assets that differ', type: 'SWAP' },
  { from: [usdc(0), eth(0)], to: usdc(1), as: 'one of two assets that differs', type: 'SWAP' },
])('$as to somebody else is a $type', ({ from, to, type }) => {
  expect(getType(from, { to, recipient: friend })).toBe(type)
  expect(getType(from, { to, recipient: own.toLowerCase() })).toBe('SWAP')
})

function getType(from: AssetType[], { to, recipient }: { to: AssetType; recipient: string }) {
  const chain = to.slice(0, to.indexOf('/'))
  return getExecutionType(
    {
      id: `0x${'1'.repeat(64)}`,
      originChainsOperations: [],
      expirationTimestamp: '1800000000',
      tamperProofSignature: '0x',
      accounts: [{ sessionAddress: own, adminAddress: own, accountAddress: own }],
      originToken: {
        aggregatedAssetId: 'agg:single',
        amount: '1',
        assetType: from,
        fiatValue: [],
      },
      destinationToken: {
        aggregatedAssetId: 'agg:single',
        amount: '1',
        assetType: to,
        fiatValue: '1',
        minimumAmount: '1',
        minimumFiatValue: '1',
        recipientAccount: `${chain}:${recipient}`,
      },
    },
    devnet,
  )
}

function usdc(position: number): AssetType {
  return member('agg:usdc', position)
}

function eth(position: number): AssetType {
  return member('agg:eth', position)
}

function member(aggregatedAssetId: string, position: number): AssetType {
  const aggregate = devnet.aggregates.find((one) => one.aggregatedAssetId === aggregatedAssetId)
  const assetType = aggregate?.members[position]?.assetType
  if (!assetType) throw new Error(`${aggregatedAssetId} has no member ${position}.`)
  return assetType
}

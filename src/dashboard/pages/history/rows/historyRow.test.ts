import { describe, expect, it } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { AssetType } from '#protocol/ids/caip.ts'
import { identifyChains } from '../../../components/flow/chainIdentity.ts'
import { toUnlistedRecord } from '../../amounts/sumPaidAmount.ts'
import { getFailLabel } from './failLabel.ts'
import { toHistoryRow, type RowNames } from './historyRow.ts'
import { buildTestRecord as record } from '#testing/dashboard/record.ts'

const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const names: RowNames = {
  assets: devnet.aggregates.map((aggregate) => ({
    ...aggregate,
    aggregatedEntities: [...aggregate.members],
  })),
  chains: identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name }))),
  prices: new Map(
    devnet.aggregates
      .flatMap(({ members }) => members)
      .filter(({ symbol }) => symbol === 'USDC')
      .map(({ assetType }) => [assetType, 1]),
  ),
  order: 'createdAt',
}

describe('historyRow', () => {
  it('names what was paid, what was to arrive and where', () => {
    const row = toHistoryRow(record(), names)
    expect(row.paid).toEqual({ units: 3_000_000_000n, decimals: 6, symbol: 'USDC' })
    expect(row.received?.symbol).toBe('ETH')
    expect(row.destination.name).toBe('Lagoon')
    expect(row.paidUsd).toBe(3000)
  })

  it('takes its value from the feeds, never from the answer', () => {
    const { originToken } = record()
    const [first] = originToken.assetType
    if (!first) throw new Error('Expected a paid amount.')
    const fiatValue = [{ assetType: first, fiatValue: '246000000.00', amount: '5000000' }]
    const lying = record({ originToken: { ...originToken, fiatValue } })
    expect(toHistoryRow(lying, names).paidUsd).toBe(5)
    expect(toHistoryRow(lying, { ...names, prices: undefined }).paidUsd).toBeUndefined()
  })

  it('draws the larger leg first', () => {
    expect(toHistoryRow(record(), names).legs.map(({ chain }) => chain.name)).toEqual([
      'Delta',
      'Firth',
    ])
  })

  it.each([
    ['PENDING', 'waiting', false],
    ['IN_PROGRESS', 'moving', false],
    ['EXECUTED', 'done', false],
    ['COMPLETED', 'done', false],
    ['REFUNDED', 'returned', true],
    ['FAILED', 'failed', true],
  ] as const)('draws %s as %s', (status, state, hasFailed) => {
    const row = toHistoryRow(record({ status }), names)
    expect(row.legs.map((leg) => leg.state)).toEqual([state, state])
    expect(row.hasFailed).toBe(hasFailed)
  })

  it('tells the time that the list is sorted by', () => {
    expect(toHistoryRow(record(), names).atMs).toBe(Date.UTC(2026, 10, 21, 4, 42, 2))
    const updated = toHistoryRow(record(), { ...names, order: 'updatedAt' })
    expect(updated.atMs).toBe(Date.UTC(2026, 10, 21, 5, 0, 0))
  })

  it('says whether the recipient is somebody else, and its name', () => {
    expect(toHistoryRow(record(), names).isToOther).toBe(false)
    const sent = record()
    const destinationToken = {
      ...sent.destinationToken,
      recipientAccount: `eip155:71117003:${other}`,
    }
    const paid = { ...sent, destinationToken }
    expect(toHistoryRow(paid, names)).toMatchObject({ isToOther: true, recipient: other })
    const isMine = toHistoryRow(paid, { ...names, own: [other.toLowerCase()] })
    expect(isMine.isToOther).toBe(false)
    const addresses = new Map([[other.toLowerCase(), 'Mira']])
    expect(toHistoryRow(paid, { ...names, addresses }).recipientName).toBe('Mira')
  })
})

describe('failLine', () => {
  it('fills what it knows and leaves no braces', () => {
    const row = toHistoryRow(record({ status: 'REFUNDED' }), names)
    expect(getFailLabel('SLIPPAGE', row)).toBe('The price moved past your slippage limit')
    expect(getFailLabel('UNKNOWN', row)).toBe('Something stopped this swap')
  })

  it('shows a reason that is not known as it came', () => {
    expect(getFailLabel('BRAND_NEW', toHistoryRow(record(), names))).toBe('BRAND_NEW')
  })

  it('names a token on no list by itself, and marks it', () => {
    const assetType = `${devnet.chains[0]?.chainId}/erc20:0x00000000000000000000000000000000000000d1`
    const { destinationToken } = record()
    const own = AssetType.parse(assetType)
    const odd = record({
      destinationToken: { ...destinationToken, assetType: own, amount: '39875492066' },
    })
    expect(toHistoryRow(odd, names)).toMatchObject({ received: undefined, isUnlisted: false })
    const token = { assetType: own, symbol: 'ODD', name: 'Odd token', decimals: 8 }
    const row = toHistoryRow(odd, { ...names, assets: [...names.assets, toUnlistedRecord(token)] })
    expect(row.received).toEqual({
      units: 39_875_492_066n,
      decimals: 8,
      symbol: 'ODD',
      isUnlisted: true,
    })
    expect([row.isUnlisted, row.receivedUsd]).toEqual([true, undefined])
  })
})

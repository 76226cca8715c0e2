import { describe, expect, it } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { identifyChains } from '../../components/flow/chainIdentity.ts'
import { failLine } from './failLine.ts'
import { historyRow, type RowNames } from './historyRow.ts'
import { testRecord as record } from '#testing/dashboard/record.ts'

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
    const row = historyRow(record(), names)
    expect(row.paid).toEqual({ units: 3_000_000_000n, decimals: 6, symbol: 'USDC' })
    expect(row.received?.symbol).toBe('ETH')
    expect(row.destination.name).toBe('Lagoon')
    expect(row.paidUsd).toBe(3000)
  })

  it('takes its value from the feeds, never from the answer', () => {
    const { originToken } = record()
    const [first] = originToken.assetType
    if (!first) throw new Error('Something was paid.')
    const fiatValue = [{ assetType: first, fiatValue: '246000000.00', amount: '5000000' }]
    const lying = record({ originToken: { ...originToken, fiatValue } })
    expect(historyRow(lying, names).paidUsd).toBe(5)
    expect(historyRow(lying, { ...names, prices: undefined }).paidUsd).toBeUndefined()
  })

  it('draws the larger leg first', () => {
    expect(historyRow(record(), names).legs.map(({ chain }) => chain.name)).toEqual([
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
  ] as const)('draws %s as %s', (status, state, isBroken) => {
    const row = historyRow(record({ status }), names)
    expect(row.legs.map((leg) => leg.state)).toEqual([state, state])
    expect(row.isBroken).toBe(isBroken)
  })

  it('tells the time that the list is sorted by', () => {
    expect(historyRow(record(), names).atMs).toBe(Date.UTC(2026, 10, 21, 4, 42, 2))
    const updated = historyRow(record(), { ...names, order: 'updatedAt' })
    expect(updated.atMs).toBe(Date.UTC(2026, 10, 21, 5, 0, 0))
  })

  it('names the recipient only when it is somebody else', () => {
    expect(historyRow(record(), names).otherRecipient).toBeUndefined()
    const sent = record()
    const destinationToken = {
      ...sent.destinationToken,
      recipientAccount: `eip155:71117003:${other}`,
    }
    const paid = { ...sent, destinationToken }
    expect(historyRow(paid, names).otherRecipient).toBe(other)
    const isMine = historyRow(paid, { ...names, own: [other.toLowerCase()] })
    expect(isMine.otherRecipient).toBeUndefined()
  })
})

describe('failLine', () => {
  it('fills what it knows and leaves no braces', () => {
    const row = historyRow(record({ status: 'REFUNDED' }), names)
    expect(failLine('SLIPPAGE', row)).toBe('The price moved past your limit')
    expect(failLine('UNKNOWN', row)).toBe('Something stopped this swap')
  })

  it('shows a reason that is not known as it came', () => {
    expect(failLine('BRAND_NEW', historyRow(record(), names))).toBe('BRAND_NEW')
  })
})

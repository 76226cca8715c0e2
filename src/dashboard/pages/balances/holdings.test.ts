import { describe, expect, it } from 'vitest'

import { devnet } from '#networks/devnet.ts'
import type { BalanceRecord } from '#protocol/balance.ts'
import type { AssetType } from '#protocol/caip.ts'
import type { AssetRecord } from '#protocol/discovery.ts'
import { identifyChains } from '../../components/chainIdentity.ts'
import { type Holding, holdingsOf } from './holdings.ts'
import { sievedHoldings } from './sievedHoldings.ts'

const assets: AssetRecord[] = devnet.aggregates.map((aggregate) => ({
  aggregatedAssetId: aggregate.aggregatedAssetId,
  symbol: aggregate.symbol,
  name: aggregate.name,
  decimals: aggregate.decimals,
  aggregatedEntities: aggregate.members.map(({ assetType, decimals, name, symbol }) => ({
    assetType,
    decimals,
    name,
    symbol,
  })),
}))
const chains = identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name })))

function usdt(chain: number): AssetType {
  const members = devnet.aggregates.find(({ symbol }) => symbol === 'USDT')?.members ?? []
  const member = members[chain]
  if (!member) throw new Error(`There is no USDT on chain ${chain}.`)
  return member.assetType
}

function record(change: Partial<BalanceRecord> = {}): BalanceRecord {
  return {
    accounts: {},
    totalBalance: { fiatValue: 30 },
    balanceBySpecificAsset: [],
    balanceByAggregatedAsset: [
      {
        aggregatedAssetId: 'agg:usdt',
        balance: '30000000',
        fiatValue: 30,
        individualAssetBalances: [
          { assetType: usdt(0), balance: '10000000', fiatValue: 10 },
          { assetType: usdt(1), balance: '20000000000000000000', fiatValue: 20 },
          { assetType: usdt(2), balance: '0', fiatValue: 0 },
        ],
      },
    ],
    ...change,
  }
}

function onlyHolding(change: Partial<BalanceRecord> = {}): Holding {
  const [holding] = holdingsOf(record(change), { assets, chains }).assets
  if (!holding) throw new Error('There is a holding.')
  return holding
}

describe('holdingsOf', () => {
  it('keeps each member its own decimals and leaves out what is not there', () => {
    expect(onlyHolding().parts.map(({ chain, decimals }) => [chain.name, decimals])).toEqual([
      ['Delta', 18],
      ['Firth', 6],
    ])
  })

  it('adds up each chain', () => {
    const { byChain } = holdingsOf(record(), { assets, chains })
    expect(byChain.map(({ chain, valueUsd }) => [chain.name, valueUsd])).toEqual([
      ['Firth', 10],
      ['Delta', 20],
      ['Lagoon', 0],
    ])
  })

  it('says unknown of a chain that could not be read, never zero', () => {
    const holdings = holdingsOf(record({ unavailableChains: ['eip155:71117003'] }), {
      assets,
      chains,
    })
    expect(holdings.byChain[2]?.valueUsd).toBeUndefined()
    expect(holdings.assets[0]?.unknownOn.map(({ name }) => name)).toEqual(['Lagoon'])
  })

  it('says that an asset has no price instead of being worth nothing', () => {
    const { parts } = onlyHolding({ unpricedAssets: [usdt(0)] })
    expect(parts.find(({ chain }) => chain.name === 'Firth')?.valueUsd).toBeUndefined()
  })
})

describe('sievedHoldings', () => {
  const everything = { text: '', chain: undefined, hideSmall: true }

  it('counts what it hides for being small', () => {
    const small = { ...onlyHolding(), valueUsd: 0.5, id: 'agg:dust' }
    const { shown, hidden } = sievedHoldings([onlyHolding(), small], everything)
    expect(shown).toHaveLength(1)
    expect(hidden).toBe(1)
  })

  it('never hides what it cannot know to be small', () => {
    const unknown = onlyHolding({ unavailableChains: ['eip155:71117001'] })
    const dust = { ...unknown, valueUsd: 0 }
    expect(sievedHoldings([dust], everything).shown).toHaveLength(1)
  })

  it('finds an asset by name, symbol or contract address', () => {
    for (const text of ['tether', 'usdt', usdt(1).slice(-40).toUpperCase()])
      expect(sievedHoldings([onlyHolding()], { ...everything, text }).shown).toHaveLength(1)
    expect(sievedHoldings([onlyHolding()], { ...everything, text: 'wbtc' }).shown).toHaveLength(0)
  })

  it('shows only what is on the chosen chain', () => {
    const chosen = { ...everything, chain: 'eip155:71117003' }
    expect(sievedHoldings([onlyHolding()], chosen).shown).toHaveLength(0)
  })
})

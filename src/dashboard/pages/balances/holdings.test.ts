import { describe, expect, it } from 'vitest'

import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import {
  buildUsdtRecord,
  getUsdtOnChain,
  samplePosition,
} from '../../api/balances/sampleBalances.ts'
import { identifyChains } from '../../components/flow/chainIdentity.ts'
import { type Holding, keepChain, toHoldings } from './holdings.ts'
import { filterHoldings } from './filterHoldings.ts'

const assets = toAssetRecords(devnet)
const chains = identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name })))

function getOnlyHolding(change: Partial<BalanceRecord> = {}): Holding {
  const [holding] = toHoldings(buildUsdtRecord({}, change), { assets, chains }).assets
  if (!holding) throw new Error('Expected a holding.')
  return holding
}

describe('holdingsOf', () => {
  it('keeps each member its own decimals and leaves out what is not there', () => {
    expect(getOnlyHolding().parts.map(({ chain, decimals }) => [chain.name, decimals])).toEqual([
      ['Firth', 6],
      ['Delta', 18],
    ])
  })

  it('adds up each chain', () => {
    const { byChain } = toHoldings(buildUsdtRecord(), { assets, chains })
    expect(byChain.map(({ chain, valueUsd }) => [chain.name, valueUsd])).toEqual([
      ['Firth', 10],
      ['Delta', 20],
      ['Lagoon', 0],
    ])
  })

  it('counts what a vault owes in the total, as a holding of its own', () => {
    const [usdc] = devnet.aggregates[0]?.members ?? []
    if (!usdc) throw new Error('Expected members of USDC.')
    const { assetType } = usdc
    const before = toHoldings(buildUsdtRecord(), { assets, chains })
    const {
      totalUsd,
      byChain,
      assets: shown,
    } = toHoldings(buildUsdtRecord(), {
      assets,
      chains,
      vaults: [{ ...samplePosition, assetType, units: 100_500_000n, valueUsd: 100.5 }],
    })
    expect(totalUsd).toBe((before.totalUsd ?? 0) + 100.5)
    expect(byChain[0]?.valueUsd).toBe(110.5)
    expect(shown[0]).toMatchObject({
      name: 'USD Coin in a vault',
      units: 100_500_000n,
      parts: [{ assetType, vaulted: { units: 100_500_000n } }],
    })
  })

  it('names the chains whose vaults did not answer, once, in the order of all chains', () => {
    const unavailableChains: BalanceRecord['unavailableChains'] = ['eip155:71117003']
    const all = toHoldings(buildUsdtRecord({}, { unavailableChains }), {
      assets,
      chains,
      silentVaults: ['eip155:71117003', 'eip155:71117002', 'eip155:71117001'],
    })
    expect(all.vaultsUnknownOn.map(({ name }) => name)).toEqual(['Firth', 'Delta'])
    expect(keepChain(all, 'eip155:71117002').vaultsUnknownOn).toHaveLength(1)
  })

  it('says unknown of a chain that could not be read, never zero', () => {
    const holdings = toHoldings(buildUsdtRecord({}, { unavailableChains: ['eip155:71117003'] }), {
      assets,
      chains,
    })
    expect(holdings.byChain[2]?.valueUsd).toBeUndefined()
    expect(holdings.assets[0]?.unknownOn.map(({ name }) => name)).toEqual(['Lagoon'])
  })

  it('names the chains that could not be read in the order of all chains, not in that of the service', () => {
    const unavailableChains: BalanceRecord['unavailableChains'] = [
      'eip155:71117003',
      'eip155:71117001',
    ]
    const all = toHoldings(buildUsdtRecord({}, { unavailableChains }), { assets, chains })
    expect(all.unavailable.map(({ name }) => name)).toEqual(['Firth', 'Lagoon'])
  })

  it('counts what has no price, and calls a chain unknown where nothing has one', () => {
    const unpricedAssets = [getUsdtOnChain(0)]
    const all = toHoldings(buildUsdtRecord({}, { unpricedAssets }), { assets, chains })
    expect(all).toMatchObject({ totalUsd: 20, unpricedCount: 1 })
    expect(all.byChain.map(({ valueUsd }) => valueUsd)).toEqual([undefined, 20, 0])
    expect(keepChain(all, 'eip155:71117002').unpricedCount).toBe(0)
  })

  it('says that an asset has no price instead of being worth nothing', () => {
    const { parts } = getOnlyHolding({ unpricedAssets: [getUsdtOnChain(0)] })
    expect(parts.find(({ chain }) => chain.name === 'Firth')?.valueUsd).toBeUndefined()
  })
})

describe('sievedHoldings', () => {
  const everything = { text: '', hideSmall: true, byHand: [] }

  it('counts what it hides for being small', () => {
    const small = { ...getOnlyHolding(), valueUsd: 0.5, id: 'agg:dust' }
    const { shown, small: hidden } = filterHoldings([getOnlyHolding(), small], everything)
    expect(shown).toHaveLength(1)
    expect(hidden).toEqual({ count: 1, valueUsd: 0.5 })
  })

  it('keeps apart what the user took off the list, small or not', () => {
    const dust = { ...getOnlyHolding(), valueUsd: 0.5, id: 'agg:dust' }
    const all = [getOnlyHolding(), dust]
    const byHand = ['agg:usdt', 'agg:dust']
    const filtered = filterHoldings(all, { ...everything, byHand })
    expect(filtered).toEqual({ shown: [], small: { count: 0, valueUsd: 0 }, byHand: all })
  })

  it('never hides what it cannot know to be small', () => {
    const unknown = getOnlyHolding({ unavailableChains: ['eip155:71117001'] })
    const dust = { ...unknown, valueUsd: 0 }
    expect(filterHoldings([dust], everything).shown).toHaveLength(1)
  })

  it('finds an asset by name, symbol or contract address', () => {
    for (const text of ['tether', 'usdt', getUsdtOnChain(1).slice(-40).toUpperCase()])
      expect(filterHoldings([getOnlyHolding()], { ...everything, text }).shown).toHaveLength(1)
    expect(filterHoldings([getOnlyHolding()], { ...everything, text: 'wbtc' }).shown).toHaveLength(
      0,
    )
  })
})

describe('keepChain', () => {
  const all = toHoldings(buildUsdtRecord(), { assets, chains })

  it('keeps amounts, values and the total of one chain only, to the unit', () => {
    const { assets: kept, totalUsd } = keepChain(all, 'eip155:71117002')
    expect(totalUsd).toBe(20)
    expect(kept).toMatchObject([{ symbol: 'USDT', units: 20_000_000n, valueUsd: 20 }])
    expect(kept[0]?.parts.map(({ chain }) => chain.name)).toEqual(['Delta'])
  })

  it('shows nothing where nothing is, and everything without a chain', () => {
    expect(keepChain(all, 'eip155:71117003')).toMatchObject({ assets: [], totalUsd: 0 })
    expect(keepChain(all, undefined)).toBe(all)
  })

  it('says unknown, not zero, of a chain that could not be read', () => {
    const unavailableChains: BalanceRecord['unavailableChains'] = ['eip155:71117003']
    const unread = toHoldings(buildUsdtRecord({}, { unavailableChains }), { assets, chains })
    const { assets: kept, unavailable } = keepChain(unread, 'eip155:71117003')
    expect(unavailable.map(({ name }) => name)).toEqual(['Lagoon'])
    expect(kept[0]?.unknownOn.map(({ name }) => name)).toEqual(['Lagoon'])
  })
})

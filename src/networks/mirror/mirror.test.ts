import { zeroHash } from 'viem'
import { describe, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { buildDeploymentRecord, planMirror } from '#devnet/plan/mirrorPlan.ts'
import { generateSolanaKeys } from '#devnet/solana/plan/localSolanaKeys.ts'
import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import { chooseChains, withChains } from '../chooseChains.ts'
import { devnet } from '../devnet/devnet.ts'
import { devnetSolana } from '../devnet/devnetSolana.ts'
import { toDeployment } from '../toDeployment.ts'
import { loadNetwork } from '../loadNetwork.ts'
import { mirrorChains } from './mirrorChains.ts'

const numbers = [1, 10, 56, 137, 8453, 42_161]
const installation = { keys: devnetKeys, salt: zeroHash, quoteKey: zeroHash, apiKey: 'a' }
const deployment = JSON.stringify(buildDeploymentRecord(planMirror(installation, numbers)))
const mirror = loadNetwork('mirror', { deployment })

test('the mirror has the public chains, and no published key has a place in it', () => {
  expect(mirror.chains.map(({ chainId }) => chainId)).toEqual(numbers.map((n) => `eip155:${n}`))
  expect(mirror).toMatchObject({ isDevnet: true, hasPublishedKeys: false })
})

test('tokens stand at their public addresses with their own decimals', () => {
  expect(getMembers('agg:usdc')).toEqual([
    ['eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6],
    ['eip155:10/erc20:0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 6],
    ['eip155:56/erc20:0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18],
    ['eip155:137/erc20:0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6],
    ['eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6],
    ['eip155:42161/erc20:0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6],
  ])
  expect(getMembers('agg:usdt').map(([, decimals]) => decimals)).toEqual([6, 6, 18, 6, 6])
  expect(getMembers('agg:btc').every(([, decimals]) => decimals === 8)).toBe(true)
})

test('coins that are no Ether are members of their own aggregates and not of agg:eth', () => {
  const ethers = getMembers('agg:eth').map(([assetType]) => assetType)
  const natives = [1, 10, 8453, 42_161].map((number) => `eip155:${number}/slip44:60`)
  expect(ethers.filter((assetType) => assetType.includes('slip44'))).toEqual(natives)
  expect(getMembers('agg:bnb')).toEqual([
    ['eip155:56/slip44:60', 18],
    ['eip155:56/erc20:0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 18],
  ])
  expect(getMembers('agg:pol')).toEqual([
    ['eip155:137/slip44:60', 18],
    ['eip155:137/erc20:0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', 18],
  ])
})

test('every coin has a price of its own, apart from those that are the same coin', () => {
  const feeds = new Map(
    mirror.chains.map(({ chainId, nativeAsset }) => [
      chainId,
      mirror.aggregates
        .flatMap(({ members }) => members)
        .find(({ assetType }) => assetType === nativeAsset)?.feed,
    ]),
  )
  const [ether, bnb, pol] = ['eip155:1', 'eip155:56', 'eip155:137'].map((id) =>
    feeds.get(evmId(id)),
  )
  expect(new Set([ether, bnb, pol]).size).toBe(3)
  expect(feeds.get('eip155:8453')).toBe(ether)
})

test('currencies have feeds on every EVM chain, which are no part of what a page pins', () => {
  const named = mirror.currencies?.map(({ currency, chainId }) => `${currency} ${chainId}`)
  const wanted = mirror.chains.flatMap(({ chainId }) =>
    ['EUR', 'GBP', 'JPY'].map((currency) => `${currency} ${chainId}`),
  )
  expect(named).toEqual(wanted)
  expect(JSON.stringify(toDeployment(mirror))).not.toContain('currencyFeeds')
})

describe('with Solana', () => {
  const solanaKeys = generateSolanaKeys()
  const whole = buildDeploymentRecord(
    planMirror({ ...installation, solanaKeys }, [...numbers, 'solana']),
  )
  const network = loadNetwork('mirror', { deployment: JSON.stringify(whole) })
  const id = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

  test('the mirror has the public cluster, its program and roles being the installation’s', () => {
    expect(network.chains.at(-1)).toMatchObject({
      kind: 'solana',
      chainId: id,
      genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      isTestnet: false,
      nativeAsset: `${id}/slip44:501`,
      program: addressIn(solanaKeys.program),
      roles: { executor: addressIn(solanaKeys.executor), solver: addressIn(solanaKeys.solver) },
    })
  })

  test('its assets stand at their public mints and are priced on Ethereum', () => {
    const members = network.aggregates.flatMap((aggregate) =>
      aggregate.members
        .filter(({ assetType }) => assetType.startsWith(id))
        .map((member) => [aggregate.aggregatedAssetId, member] as const),
    )
    expect(
      members.map(([aggregate, { assetType, decimals }]) => [aggregate, assetType, decimals]),
    ).toEqual([
      ['agg:usdc', `${id}/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`, 6],
      ['agg:usdt', `${id}/token:Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB`, 6],
      ['agg:sol', `${id}/slip44:501`, 9],
    ])
    const feeds = whole.chains.find(({ chainId }) => chainId === 'eip155:1')?.feeds
    expect(members.map(([, { feed, feedChainId }]) => [feed, feedChainId])).toEqual([
      [feeds?.['usdc'], 'eip155:1'],
      [feeds?.['usdt'], 'eip155:1'],
      [feeds?.['sol'], 'eip155:1'],
    ])
    expect(new Set(Object.values(feeds ?? {})).size).toBe(Object.keys(feeds ?? {}).length)
  })

  test('without it nothing differs from a mirror that never had it', () => {
    const chains = numbers.join(',')
    expect(loadNetwork('mirror', { deployment: JSON.stringify(whole), chains })).toEqual(mirror)
    expect(planMirror({ ...installation, solanaKeys }, numbers)).toEqual(
      planMirror(installation, numbers),
    )
  })

  test('it is refused under another genesis, twice, and without the feeds of Ethereum', () => {
    const [cluster] = whole.solana ?? []
    const { chainId, genesisHash } = devnetSolana
    const cases = [
      [{ ...whole, solana: [{ ...cluster, chainId, genesisHash }] }, 'has no cluster solana:3w66'],
      [{ ...whole, solana: [cluster, cluster] }, 'has no cluster solana:5eyk'],
      [
        { ...whole, chains: whole.chains.filter((chain) => chain.chainId !== 'eip155:1') },
        'no feed that prices',
      ],
    ] as const
    for (const [damaged, sentence] of cases)
      expect(() => loadNetwork('mirror', { deployment: JSON.stringify(damaged) })).toThrow(sentence)
  })
})

describe('chains that are asked for', () => {
  test('are the only ones left, with their assets and pools', () => {
    const two = withChains(mirror, [1, 8453])
    expect(two.chains.map(({ name }) => name)).toEqual(['Ethereum', 'Base'])
    expect(two.aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId)).toEqual(
      ['usdc', 'usdt', 'eth', 'btc'].map((ticker) => `agg:${ticker}`),
    )
    expect(new Set(two.pools.map(({ chainId }) => chainId))).toEqual(
      new Set(['eip155:1', 'eip155:8453']),
    )
  })

  test('may be given in any order and are read in that of the network', () => {
    expect(chooseChains('8453, 1', numbers)).toEqual([1, 8453])
    expect(chooseChains('', numbers)).toEqual(numbers)
  })

  test('must be chains of the network', () => {
    expect(() => chooseChains('1,5', numbers)).toThrow('CHAINS names "5"')
    expect(() => loadNetwork('devnet', { chains: '1' })).toThrow('CHAINS names "1"')
  })

  test('make a smaller devnet too', () => {
    const one = loadNetwork('devnet', { chains: '71117002' })
    expect(one.chains.map(({ name }) => name)).toEqual(['Delta'])
    expect(one.aggregates).toHaveLength(devnet.aggregates.length)
  })
})

test.each([
  ['is missing', '', 'needs DEPLOYMENT'],
  ['is no JSON', '{', 'DEPLOYMENT is wrong'],
  [
    'names no chain',
    deployment.replace(/"chains":.*/, '"chains":[]}'),
    'DEPLOYMENT is wrong at chains',
  ],
  ['names another chain', deployment.replace('"eip155:1"', '"eip155:5"'), 'no chain eip155:5'],
])('a mirror whose deployment %s is refused', (_name, text, sentence) => {
  expect(() => loadNetwork('mirror', { deployment: text })).toThrow(sentence)
})

test('each chain has one vault at most, over its USDC', () => {
  expect(mirrorChains.filter(({ vault }) => vault).map(({ number }) => number)).toEqual([
    1, 8453, 42_161,
  ])
})

function addressIn(text: string): string {
  return encodeBase58(decodeBase58(text).subarray(32))
}

function getMembers(id: string): (readonly [assetType: string, decimals: number])[] {
  const aggregate = mirror.aggregates.find(({ aggregatedAssetId }) => aggregatedAssetId === id)
  return (aggregate?.members ?? []).map(({ assetType, decimals }) => [assetType, decimals] as const)
}

function evmId(text: string): `eip155:${string}` {
  return `eip155:${text.slice(7)}`
}

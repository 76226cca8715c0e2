import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Chain } from '#chains/ports/chain.ts'
import { ChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { Network } from '#networks/network.ts'

import {
  type AccountAddress,
  AssetType,
  type ChainId,
  type EvmAddress,
  isAddressOn,
} from '#protocol/ids/caip.ts'
import { BalanceQuery, BalanceRecord } from '#protocol/quotes/balance.ts'
import { createPrices } from '../prices/prices.ts'
import { createBalances } from './balances.ts'

const account: EvmAddress = '0x66A7d3C6523bbF8201Bc1279Dd664a040540820d'
const wallet = '7do7LDvkWqos9nPCiiJFCNf6aX3y9WnTzsQ7fAZt5qbQ'
const [firth, delta, lagoon, reef = 'solana:1'] = devnetWithSolana.chains.map(
  ({ chainId }) => chainId,
)
const clockMs = 1_800_000_000_000

test('sums in the widest decimals and rounds down once', async () => {
  const [onFirth, onDelta, onLagoon] = getMembers('agg:usdt')
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.bigInt({ min: 0n, max: 10n ** 27n }),
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      async (a, b, c) => {
        const held = new Map([
          [onFirth, a],
          [onDelta, b],
          [onLagoon, c],
        ])
        const { balances } = compose({ held })
        const record = await balances.read({ account: [account], aggregatedAssetId: ['agg:usdt'] })
        expect(BalanceRecord.parse(record)).toEqual(record)
        const [row] = record.balanceByAggregatedAsset
        expect(row?.balance).toBe((a + c + b / 10n ** 12n).toString())
        const members = row?.individualAssetBalances.map(({ balance }) => balance)
        expect(members).toEqual([a, b, c].map(String))
      },
    ),
    { numRuns: 50 },
  )
})

test('answers only what is asked, zero included, and counts an asset asked twice once', async () => {
  const [usdc] = getMembers('agg:usdc')
  if (!usdc) throw new Error('The devnet has no USDC.')
  const { balances } = compose({ held: new Map([[usdc, 5_000_000n]]) })

  const onlyOne = await balances.read({ account: [account], assetId: [usdc] })
  expect(onlyOne.balanceByAggregatedAsset).toEqual([])
  expect(onlyOne.balanceBySpecificAsset).toEqual([
    { assetType: usdc, balance: '5000000', fiatValue: 5 },
  ])
  const both = await balances.read({
    account: [account],
    aggregatedAssetId: ['agg:usdc', 'agg:btc'],
    assetId: [usdc],
  })
  expect(both.balanceByAggregatedAsset.map(({ balance }) => balance)).toEqual(['5000000', '0'])
  expect(both.totalBalance.fiatValue).toBe(5)
  expect(both.accounts).toEqual({ evm: account })

  const all = await balances.readV2({ address: account })
  expect(all.balanceByAggregatedAsset).toHaveLength(devnet.aggregates.length)
})

test('refuses an asset it does not know, and says which field names it', async () => {
  const { balances } = compose({ held: new Map() })
  const query = { account: [account], aggregatedAssetId: ['agg:usdc', 'agg:doge'] }
  await expect(balances.read(query)).rejects.toMatchObject({
    code: 'UNSUPPORTED_ASSET',
    issues: [{ path: 'aggregatedAssetId', message: expect.stringContaining('agg:doge') }],
  })
  const assetId: AssetType[] = ['eip155:71117001/slip44:61']
  await expect(balances.readV2({ address: account, assetId })).rejects.toMatchObject({
    issues: [{ path: 'assetId' }],
  })
})

test('names a chain that is down and leaves its assets out', async () => {
  const [onFirth = '', , onLagoon = ''] = getMembers('agg:usdc')
  const held = new Map([
    [onFirth, 1_000_000n],
    [onLagoon, 2_000_000n],
  ])
  const { balances } = compose({ held, down: lagoon })
  const record = await balances.read({ account: [account], aggregatedAssetId: ['agg:usdc'] })
  expect(record.unavailableChains).toEqual([lagoon])
  expect(record.balanceByAggregatedAsset[0]?.balance).toBe('1000000')
  expect(record.balanceByAggregatedAsset[0]?.individualAssetBalances).toHaveLength(2)
  expect(record.totalBalance.fiatValue).toBe(1)
})

test('names a token that does not answer by its chain', async () => {
  const [, onDelta = ''] = getMembers('agg:usdc')
  const { balances } = compose({ held: new Map(), broken: onDelta })
  const record = await balances.read({ account: [account], aggregatedAssetId: ['agg:usdc'] })
  expect(record.unavailableChains).toEqual([delta])
})

test('asks a chain once for many, and again after the balance was forgotten', async () => {
  const { balances, reads } = compose({ held: new Map() })
  const query = { account: [account], aggregatedAssetId: ['agg:usdc'] }
  await Promise.all([
    balances.read(query),
    balances.read(query),
    balances.readV2({ address: account }),
  ])
  expect(reads.get(firth ?? '')).toBe(1)
  balances.forget('0x66a7d3c6523bbf8201bc1279dd664a040540820d')
  await balances.read(query)
  expect(reads.get(firth ?? '')).toBe(2)
})

describe('with a Solana chain', () => {
  test('asks each chain for the address of its ecosystem and sums over both', async () => {
    const [onFirth, , , onReef] = getMembers('agg:usdc')
    const sol: AssetType = `${reef}/slip44:501`
    const held = new Map([
      [onFirth, 1_000_000n],
      [onReef, 2_000_000n],
      [sol, 3_000_000_000n],
    ])
    for (const normalized of [`solana:${wallet}`, `${reef}:${wallet}`]) {
      const { balances, asked } = compose({ held, network: devnetWithSolana })
      const query = BalanceQuery.parse({
        account: `${normalized},eip155:1:${account.toLowerCase()}`,
        aggregatedAssetId: 'agg:usdc,agg:sol',
        assetId: sol,
      })
      const record = await balances.read(query)
      expect(BalanceRecord.parse(record)).toEqual(record)
      expect(record.accounts).toEqual({ evm: account, solana: wallet })
      expect(record.balanceByAggregatedAsset.map(({ balance }) => balance)).toEqual([
        '3000000',
        '3000000000',
      ])
      expect(record.balanceBySpecificAsset).toEqual([
        { assetType: sol, balance: '3000000000', fiatValue: 3 },
      ])
      expect(record).toMatchObject({ unavailableChains: [], unpricedAssets: [] })
      expect(asked.length).toBe(4)
      for (const [chainId, address] of asked) expect(isAddressOn(address, chainId)).toBe(true)
    }
  })

  test('counts nothing on the chains of an ecosystem that no account is named of', async () => {
    const held = new Map(getMembers('agg:usdc').map((type) => [type, 5_000_000n]))
    const { balances, asked } = compose({ held, network: devnetWithSolana })
    const record = await balances.read({ account: [wallet], aggregatedAssetId: ['agg:usdc'] })
    expect(record.accounts).toEqual({ solana: wallet })
    expect(record.balanceByAggregatedAsset[0]?.balance).toBe('5000000')
    expect(asked).toEqual([[reef, wallet]])
    const v2 = await balances.readV2({ address: account, assetId: [`${reef}/slip44:501`] })
    expect(v2.balanceBySpecificAsset).toEqual([
      { assetType: `${reef}/slip44:501`, balance: '0', fiatValue: 0 },
    ])
  })

  test('names the chain when it is down, and what its feeds alone would have priced', async () => {
    const [onFirth, , , onReef = ''] = getMembers('agg:usdc')
    const held = new Map([
      [onFirth, 1_000_000n],
      [onReef, 2_000_000n],
    ])
    const query = { account: [account, wallet], aggregatedAssetId: ['agg:usdc'] }
    const network = devnetWithSolana
    const down = await compose({ held, network, down: reef }).balances.read(query)
    expect(down.unavailableChains).toEqual([reef])
    expect(down.balanceByAggregatedAsset[0]?.balance).toBe('1000000')
    expect(down.totalBalance.fiatValue).toBe(1)

    const unfed = await compose({ held, network, down: firth }).balances.read({
      account: [wallet],
      assetId: [AssetType.parse(onReef), `${reef}/slip44:501`],
    })
    expect(unfed.unpricedAssets).toEqual([onReef, `${reef}/slip44:501`])
    expect(unfed.unavailableChains).toEqual([])
    expect(unfed.balanceBySpecificAsset[0]?.balance).toBe('2000000')
    expect(unfed.totalBalance.fiatValue).toBe(0)
  })
})

test('one caller reads few tokens that no list names at a time, and nothing else waits for them', async () => {
  const ends: (() => void)[] = []
  const { balances } = compose({
    held: new Map(),
    unlisted: () => new Promise((resolve) => ends.push(resolve)),
  })
  const odd = AssetType.parse(`${firth}/erc20:0x00000000000000000000000000000000000000b1`)
  const query = { account: [account], assetId: [odd] }
  const flood = Array.from({ length: 6 }, () => balances.read(query, 'one'))
  await expect.poll(() => ends.length).toBe(2)
  await balances.read({ account: [account], aggregatedAssetId: ['agg:usdc'] }, 'one')
  const other = balances.read(query, 'another')
  await expect.poll(() => ends.length).toBe(3)
  ends.at(-1)?.()
  expect((await other).balanceBySpecificAsset).toHaveLength(1)
  for (const [index] of flood.entries()) {
    await expect.poll(() => ends.length > index || ends.length === 7).toBe(true)
    for (const end of ends) end()
  }
  await Promise.all(flood)
})

/** Balances over fixed chain values. */
function compose(options: {
  held: ReadonlyMap<string | undefined, bigint>
  down?: ChainId | undefined
  broken?: string
  network?: Network
  /** Resolves when tokens that no list names have been read. */
  unlisted?: () => Promise<void>
}) {
  const { network = devnet } = options
  const reads = new Map<string, number>()
  const asked: [ChainId, AccountAddress][] = []
  const chains = new Map<ChainId, Chain>(
    network.chains.map(({ chainId }) => [
      chainId,
      chainWith(chainId, { ...options, reads, asked }),
    ]),
  )
  const prices = createPrices({ network, chains, clock: () => clockMs })
  return { balances: createBalances({ network, chains, prices }), reads, asked }
}

function chainWith(
  chainId: ChainId,
  options: {
    held: ReadonlyMap<string | undefined, bigint>
    down?: ChainId | undefined
    broken?: string
    unlisted?: () => Promise<void>
    reads: Map<string, number>
    asked: [ChainId, AccountAddress][]
  },
): Chain {
  const { held, down, broken, reads, asked, unlisted } = options
  const block = { blockNumber: 1n, blockTime: BigInt(clockMs / 1000) }
  return {
    chainId,
    readHoldings: async (address, assetTypes) => {
      asked.push([chainId, address])
      reads.set(chainId, (reads.get(chainId) ?? 0) + 1)
      if (chainId === down) throw new ChainUnavailableError(chainId, { reason: 'test' })
      const balances = assetTypes.map((type) =>
        type === broken ? undefined : (held.get(type) ?? 0n),
      )
      return { ...block, code: 'none', balances }
    },
    readTokens: async (assetTypes) => {
      await unlisted?.()
      if (chainId === down) throw new ChainUnavailableError(chainId, { reason: 'test' })
      return assetTypes.map((type) => ({
        decimals: 9,
        symbol: 'ODD',
        balance: held.get(type) ?? 0n,
      }))
    },
    readMarket: async (feeds) => {
      if (chainId === down) throw new ChainUnavailableError(chainId, { reason: 'test' })
      const round = { answer: 10n ** 8n, startedAt: block.blockTime, updatedAt: block.blockTime }
      return { ...block, gasPrice: 1n, feeds: feeds.map(() => round) }
    },
    isHeldBy: async () => false,
    quotePool: async () => undefined,
    prepareOperation: async () => ({ revertData: '0x' }),
    prepareCalls: async () => ({ revertData: '0x' }),
  }
}

function getMembers(aggregatedAssetId: string): AssetType[] {
  const aggregate = devnetWithSolana.aggregates.find(
    (one) => one.aggregatedAssetId === aggregatedAssetId,
  )
  return aggregate?.members.map(({ assetType }) => assetType) ?? []
}

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { type AggregatedAssetId, AssetType, type ChainId } from '#protocol/ids/caip.ts'
import {
  compareBalances,
  type OnChainBalances,
  mergeOnChainBalances,
  onChainBalancesOptions,
  sumOnChainBalances,
} from './onChainBalances.ts'
import { createApi } from '../service/client.ts'
import { balancesOptions } from './reportedBalances.ts'
import { getUsdtOnChain, buildUsdtRecord } from './sampleBalances.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const onSolana = devnetSolana.roles.payee
const usdcOnReef = AssetType.parse(`${devnetSolana.chainId}/token:${devnetSolana.mints.usdc}`)

/** Balances on the chains, by account. */
function holding(...each: [string, [AssetType, bigint][]][]): OnChainBalances['units'] {
  return new Map(each.map(([owner, units]) => [toAddressKey(owner), new Map(units)]))
}

/** Compares a chain's reading with a service that reports 10 USDT on Firth. */
function read(firth: bigint, before?: OnChainBalances): OnChainBalances {
  const units = holding([account, [[getUsdtOnChain(0), firth]]])
  return compareBalances([{ account, record: buildUsdtRecord() }], {
    units,
    network: devnet,
    before,
  })
}

test('only a difference that stands in two readings in a row is told', () => {
  const first = read(3_000_000n)
  const difference = {
    account,
    assetType: getUsdtOnChain(0),
    reported: 10_000_000n,
    held: 3_000_000n,
  }
  expect(first).toMatchObject({ suspects: [difference], mismatches: [] })
  const second = read(4_000_000n, first)
  expect(second.mismatches).toEqual([{ ...difference, held: 4_000_000n }])
  const agreed = read(10_000_000n, second)
  expect(agreed).toMatchObject({ suspects: [], mismatches: [] })
  expect(read(3_000_000n, agreed).mismatches).toEqual([])
})

test('what another account, or another asset, differed in before is no second reading', () => {
  const before = read(3_000_000n)
  const records = [{ account: other, record: buildUsdtRecord() }] as const
  const units = holding([other, [[getUsdtOnChain(0), 3_000_000n]]])
  expect(compareBalances(records, { units, network: devnet, before }).mismatches).toEqual([])
  const delta = holding([account, [[getUsdtOnChain(1), 1n]]])
  const said = [{ account, record: buildUsdtRecord() }]
  expect(compareBalances(said, { units: delta, network: devnet, before })).toMatchObject({
    suspects: [{ assetType: getUsdtOnChain(1) }],
    mismatches: [],
  })
})

test('what chains say of an account stands together, and what none says is not there', () => {
  const [firth, delta] = [0, 1].map((chain) => ({
    units: holding([account, [[getUsdtOnChain(chain), BigInt(chain)]]]),
    suspects: [],
    mismatches: [],
  }))
  if (!firth || !delta) throw new Error('There are two chains.')
  const [first, second] = devnet.chains.map(({ chainId }) => chainId)
  if (!first || !second) throw new Error('There are two chains.')
  expect(mergeOnChainBalances(new Map([[second, delta]])).units).toEqual(delta.units)
  const both = mergeOnChainBalances(
    new Map([
      [first, firth],
      [second, delta],
    ]),
  )
  const sum = [0, 1].map((chain) => [getUsdtOnChain(chain), BigInt(chain)] as const)
  expect(sumOnChainBalances(both, [{ account }])).toEqual(new Map(sum))
})

test('a chain that did not answer is named, and has no part in what is known', () => {
  const units = holding([account, [[getUsdtOnChain(0), 1n]]])
  const [first, second] = devnet.chains.map(({ chainId }) => chainId)
  if (!first || !second) throw new Error('There are two chains.')
  const answered = { units, suspects: [], mismatches: [] }
  const together = mergeOnChainBalances(
    new Map<ChainId, OnChainBalances | 'silent'>([
      [first, answered],
      [second, 'silent'],
    ]),
  )
  expect(together.units).toEqual(units)
  expect(together.unresponsiveChains).toEqual([second])
  expect(mergeOnChainBalances(new Map([[first, answered]])).unresponsiveChains).toEqual([])
})

test('accounts of both kinds are summed, each on the chains that it can be on', () => {
  const units = holding(
    [account, [[getUsdtOnChain(0), 1n]]],
    [
      other,
      [
        [getUsdtOnChain(0), 2n],
        [getUsdtOnChain(1), 5n],
      ],
    ],
    [onSolana, [[usdcOnReef, 7n]]],
  )
  const owners = [account, other, onSolana].map((owner) => ({ account: owner }))
  expect(sumOnChainBalances({ units }, owners)).toEqual(
    new Map([
      [getUsdtOnChain(0), 3n],
      [usdcOnReef, 7n],
    ]),
  )
})

test('a reading that began before funds moved never stands in the place of one that began after', async () => {
  const queries = new QueryClient()
  const answers: ((response: Response) => void)[] = []
  const api = createApi({ fetch: () => new Promise((resolve) => answers.push(resolve)) })
  const first = devnet.chains.slice(0, 1)
  const [{ chainId } = { chainId: devnetSolana.chainId }] = first
  // An account of another kind of chain: nothing of it is read on this one.
  function build(id: AggregatedAssetId) {
    return onChainBalancesOptions(balancesOptions(api, [onSolana], [id]), {
      network: { ...devnet, chains: first },
      rpcUrls: new Map(),
      accounts: [{ accountAddress: onSolana }],
    })
  }
  const { queryKey } = build('agg:usdc')
  queries.setQueryData(queryKey, new Map())
  const observer = new QueryObserver(queries, build('agg:usdc'))
  const stop = observer.subscribe(() => undefined)
  void queries.invalidateQueries({ queryKey })
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  observer.setOptions(build('agg:usdt'))
  void queries.invalidateQueries({ queryKey })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  function getReading() {
    return queries.getQueryData(queryKey)?.get(chainId)
  }
  answers[1]?.(Response.json(buildUsdtRecord()))
  await vi.waitFor(() => expect(getReading()).toBeDefined())
  const newer = getReading()
  answers[0]?.(Response.json(buildUsdtRecord()))
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(getReading()).toBe(newer)
  stop()
})

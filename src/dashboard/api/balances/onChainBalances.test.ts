import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { AssetType, type ChainId } from '#protocol/ids/caip.ts'
import {
  addReading,
  type OnChainBalances,
  mergeOnChainBalances,
  sumOnChainBalances,
} from './onChainBalances.ts'
import { getUsdtOnChain } from './sampleBalances.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const onSolana = devnetSolana.roles.payee
const usdcOnReef = AssetType.parse(`${devnetSolana.chainId}/token:${devnetSolana.mints.usdc}`)

/** Balances on the chains, by account. */
function holding(...each: [string, [AssetType, bigint][]][]): OnChainBalances['units'] {
  return new Map(each.map(([owner, units]) => [toAddressKey(owner), new Map(units)]))
}

test('what chains say of an account stands together, and what none says is not there', () => {
  const [firth, delta] = [0, 1].map((chain) => ({
    units: holding([account, [[getUsdtOnChain(chain), BigInt(chain)]]]),
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
  const answered = { units }
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

test('a reading that began before funds moved never stands in the place of one that began after', () => {
  const { chainId } = devnetSolana
  const [older, newer, newest] = [1n, 2n, 3n].map((units) => ({
    units: holding([onSolana, [[usdcOnReef, units]]]),
  }))
  if (!older || !newer || !newest) throw new Error('There are three readings.')
  const first = addReading(new Map(), { chainId, read: newer, run: 2 })
  expect(first.get(chainId)).toBe(newer)
  for (const read of [older, 'silent' as const])
    expect(addReading(first, { chainId, read, run: 1 }).get(chainId)).toBe(newer)
  expect(addReading(first, { chainId, read: newest, run: 3 }).get(chainId)).toBe(newest)
  expect(addReading(first, { chainId, read: 'silent', run: 3 }).get(chainId)).toBe('silent')
})

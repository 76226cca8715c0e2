import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { AssetType, type ChainId } from '#protocol/ids/caip.ts'
import { compareHeld, type Held, joinHeld, sumHeld } from './heldBalances.ts'
import { usdtOn, usdtRecord } from './sampleBalances.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const onSolana = devnetSolana.roles.payee
const usdcOnReef = AssetType.parse(`${devnetSolana.chainId}/token:${devnetSolana.mints.usdc}`)

/** What chains say, by account. */
function holding(...each: [string, [AssetType, bigint][]][]): Held['units'] {
  return new Map(each.map(([owner, units]) => [toAddressKey(owner), new Map(units)]))
}

/** A reading of a chain after `before`: the service says 10 USDT on Firth. */
function read(firth: bigint, before?: Held): Held {
  const units = holding([account, [[usdtOn(0), firth]]])
  return compareHeld([{ account, record: usdtRecord() }], { units, network: devnet, before })
}

test('only a difference that stands in two readings in a row is told', () => {
  const first = read(3_000_000n)
  const difference = { account, assetType: usdtOn(0), said: 10_000_000n, held: 3_000_000n }
  expect(first).toMatchObject({ suspects: [difference], differences: [] })
  const second = read(4_000_000n, first)
  expect(second.differences).toEqual([{ ...difference, held: 4_000_000n }])
  const agreed = read(10_000_000n, second)
  expect(agreed).toMatchObject({ suspects: [], differences: [] })
  expect(read(3_000_000n, agreed).differences).toEqual([])
})

test('what another account, or another asset, differed in before is no second reading', () => {
  const before = read(3_000_000n)
  const records = [{ account: other, record: usdtRecord() }] as const
  const units = holding([other, [[usdtOn(0), 3_000_000n]]])
  expect(compareHeld(records, { units, network: devnet, before }).differences).toEqual([])
  const delta = holding([account, [[usdtOn(1), 1n]]])
  const said = [{ account, record: usdtRecord() }]
  expect(compareHeld(said, { units: delta, network: devnet, before })).toMatchObject({
    suspects: [{ assetType: usdtOn(1) }],
    differences: [],
  })
})

test('what chains say of an account stands together, and what none says is not there', () => {
  const [firth, delta] = [0, 1].map((chain) => ({
    units: holding([account, [[usdtOn(chain), BigInt(chain)]]]),
    suspects: [],
    differences: [],
  }))
  if (!firth || !delta) throw new Error('There are two chains.')
  const [first, second] = devnet.chains.map(({ chainId }) => chainId)
  if (!first || !second) throw new Error('There are two chains.')
  expect(joinHeld(new Map([[second, delta]])).units).toEqual(delta.units)
  const both = joinHeld(
    new Map([
      [first, firth],
      [second, delta],
    ]),
  )
  const sum = [0, 1].map((chain) => [usdtOn(chain), BigInt(chain)] as const)
  expect(sumHeld(both, [{ account }])).toEqual(new Map(sum))
})

test('a chain that did not answer is named, and has no part in what is known', () => {
  const units = holding([account, [[usdtOn(0), 1n]]])
  const [first, second] = devnet.chains.map(({ chainId }) => chainId)
  if (!first || !second) throw new Error('There are two chains.')
  const answered = { units, suspects: [], differences: [] }
  const together = joinHeld(
    new Map<ChainId, Held | 'silent'>([
      [first, answered],
      [second, 'silent'],
    ]),
  )
  expect(together.units).toEqual(units)
  expect(together.silent).toEqual([second])
  expect(joinHeld(new Map([[first, answered]])).silent).toEqual([])
})

test('accounts of both kinds are summed, each on the chains that it can be on', () => {
  const units = holding(
    [account, [[usdtOn(0), 1n]]],
    [
      other,
      [
        [usdtOn(0), 2n],
        [usdtOn(1), 5n],
      ],
    ],
    [onSolana, [[usdcOnReef, 7n]]],
  )
  const owners = [account, other, onSolana].map((owner) => ({ account: owner }))
  expect(sumHeld({ units }, owners)).toEqual(
    new Map([
      [usdtOn(0), 3n],
      [usdcOnReef, 7n],
    ]),
  )
})

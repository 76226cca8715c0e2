import { expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import { createFormats } from '#dashboard/components/amounts/createFormats.ts'
import { buildAssetChoices, type ChosenAsset, findChoice } from './assetChoices.ts'
import { describeSpending } from './describeSpending.ts'
import { getNamedChains, leaveOut, readChains } from './sourceChains.ts'
import { describeSources } from './sourceGroups.ts'

const format = createFormats({ locale: 'en-US' }).amount
const chains = identifyChains(
  devnetWithSolana.chains.map(({ chainId, name }) => ({ chain: chainId, name })),
)
const usdt = devnetWithSolana.aggregates.find(({ symbol }) => symbol === 'USDT')
const chainIds = devnetWithSolana.chains.map(({ chainId }) => chainId)

/** The choice of an aggregate with what each of its members holds, in whole tokens. */
function hold(symbol: string, whole: (index: number) => bigint | undefined): ChosenAsset {
  const chosen = findChoice(
    buildAssetChoices(devnetWithSolana, { balances: undefined, chains }),
    `agg:${symbol}`,
  )
  if (!chosen) throw new Error(`There is no ${symbol}.`)
  const { asset } = chosen
  const members = asset.members.map((member, index) => {
    const held = whole(index)
    const units = held === undefined ? undefined : held * 10n ** BigInt(member.decimals)
    return { ...member, units, valueUsd: held === undefined ? undefined : Number(held) }
  })
  const total = members.reduce((sum, _, index) => sum + (whole(index) ?? 0n), 0n)
  const units = total * 10n ** BigInt(asset.decimals)
  return { asset: { ...asset, members, units, valueUsd: Number(total) }, only: undefined }
}

test('a chain that is left out is neither counted nor named, whatever its decimals', () => {
  const all = hold('usdt', () => 10n)
  expect(leaveOut(all, [])).toBe(all)
  expect(getNamedChains(all, all)).toBeUndefined()
  for (const out of chainIds) {
    const left = leaveOut(all, [out])
    const kept = usdt?.members.filter(({ assetType }) => !assetType.startsWith(`${out}/`)) ?? []
    expect(left?.asset.units).toBe(BigInt(kept.length) * 10n * 10n ** 6n)
    expect(left?.asset.valueUsd).toBe(kept.length * 10)
    expect(left && getNamedChains(left, all)).not.toContain(out)
  }
  const [only] = all.asset.members
  const single = { ...all, only }
  expect(leaveOut(single, chainIds)).toBe(single)
})

test('the choice of chains is read leniently and said in words', () => {
  const [first, second, ...others] = chainIds
  expect(readChains(`${first},nonsense,,${second}`)).toEqual([first, second])
  expect(readChains(null)).toEqual([])
  const { asset } = hold('usdt', () => 1n)
  const names = new Map(asset.members.map(({ chainId, chain }) => [chainId, chain.name]))
  const [onFirst, onSecond] = [first, second].map((id) => id && names.get(id))
  expect(describeSources(asset, [])).toBe('Any chain')
  expect(describeSources(asset, first ? [first] : [])).toBe(`All except ${onFirst}`)
  expect(describeSources(asset, [...(first ? [first] : []), ...others])).toBe(`Only ${onSecond}`)
  expect(describeSources(asset, chainIds)).toBe('No chain')
})

test('who spends all of a coin reads that nothing stays for gas, and of any asset what was not counted', () => {
  const known = hold('usdt', () => 10n)
  expect(describeSpending(known, { amount: known.asset.units, format })).toBeUndefined()
  const coin = hold('sol', () => 10n)
  expect(describeSpending(coin, { amount: coin.asset.units, format })).toBe(
    'Fees come out of this amount, so you don’t need to keep any for them.',
  )
  const unread = hold('usdt', (index) => (index === 0 ? undefined : 10n))
  const name = unread.asset.members[0]?.chain.name
  expect(describeSpending(unread, { amount: unread.asset.units, format })).toContain(
    `Excludes ${name}`,
  )
})

test('a Solana account that would be left with less than it needs is told before it is asked', () => {
  const sol = hold('sol', () => 2n)
  const { units = 0n } = sol.asset
  expect(describeSpending(sol, { amount: units - 5_000n, format })).toBe(
    'A Solana account must keep at least 0.00089088 SOL or nothing. Pay less, or pay all of it.',
  )
  expect(describeSpending(sol, { amount: units - 890_880n, format })).toBeUndefined()
})

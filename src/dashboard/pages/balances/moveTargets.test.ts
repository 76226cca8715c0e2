import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { toAssetRecords } from '#networks/toAssetRecords.ts'
import {
  buildUsdtRecord,
  getUsdtOnChain,
  samplePosition,
} from '../../api/balances/sampleBalances.ts'
import { identifyChains } from '../../components/flow/chainIdentity.ts'
import { toHoldings } from './holdings.ts'
import { getMoveAllTargets, getWithdrawal } from './moveTargets.ts'

const chains = identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name })))
const [usdt] = toHoldings(buildUsdtRecord(), { assets: toAssetRecords(devnet), chains }).assets
if (!usdt) throw new Error('Expected USDT.')

test('each chain is offered with exactly what stands on the others', () => {
  const targets = getMoveAllTargets(usdt, { network: devnet, chains })
  const read = targets.map(({ chain, href }) => {
    const search = new URLSearchParams(href.split('?')[1])
    return [chain.name, search.get('from'), search.get('to'), search.get('amount')]
  })
  expect(read).toEqual([
    ['Firth', getUsdtOnChain(1), getUsdtOnChain(0), '20'],
    ['Delta', getUsdtOnChain(0), getUsdtOnChain(1), '10'],
    ['Lagoon', 'agg:usdt', getUsdtOnChain(2), '30'],
  ])
})

test('what stands on one chain only is not offered there, and what is in a vault nowhere', () => {
  const one = { ...usdt, parts: usdt.parts.slice(0, 1) }
  const names = getMoveAllTargets(one, { network: devnet, chains }).map(({ chain }) => chain.name)
  expect(names).toEqual(['Delta', 'Lagoon'])
  const parts = usdt.parts.map((part) => ({ ...part, vaulted: { ...samplePosition, ...part } }))
  expect(getMoveAllTargets({ ...usdt, parts }, { network: devnet, chains })).toEqual([])
})

test('all shares of the account that makes calls are taken out, and those of no other', () => {
  const [account, other] = [devnetAddresses.usdc, devnetAddresses.weth]
  const assetType = getUsdtOnChain(1)
  const shares = [
    { account: other, units: 5n },
    { account, units: 7_000_001n },
  ]
  const vaulted = { ...samplePosition, assetType, units: 1n, valueUsd: 1, shares }
  const { href = '', entered } = getWithdrawal(vaulted, account) ?? {}
  const search = new URLSearchParams(href.split('?')[1])
  const args = ['7.000001e6', account, account]
  const fn = 'redeem(uint256,address,address)'
  expect(search.get('chain')).toBe(splitAssetType(assetType).chainId)
  expect(JSON.parse(search.get('calls') ?? '')).toEqual([
    { to: samplePosition.vault, abi: 'erc4626', fn, args },
  ])
  expect(entered).toEqual([samplePosition.vault, fn, ...args])
  expect(getWithdrawal(vaulted, devnetAddresses.vault)).toBeUndefined()
  expect(getWithdrawal(vaulted, undefined)).toBeUndefined()
})

test('a chain with a coin and its wrapped token is offered once, with the coin', () => {
  const ether = devnet.aggregates.find(({ aggregatedAssetId }) => aggregatedAssetId === 'agg:eth')
  if (!ether) throw new Error('Expected Ether.')
  const [first] = ether.members
  const [part] = usdt.parts
  if (!first || !part) throw new Error('Expected a coin and a part.')
  const holding = {
    ...usdt,
    id: 'agg:eth',
    symbol: 'ETH',
    decimals: 18,
    parts: [{ ...part, assetType: first.assetType }],
  }
  const targets = getMoveAllTargets(holding, { network: devnet, chains })
  expect(targets.map(({ chain }) => chain.name)).toEqual(['Delta', 'Lagoon'])
  for (const { href } of targets)
    expect(new URLSearchParams(href.split('?')[1]).get('to')).toContain('slip44')
})

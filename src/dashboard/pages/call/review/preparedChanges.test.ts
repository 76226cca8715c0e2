import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { preparedEvidence, recordedCalls } from '#testing/verifier/recordedCalls.ts'
import { sampleRoots as roots } from '#testing/verifier/sampleCase.ts'
import { decodeKnownCall } from '#dashboard/review/cases/decodeKnownCall.ts'
import { type PreparedFacts, verifyPrepared } from '#dashboard/review/verifyPrepared.ts'
import { findPreparedChanges, findSimulatedChanges } from './preparedChanges.ts'

const { usdc, weth, vault } = devnetAddresses
const attacker = '0x00000000000000000000000000000000DeaDBeef'
const abi = parseAbi([
  'function transfer(address, uint256)',
  'function deposit()',
  'function redeem(uint256, address, address)',
])
const [recorded] = recordedCalls.values()
if (!recorded) throw new Error('Expected a recorded call.')
const { facts } = verifyPrepared(preparedEvidence(recorded, recorded.prepared))
if (!facts) throw new Error('Expected facts.')
const { chain, account } = facts.operation

/** The recorded operation with other calls, nothing lent and no fee. */
function withCalls(calls: readonly { to: Hex; data: Hex; value?: bigint }[]): PreparedFacts {
  if (!facts) throw new Error('Expected facts.')
  return {
    ...facts,
    lent: [],
    fee: undefined,
    calls: calls.map(({ to, data, value = 0n }) => ({
      to,
      data,
      value,
      known: decodeKnownCall({ to, data, value }, { roots, chain }),
      decoded: undefined,
    })),
  }
}

function read(calls: Parameters<typeof withCalls>[0]) {
  const { changes, isOpen } = findPreparedChanges(withCalls(calls), roots)
  return [...changes.map(({ asset, change }) => `${change} ${asset.symbol}`), isOpen]
}

test('what the calls of an account move is told by their bytes, summed up per asset', () => {
  const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [attacker, 5n] })
  const back = encodeFunctionData({
    abi,
    functionName: 'transfer',
    args: [account.accountAddress, 9n],
  })
  const wrap = encodeFunctionData({ abi, functionName: 'deposit' })
  expect(
    read([
      { to: usdc, data: transfer },
      { to: usdc, data: transfer },
      { to: usdc, data: back },
    ]),
  ).toEqual(['-10 USDC', false])
  expect(read([{ to: weth, data: wrap, value: 7n }])).toEqual(['-7 ETH', '7 WETH', false])
})

test('a call whose effect only the chain knows is said to be open', () => {
  const redeem = encodeFunctionData({
    abi,
    functionName: 'redeem',
    args: [1n, account.accountAddress, account.accountAddress],
  })
  expect(read([{ to: vault, data: redeem }])).toEqual([true])
  expect(read([{ to: attacker, data: '0x12345678' }])).toEqual([true])
})

test('the shares of a vault, which no list names, are shown as the simulation says', () => {
  const reported = { symbol: 'evUSDC', decimals: 6 }
  const share = { token: vault, reported, before: 5n, brought: 0n, after: 105n }
  const coin = { token: undefined, reported: undefined, before: 9n, brought: 0n, after: 1n }
  const listed = { token: usdc, reported: undefined, before: 9n, brought: 0n, after: 1n }
  const changes = [share, coin, listed]
  const assets = [
    { token: usdc, symbol: 'USDC', decimals: 6 },
    { token: undefined, symbol: 'ETH', decimals: 18 },
  ]
  const shares = { ...reported, token: vault, isListed: false, change: 100n }
  expect(findSimulatedChanges({ changes }, assets, false)).toEqual([shares])
  expect(findSimulatedChanges({ changes: [{ ...share, after: 5n }] }, assets, false)).toEqual([])
  expect(findSimulatedChanges(undefined, assets, true)).toEqual([])
  // Where the bytes do not say all, what is listed is shown as well.
  expect(findSimulatedChanges({ changes }, assets, true)).toMatchObject([
    shares,
    { symbol: 'ETH', decimals: 18, token: undefined, isListed: true, change: -8n },
    { symbol: 'USDC', decimals: 6, token: usdc, isListed: true },
  ])
})

import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { EvmNetwork } from '#networks/network.ts'
import { computeOwnAccount } from '#dashboard/wallets/accounts/choice/ownAccounts.ts'
import type { Move, WalletHolding } from './walletHoldings.ts'
import { buildMove, toMoveSteps } from './moveSteps.ts'

const owner = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const target = { owner, kind: 'roleBased' } as const
const [firth, delta] = devnet.chains
const usdc = devnet.aggregates.find(({ symbol }) => symbol === 'USDC')?.members[0]?.assetType
if (!firth || !delta || !usdc) throw new Error('Expected two chains.')
const { accountAddress } = computeOwnAccount(devnet, target)

function move(change: Partial<WalletHolding> = {}, amount = 1_500_000n): Move {
  const asset: WalletHolding = {
    chain: { chain: firth?.chainId ?? '', name: 'Firth', code: 'FI', slot: 1 },
    chainId: firth?.chainId ?? 'eip155:1',
    assetType: usdc ?? 'eip155:1/slip44:60',
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    held: 1_500_000n,
    movable: 1_500_000n,
    isNative: false,
    valueUsd: 1.5,
    isGasMissing: false,
    maxFeeWei: 1n,
    coin: { symbol: 'ETH', decimals: 18 },
    ...change,
  }
  return { asset, amount }
}

/** The call that makes a move, with its chain. */
function build(one: Move, to: Parameters<typeof buildMove>[1]) {
  const [step] = toMoveSteps([one], new Set())
  if (!step) throw new Error('Expected a step.')
  const { chainId, calls } = buildMove({ ...step, recipient: accountAddress }, to)
  return { chainId, ...calls[0] }
}

const ether = move({ assetType: firth.nativeAsset, symbol: 'ETH', isNative: true }, 7n)

test('a token moves by a plain transfer of exactly the chosen units to the account of the key', () => {
  const call = build(move({ held: 2_000_000n, movable: 2_000_000n }), {
    network: devnet,
    target,
  })
  const recipient = accountAddress.slice(2).toLowerCase().padStart(64, '0')
  const units = 1_500_000n.toString(16).padStart(64, '0')
  expect(call).toEqual({
    chainId: 71_117_001,
    to: usdc.split('erc20:')[1],
    value: 0n,
    data: `0xa9059cbb${recipient}${units}`,
  })
})

test('the coin moves by its value, without any data', () => {
  const call = build(ether, { network: devnet, target })
  expect(call).toEqual({ chainId: 71_117_001, to: accountAddress, value: 7n, data: '0x' })
})

test('nothing is built for a chain on which the account would not be that of the key', () => {
  const contracts = { ...firth.contracts, roleAccount: firth.contracts.basicAccount }
  // The account's address comes from the first chain; here another one has other contracts.
  const other = { ...firth, contracts }
  const network: EvmNetwork = { ...devnet, chains: [delta, other] }
  expect(() => build(move(), { network, target })).toThrow('wouldn’t control this account')
})

test('nothing is built for another account of the key than the one that was reviewed', () => {
  const other = { owner, kind: 'basic' } as const
  expect(() => build(move(), { network: devnet, target: other })).toThrow(
    `for your account ${accountAddress}`,
  )
})

test('an own address has nothing to move in, as it is the account', () => {
  const own = { owner, kind: 'eip7702' } as const
  expect(() => build(move(), { network: devnet, target: own })).toThrow('no account there')
})

test('steps go chain by chain with the coin last; a batch holds all of its chain', () => {
  const onDelta = move({ chainId: delta.chainId })
  const all = [ether, onDelta, move()]
  const plain = toMoveSteps(all, new Set())
  expect(plain.map(({ chainId, transfers }) => [chainId, transfers[0]?.symbol])).toEqual([
    [firth.chainId, 'USDC'],
    [firth.chainId, 'ETH'],
    [delta.chainId, 'USDC'],
  ])
  const batched = toMoveSteps(all, new Set([71_117_001, 71_117_002]))
  expect(batched.map(({ isBatch, transfers }) => [isBatch, transfers.length])).toEqual([
    [true, 2],
    [false, 1],
  ])
})

import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { decodeKnownCall } from '#dashboard/review/cases/decodeKnownCall.ts'
import { getEvmRootChains } from '#dashboard/review/cases/roots.ts'
import { sampleRoots as roots } from '#testing/verifier/sampleCase.ts'
import { describeEffect } from './describeEffect.ts'

const { usdc, weth, vault } = devnetAddresses
const account = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const attacker = '0x00000000000000000000000000000000DeaDBeef'
const [chain] = getEvmRootChains(roots)
const formats = {
  locale: 'en-US',
  shown: { currency: 'USD', perUsd: 1 },
  amount: (units: bigint, { decimals }: { decimals: number }) =>
    String(Number(units) / 10 ** decimals),
  asset: ({ units, decimals, symbol }: { units: bigint; decimals: number; symbol: string }) =>
    `${Number(units) / 10 ** decimals} ${symbol}`,
  usd: String,
  dollars: String,
  share: String,
  limit: String,
}
const abi = parseAbi([
  'function transfer(address, uint256)',
  'function transferFrom(address, address, uint256)',
  'function approve(address, uint256)',
  'function increaseAllowance(address, uint256)',
  'function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)',
  'function deposit()',
  'function withdraw(uint256)',
])
const vaultAbi = parseAbi([
  'function deposit(uint256, address)',
  'function mint(uint256, address)',
  'function withdraw(uint256, address, address)',
  'function redeem(uint256, address, address)',
])
const hash = `0x${'11'.repeat(32)}` as const

function describeCall(to: Hex, data: Hex, value = 0n) {
  if (!chain) throw new Error('Expected a chain of the devnet.')
  const known = decodeKnownCall({ to, data, value }, { roots, chain })
  return known && describeEffect(known.effect, { formats, account })
}

/** Reads a call and returns its description, with the parties by their whole address. */
function read(to: Hex, data: Hex, value = 0n) {
  const { text, parties = [] } = describeCall(to, data, value) ?? {}
  return [text, ...parties.map(({ name, value: address }) => `${name}: ${address}`)]
}

test('calls of a listed token are told in its own units, with everybody who takes part', () => {
  expect(read(usdc, encodeTokenCall('transfer', 900_000_000n))).toEqual([
    'Send 900 USDC to 0x0000…Beef',
    `recipient: ${attacker}`,
  ])
  expect(read(usdc, encodeTokenCall('approve', 5_000_000n))[0]).toBe(
    'Allow 0x0000…Beef to spend up to 5 USDC at any time until revoked',
  )
  expect(read(usdc, encodeTokenCall('increaseAllowance', 2n ** 256n - 1n))[0]).toBe(
    'Allow 0x0000…Beef to spend any amount of USDC at any time until revoked',
  )
  const moved = encodeFunctionData({
    abi,
    functionName: 'transferFrom',
    args: [account, attacker, 1_500_000n],
  })
  expect(read(usdc, moved)).toEqual([
    'Move 1.5 USDC from your account to 0x0000…Beef',
    `recipient: ${attacker}`,
  ])
  const permitted = encodeFunctionData({
    abi,
    functionName: 'permit',
    args: [account, attacker, 7_000_000n, 1n, 27, hash, hash],
  })
  expect(read(usdc, permitted)[1]).toBe(`spender: ${attacker}`)
})

test('coins, and what wraps them, are told by the value of the call', () => {
  const wrap = encodeFunctionData({ abi, functionName: 'deposit' })
  const unwrap = encodeFunctionData({ abi, functionName: 'withdraw', args: [10n ** 18n] })
  expect(read(weth, wrap, 25n * 10n ** 16n)).toEqual(['Wrap 0.25 ETH'])
  expect(read(weth, unwrap)).toEqual(['Unwrap 1 WETH'])
  expect(read(attacker, '0x', 10n ** 18n)).toEqual([
    'Send 1 ETH to 0x0000…Beef',
    `recipient: ${attacker}`,
  ])
})

test('the vault is told with who gets what of it', () => {
  expect(read(vault, encodeDeposit('deposit'))).toEqual([
    'Deposit 100 USDC into the vault; your account gets the shares',
  ])
  expect(read(vault, encodeDeposit('mint'))).toEqual([
    'Buy 100000000 base units of vault shares with USDC; your account gets them',
  ])
  expect(read(vault, encodeWithdrawal('withdraw'))).toEqual([
    'Withdraw 7 USDC from the vault for your own shares; 0x0000…Beef gets it',
    `recipient: ${attacker}`,
  ])
  expect(read(vault, encodeWithdrawal('redeem'))[0]).toBe(
    'Redeem 7000000 base units of vault shares for USDC; 0x0000…Beef gets it',
  )
})

test('shares are told in the units that the vault reports', () => {
  if (!chain) throw new Error('Expected a chain of the devnet.')
  const shares = { symbol: 'vUSDC', decimals: 6 }
  const known = decodeKnownCall(
    { to: vault, data: encodeWithdrawal('redeem'), value: 0n },
    { roots, chain },
  )
  expect(known && describeEffect(known.effect, { formats, account, shares }).text).toBe(
    'Redeem 7 vUSDC (vault shares) for USDC; 0x0000…Beef gets it',
  )
})

test('what is not to the byte such a call of such a contract is not put into words', () => {
  const transfer = encodeFunctionData({ abi, functionName: 'transfer', args: [attacker, 1n] })
  expect(describeCall(attacker, transfer), 'of a token nobody listed').toBeUndefined()
  expect(describeCall(usdc, `${transfer}00`), 'with a byte too many').toBeUndefined()
  expect(describeCall(usdc, transfer, 1n), 'with coins').toBeUndefined()
  expect(describeCall(usdc, '0x12345678'), 'of another function').toBeUndefined()
})

function encodeTokenCall(
  functionName: 'transfer' | 'approve' | 'increaseAllowance',
  units: bigint,
): Hex {
  return encodeFunctionData({ abi, functionName, args: [attacker, units] })
}

function encodeDeposit(functionName: 'deposit' | 'mint'): Hex {
  return encodeFunctionData({ abi: vaultAbi, functionName, args: [100_000_000n, account] })
}

function encodeWithdrawal(functionName: 'withdraw' | 'redeem'): Hex {
  return encodeFunctionData({ abi: vaultAbi, functionName, args: [7_000_000n, attacker, account] })
}

import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Call } from '#protocol/quotes/callQuote.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { createEvmClient, type EvmClient } from '../rpc/client.ts'
import { type SimulationRequest, tryCalls } from './tryCalls.ts'

const { usdc, weth, vault } = devnetAddresses
const account: EvmAddress = '0x000000000000000000000000000000000000bEEF'
const abi = parseAbi([
  'function deposit(uint256 assets, address receiver)',
  'function withdraw(uint256 assets, address receiver, address owner)',
  'function transfer(address to, uint256 amount)',
])
const hundred = 100_000_000n

let devnet: TestDevnet
let client: EvmClient
beforeAll(async () => {
  devnet = await startTestDevnet()
  const [chain] = devnet.network.chains
  if (!chain) throw new Error('The devnet has no chain.')
  client = createEvmClient(chain.chainId, { rpcUrl: chain.rpcUrl, maxTrialMs: 10_000 })
})
afterAll(() => devnet.stop())

async function run(calls: readonly Call[], part: Partial<SimulationRequest> = {}) {
  const { solver } = devnet.network.roles
  const tokens = [usdc, weth]
  return tryCalls(client, {
    account,
    calls,
    overrides: [],
    tokens,
    solver,
    needs: undefined,
    ...part,
  })
}

function deposit(units: bigint): Call {
  const data = encodeFunctionData({ abi, functionName: 'deposit', args: [units, account] })
  return { to: vault, data, value: '0x0' }
}

function withdraw(units: bigint): Call {
  const args = [units, account, account] as const
  return {
    to: vault,
    data: encodeFunctionData({ abi, functionName: 'withdraw', args }),
    value: '0x0',
  }
}

function send(units: bigint): Call {
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [vault, units] })
  return { to: usdc, data, value: '0x0' }
}

test('finds the token and the exact allowance that a deposit takes, and what it leaves', async () => {
  const { needs, calls, changes, gasUsed } = await run([deposit(hundred)])
  expect(needs).toEqual({
    tokens: [{ token: usdc, amount: hundred }],
    allowances: [{ token: usdc, spender: vault, amount: hundred }],
  })
  expect(calls.map(({ isSuccess }) => isSuccess)).toEqual([true])
  expect(changes).toMatchObject([
    { token: usdc, before: 0n, brought: hundred, after: 0n },
    { token: expect.stringMatching(new RegExp(vault, 'i')), before: 0n, brought: 0n },
  ])
  expect(changes[1]?.after).toBeGreaterThan(0n)
  expect(changes[1]?.reported?.symbol).not.toBe('?')
  expect(gasUsed).toBeGreaterThan(50_000n)
})

test('asks for the most that is out at a time, whatever comes back', async () => {
  const { needs, changes } = await run([deposit(hundred), withdraw(40_000_000n), send(30_000_000n)])
  expect(needs?.tokens).toEqual([{ token: usdc, amount: hundred }])
  expect(changes[0]).toMatchObject({ token: usdc, brought: hundred, after: 10_000_000n })
})

test.each([
  ['that takes what it may', '5000'],
  // Reverts where it does not get it.
  ['that insists on all of the balance', '6062575f5ffd5b00'],
])('infers nothing for a contract %s: it would be offered everything', async (_, end) => {
  const greedy: EvmAddress = '0x000000000000000000000000000000000000d41e'
  const overrides = [{ address: greedy, code: buildTaker(usdc, end) }]
  const { needs, calls, changes } = await run([{ to: greedy, data: '0x', value: '0x0' }], {
    overrides,
  })
  expect(needs).toEqual({ tokens: [], allowances: [] })
  expect(calls.map(({ isSuccess }) => isSuccess)).toEqual([true])
  expect(changes).toEqual([])
})

/** Code that takes all that its caller has of a token; `end` follows, with its success on the stack. */
function buildTaker(token: EvmAddress, end: string): `0x${string}` {
  const at = token.slice(2).toLowerCase()
  return `0x${[
    '6370a0823160e01b5f52336004526020604460245f73',
    at,
    '5afa506323b872dd60e01b5f5233600452306024525f5f60645f5f73',
    at,
    '5af1',
    end,
  ].join('')}`
}

test('brings only what the account lacks', async () => {
  const holder: EvmAddress = '0x000000000000000000000000000000000000bee1'
  const asset = devnet.network.aggregates
    .flatMap(({ members }) => members)
    .find(({ assetType }) => assetType.toLowerCase().endsWith(usdc.toLowerCase()))
  if (!asset) throw new Error('The devnet lists no USDC.')
  await devnet.faucet.send(holder, [{ assetType: asset.assetType, amount: 70_000_000n }])
  const { needs, changes } = await run([send(hundred)], { account: holder })
  expect(needs).toEqual({ tokens: [{ token: usdc, amount: hundred }], allowances: [] })
  expect(changes).toEqual([
    { token: usdc, reported: undefined, before: 70_000_000n, brought: 30_000_000n, after: 0n },
  ])
})

test('shows the coin that goes along, and the wrapped coin that no event tells of', async () => {
  const { needs, changes } = await run([{ to: weth, data: '0xd0e30db0', value: '0x64' }])
  expect(needs).toEqual({ tokens: [], allowances: [] })
  expect(changes).toEqual([
    { token: undefined, reported: undefined, before: 0n, brought: 100n, after: 0n },
    { token: weth, reported: undefined, before: 0n, brought: 0n, after: 100n },
  ])
})

test('says which call reverts and with what, and then no changes', async () => {
  const { needs, calls, changes } = await run([deposit(hundred), withdraw(hundred * 2n)])
  expect(calls.map(({ isSuccess }) => isSuccess)).toEqual([true, false])
  expect(calls[1]?.revertData).toMatch(/^0x[\da-f]{8}/)
  expect([needs, changes]).toEqual([undefined, []])
})

test('runs with what it is given, and that may be too little', async () => {
  const tokens = [{ token: usdc, amount: hundred }]
  const short = [{ token: usdc, spender: vault, amount: hundred - 1n }]
  const { calls } = await run([deposit(hundred)], { needs: { tokens, allowances: short } })
  expect(calls[0]?.isSuccess).toBe(false)
})

test('assumes what it is told to', async () => {
  const overrides = [{ address: vault, code: '0x00' as const }]
  const { needs, changes } = await run([deposit(hundred)], { overrides })
  expect([needs, changes]).toEqual([{ tokens: [], allowances: [] }, []])
})

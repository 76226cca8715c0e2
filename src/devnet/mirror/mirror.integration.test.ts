import { getEvmChains } from '#networks/getChain.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { parseAbi } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { mirrorChains } from '#networks/mirror/mirrorChains.ts'
import { EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { computeDriftBps, readPoolPrice } from '../feeds/poolPrices.ts'
import { getChainPlan } from '../plan/chainPlan.ts'
import { openInstallation } from '../plan/installation.ts'
import { planMirror } from '../plan/mirrorPlan.ts'
import { type Devnet, startDevnet } from '../startDevnet.ts'

const token = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function asset() view returns (address)',
])
// Chains with Ether; with a coin we do not offer and 18-decimal dollars; with minted WETH.
const numbers = [1, 56, 137]
let dataDir: string
let mirror: Devnet

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'estuary-mirror-'))
  mirror = await start()
})
afterAll(async () => {
  await mirror.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('only the chains asked for run, under their public ids', async () => {
  const ids = await Promise.all(mirror.chains.map(({ client }) => client.getChainId()))
  expect(ids).toEqual(numbers)
})

test('every member is a token with the name, ticker and decimals of the network file', async () => {
  for (const { assetType, name, symbol, decimals } of tokens()) {
    const address = EvmAddress.parse(splitAssetType(assetType).reference)
    const { client } = chainOf(assetType)
    expect([
      await client.readContract({ address, abi: token, functionName: 'name' }),
      await client.readContract({ address, abi: token, functionName: 'symbol' }),
      await client.readContract({ address, abi: token, functionName: 'decimals' }),
    ]).toEqual([name, symbol, decimals])
  }
})

test('the vault of Ethereum stands at its public address and keeps USDC', async () => {
  const [ethereum] = mirrorChains
  const address = ethereum?.vault ?? '0x'
  const asset = await mirror.chains[0]?.client.readContract({
    address,
    abi: token,
    functionName: 'asset',
  })
  expect(asset).toBe('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
})

test('every pool stands at the price of its feeds', async () => {
  const plan = planMirror(openInstallation(join(dataDir, 'keys.json')), numbers)
  for (const { client, number } of mirror.chains)
    for (const pool of getChainPlan(plan, number).pools)
      expect(computeDriftBps(await readPoolPrice(client, pool))).toBe(0n)
})

test('the faucet gives of everything, minted or wrapped, exactly what is asked', async () => {
  const address = '0x00000000000000000000000000000000000A11cE'
  for (const { assetType } of tokens()) {
    const body = { address, assetType, amount: '1234567' }
    expect((await faucet(body)).status).toBe(200)
    const balance = await chainOf(assetType).client.readContract({
      address: EvmAddress.parse(splitAssetType(assetType).reference),
      abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
      functionName: 'balanceOf',
      args: [address],
    })
    expect(balance).toBe(1_234_567n)
  }
})

test('every scenario can be switched on and off, also where there is no Ether', async () => {
  const names = ['empty-solver-inventory', 'moved-price', 'frozen-feed', 'chain-down-bnb-chain']
  for (const name of names)
    for (const active of [true, false])
      expect((await route('POST', '/api/devnet/scenarios', { name, active })).status).toBe(200)
})

test('the next start deploys nothing again and knows the same addresses', async () => {
  const { deployer, keeper } = mirror.installation.keys
  const before = await noncesAndContracts()
  await mirror.stop()
  mirror = await start()
  expect(mirror.installation.keys).toMatchObject({ deployer, keeper })
  expect(await noncesAndContracts()).toEqual(before)
})

function start(): Promise<Devnet> {
  const ports = Object.fromEntries(numbers.map((number) => [number, 0]))
  return startDevnet({ name: 'mirror', dataDir, chains: numbers.join(','), ports })
}

async function noncesAndContracts() {
  const contracts = getEvmChains(mirror.network).map((chain) => chain.contracts)
  const address = privateKeyToAddress(mirror.installation.keys.deployer)
  const nonces = mirror.chains.map(({ client }) => client.getTransactionCount({ address }))
  return { nonces: await Promise.all(nonces), contracts }
}

function tokens() {
  return mirror.network.aggregates
    .flatMap(({ members }) => members)
    .filter(({ assetType }) => splitAssetType(assetType).namespace === 'erc20')
}

function chainOf(assetType: Parameters<typeof splitAssetType>[0]) {
  const { chainId } = splitAssetType(assetType)
  const chain = mirror.chains.find((one) => one.chainId === chainId)
  if (!chain) throw new Error(`${chainId} does not run.`)
  return chain
}

function faucet(body: unknown) {
  return route('POST', '/api/devnet/faucet', body)
}

async function route(method: 'GET' | 'POST', path: string, body: unknown) {
  const found = mirror.routes.find((one) => one.method === method && one.path === path)
  if (!found) throw new Error(`There is no route ${path}.`)
  return found.handle({ body, params: {}, query: {} })
}

import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { getAssociatedTokenAddress, getSignersAddress } from '#chains/solana/program/addresses.ts'
import { decodeSigners } from '#chains/solana/program/state.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { FaucetAnswer } from '#protocol/service/devnet.ts'
import { hashChain } from '#protocol/orders/solanaOrder.ts'
import { provisionSolana } from '#devnet/solana/startSolana.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import {
  startTestDevnetWithSolana,
  type TestDevnetWithSolana,
} from './startTestDevnetWithSolana.ts'

const { chainId, program, roles, authority } = devnetSolana
const coin = `${chainId}/slip44:501`
const usdc = `${chainId}/token:${solanaTokens.usdc.mint}`
const chain = chainId.slice('solana:'.length)
const home = `/explorer/${chain}`
let devnet: TestDevnetWithSolana

beforeAll(async () => {
  devnet = await startTestDevnetWithSolana()
})
afterAll(() => devnet.stop())

test('its network has every chain at the address where its node listens', () => {
  expect(devnet.network.chains.map(({ name }) => name)).toEqual(
    devnetWithSolana.chains.map(({ name }) => name),
  )
  expect(devnet.network.chains.map(({ rpcUrl }) => rpcUrl)).toEqual([
    ...devnet.chains.map(({ rpcUrl }) => rpcUrl),
    devnet.solana.node.rpcUrl,
  ])
})

test('the escrow program stands at its address and knows the attestor, its ruler and its chain', async () => {
  const { connection } = devnet.solana
  const held = await connection.getAccountInfo(new PublicKey(program))
  expect(held?.executable).toBe(true)
  const signers = await connection.getAccountInfo(new PublicKey(getSignersAddress(program)))
  expect(decodeSigners(signers?.data ?? new Uint8Array())).toMatchObject({
    chain: hashChain(chainId),
    authority,
    delay: 60n,
    installed: { keys: [roles.attestor], threshold: 1 },
  })
})

test('the executor has coins, the solver coins and tokens, those who are paid a little', async () => {
  expect([
    await getCoins(roles.executor),
    await getCoins(roles.solver),
    await getCoins(roles.payee),
    await getCoins(roles.feeReceiver),
    await readUnits(roles.solver, 'usdc'),
    await readUnits(roles.solver, 'usdt'),
  ]).toEqual([1e12, 6e13, 1e9, 1e9, 10n ** 13n, 10n ** 13n])
})

test('furnishing it again makes nothing', async () => {
  const { connection } = devnet.solana
  const before = await connection.getTransactionCount()
  await provisionSolana(connection)
  expect(await connection.getTransactionCount()).toBe(before)
})

test('the faucet gives a Solana address what it names, or a starter set of that chain', async () => {
  const address = someone()
  const named = await ask({ address, assetType: usdc, amount: '1234567' })
  expect([named.status, named.funded.map(({ amount }) => amount)]).toEqual([200, ['1234567']])
  expect(await readUnits(address, 'usdc')).toBe(1_234_567n)
  const { funded } = await ask({ address })
  expect(funded.map(({ assetType, amount }) => [assetType, amount])).toEqual([
    [usdc, '5000000000'],
    [`${chainId}/token:${solanaTokens.usdt.mint}`, '5000000000'],
    [coin, '10000000000'],
  ])
  expect(await readUnits(address, 'usdt')).toBe(5_000_000_000n)
  expect(await getCoins(address)).toBe(1e10)
})

test('an EVM address still gets its starter set from the EVM chains alone', async () => {
  const { funded } = await ask({ address: '0x00000000000000000000000000000000000A11cE' })
  expect(funded.every(({ assetType }) => assetType.startsWith('eip155:'))).toBe(true)
  expect(funded).toHaveLength(9)
})

test('two equal gifts at once are two gifts', async () => {
  const address = someone()
  const request = { address, assetType: usdc, amount: '7' }
  await Promise.all([ask(request), ask(request)])
  expect(await readUnits(address, 'usdc')).toBe(14n)
})

test.each([
  [
    'a Solana asset for an EVM address',
    { address: `0x${'a1'.repeat(20)}`, assetType: coin, amount: '1' },
    /is not an address of the chain of solana:/,
  ],
  [
    'an EVM asset for a Solana address',
    { assetType: 'eip155:71117001/slip44:60', amount: '1' },
    /is not an address of the chain of eip155:/,
  ],
  [
    'more SOL than there may be',
    { assetType: coin, amount: '10000000000001' },
    /at most 10000000000000 units/,
  ],
  [
    'more of a token',
    { assetType: usdc, amount: '1000000000000001' },
    /at most 1000000000000000 units/,
  ],
  [
    'less SOL than a new wallet can hold',
    { assetType: coin, amount: '1' },
    /cannot take 1 lamports/,
  ],
  [
    'SOL for the clock',
    { address: 'SysvarC1ock11111111111111111111111111111111', assetType: coin },
    /addresses of the cluster itself take none/,
  ],
  [
    'a mint that is not the network’s',
    { assetType: `${chainId}/token:${program}` },
    /is not an asset of the local network/,
  ],
  [
    'base58 of another length',
    { address: '1'.repeat(40), assetType: coin, amount: '1' },
    /Expected a Solana address: 32 bytes/,
  ],
])('it refuses %s with a sentence', async (_, fields, sentence) => {
  const { status, message } = await ask({ address: someone(), ...fields })
  expect([status, message]).toEqual([400, expect.stringMatching(sentence)])
})

test('the explorer lists the cluster and shows its escrow program by name', async () => {
  const front = await page('/explorer')
  expect(front).toContain(`<a href="${home}">Reef</a> (${chainId})`)
  expect(front).toContain('<a href="/explorer/71117001">Firth</a> (eip155:71117001)')
  expect(await page('/explorer/:chain', { chain })).toContain('a program')
  const { connection } = devnet.solana
  const [installed] = await connection.getSignaturesForAddress(new PublicKey(program))
  expect(await open('tx', installed?.signature)).toContain('(escrow)')
})

test('the explorer shows what a transaction moved, and what an address holds', async () => {
  const address = someone()
  await ask({ address, assetType: usdc, amount: '1500000' })
  await ask({ address, assetType: coin, amount: '2500000000' })
  const holder = await open('address', address)
  const account = getAssociatedTokenAddress(address, solanaTokens.usdc)
  for (const text of ['2.5 SOL', '1.5 USDC', `in <a href="${home}/address/${account}">`])
    expect(holder).toContain(text)
  const [, signature] = holder.match(new RegExp(`${home}/tx/(\\w+)`)) ?? []
  const shown = await open('tx', signature)
  for (const text of [String(signature), 'succeeded', '0.000005 SOL', '+2.5 SOL'])
    expect(shown).toContain(text)
})

test.each([
  ['tx', '1'.repeat(64)],
  ['tx', 'x'],
  ['address', '<script>'],
  ['address', 'z'.repeat(40)],
  ['block', '5'],
])('the explorer has no %s %s, and says so without markup of others', async (kind, id) => {
  const shown = await open(kind, id)
  expect(shown).toContain('Not found')
  expect(shown).not.toContain('<script>')
})

test('the solver’s inventory can be emptied here too, but for fees, and comes back whole', async () => {
  const full = await inventory()
  await devnet.scenarios.set('empty-solver-inventory', true)
  const [coins, ...tokens] = await inventory()
  expect(tokens).toEqual([0n, 0n])
  expect(coins).toBeGreaterThan(0)
  expect(coins).toBeLessThanOrEqual(1e9)
  await devnet.scenarios.set('empty-solver-inventory', false)
  expect(await inventory()).toEqual(full)
})

test('its node can be stopped and started by a scenario like those of the others', async () => {
  const { connection } = devnet.solana
  const before = await connection.getSlot()
  await devnet.scenarios.set('chain-down-reef', true)
  expect(await page('/explorer/:chain', { chain })).toContain('Reef is down')
  await expect(connection.getSlot()).rejects.toThrow('fetch failed')
  expect((await ask({ address: someone() })).status).toBe(503)
  await devnet.scenarios.set('chain-down-reef', false)
  expect(await connection.getSlot()).toBeGreaterThanOrEqual(before)
})

async function inventory() {
  return [
    await getCoins(roles.solver),
    await readUnits(roles.solver, 'usdc'),
    await readUnits(roles.solver, 'usdt'),
  ] as const
}

async function ask(body: unknown) {
  const route = devnet.routes.find(({ path }) => path === '/api/devnet/faucet')
  const response = await route?.handle({ body, params: {}, query: {} })
  const answer: unknown = JSON.parse(response?.body ?? '')
  const { message }: { message?: unknown } = Object(answer)
  const funded = FaucetAnswer.safeParse(answer).data?.funded ?? []
  return { status: response?.status, message, funded }
}

async function page(path: string, params: Record<string, string> = {}): Promise<string> {
  const route = devnet.routes.find((candidate) => candidate.path === path)
  return (await route?.handle({ body: undefined, params, query: {} }))?.body ?? ''
}

function open(kind: string, id = ''): Promise<string> {
  return page('/explorer/:chain/:kind/:id', { chain, kind, id })
}

function someone(): string {
  return Keypair.generate().publicKey.toBase58()
}

function getCoins(address: string): Promise<number> {
  return devnet.solana.connection.getBalance(new PublicKey(address))
}

async function readUnits(owner: string, mint: 'usdc' | 'usdt'): Promise<bigint> {
  const account = new PublicKey(getAssociatedTokenAddress(owner, solanaTokens[mint]))
  const { value } = await devnet.solana.connection.getTokenAccountBalance(account)
  return BigInt(value.amount)
}

import { once } from 'node:events'

import { type AccountInfo, type Connection, Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'

import {
  getAssociatedTokenAddress,
  getProgramDataAddress,
} from '#chains/solana/program/addresses.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { solanaTokens } from '../plan/mintInstructions.ts'
import { startTestSolana, type TestSolana } from '#testing/devnet/startTestSolana.ts'

let solana: TestSolana
let connection: Connection

beforeAll(async () => {
  solana = await startTestSolana()
  connection = solana.connection
})
afterAll(() => solana.stop())

test('it says which chain it is, and no public cluster is that chain', async () => {
  const genesis = await connection.getGenesisHash()
  expect(genesis).toBe(devnetSolana.genesisHash)
  expect(devnetSolana.chainId).toBe(`solana:${genesis.slice(0, 32)}`)
  expect(publicChains).not.toContain(devnetSolana.chainId)
})

test('slots follow the clock, 400 ms each, and block heights are not slots', async () => {
  const [slot, height] = [await connection.getSlot(), await connection.getBlockHeight()]
  expect(slot - height).toBeGreaterThan(1_000_000)
  const first = await readSlot()
  for (const _ of Array(8)) await nextSlot()
  const last = await readSlot()
  // Both were read between request and response, so a slot may have just begun or ended.
  const passedMs = (last.slot - first.slot) * 400
  expect(passedMs).toBeGreaterThan(last.askedMs - first.answeredMs - 800)
  expect(passedMs).toBeLessThan(last.answeredMs - first.askedMs + 800)
  const timeSeconds = (await connection.getBlockTime(last.slot)) ?? 0
  expect(Math.abs(timeSeconds - Date.now() / 1_000)).toBeLessThan(5)
})

test('the clock of programs is the real one, and goes on when a test moves it', async () => {
  const own = await startTestSolana()
  try {
    const before = await clockOf(own.connection)
    expect(Math.abs(before - Date.now() / 1_000)).toBeLessThan(5)
    await own.increaseTime(3_600)
    const moved = (await clockOf(own.connection)) - before
    expect(moved).toBeGreaterThanOrEqual(3_600)
    expect(moved).toBeLessThan(3_610)
  } finally {
    await own.stop()
  }
})

test('tokens of both programs are found by owner, mint and program', async () => {
  const owner = Keypair.generate().publicKey
  await solana.give(owner, [
    { asset: 'usdc', units: 1_500_000n },
    { asset: 'usdt', units: 7n },
    { asset: 'token2022', units: 42n },
  ])
  const { usdc, token2022 } = solanaTokens
  const spl = await connection.getParsedTokenAccountsByOwner(owner, {
    programId: new PublicKey(usdc.tokenProgram),
  })
  const other = await connection.getParsedTokenAccountsByOwner(owner, {
    programId: new PublicKey(token2022.tokenProgram),
  })
  const one = await connection.getTokenAccountsByOwner(owner, {
    mint: new PublicKey(usdc.mint),
  })
  expect(spl.value).toHaveLength(2)
  expect(other.value.map(({ account }) => account.data.parsed)).toMatchObject([
    { type: 'account', info: { tokenAmount: { amount: '42', uiAmountString: '0.000042' } } },
  ])
  expect(one.value.map(({ pubkey }) => pubkey.toBase58())).toEqual([accountOf(owner)])
  const { value } = await connection.getTokenAccountBalance(new PublicKey(accountOf(owner)))
  expect(value).toEqual({ amount: '1500000', decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' })
})

test('the supply of a mint is the sum of what was minted', async () => {
  const mint = new PublicKey(solanaTokens.usdc.mint)
  const before = BigInt((await connection.getTokenSupply(mint)).value.amount)
  await solana.give(Keypair.generate().publicKey, [{ asset: 'usdc', units: 12_345n }])
  const after = BigInt((await connection.getTokenSupply(mint)).value.amount)
  expect(after - before).toBe(12_345n)
})

test('accounts of a program are filtered by size and content', async () => {
  const owner = Keypair.generate().publicKey
  await solana.give(owner, [{ asset: 'usdc', units: 1n }])
  const found = await connection.getProgramAccounts(new PublicKey(solanaTokens.usdc.tokenProgram), {
    filters: [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: owner.toBase58() } }],
    dataSlice: { offset: 64, length: 8 },
  })
  expect(found.map(({ pubkey }) => pubkey.toBase58())).toEqual([accountOf(owner)])
  expect(found[0]?.account.data).toEqual(Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]))
})

test('several accounts come at once, with null for those that are not there', async () => {
  const nobody = Keypair.generate().publicKey
  const [mint, none] = await connection.getMultipleAccountsInfo([
    new PublicKey(solanaTokens.usdc.mint),
    nobody,
  ])
  expect(mint?.data).toHaveLength(82)
  expect(none).toBeNull()
})

test('a change of an account is told over the websocket', async () => {
  const someone = Keypair.generate().publicKey
  const changed = new Promise<AccountInfo<Buffer>>((resolve) => {
    connection.onAccountChange(someone, resolve, { commitment: 'confirmed' })
  })
  // A later subscription would miss it.
  await nextSlot()
  await connection.requestAirdrop(someone, 5_000_000)
  expect((await changed).lamports).toBe(5_000_000)
})

test('the websocket is served on the first port too', async () => {
  const socket = new WebSocket(solana.node.rpcUrl.replace('http', 'ws'))
  await once(socket, 'open')
  socket.send('{"jsonrpc":"2.0","id":1,"method":"getHealth"}')
  const [answer] = await once(socket, 'message')
  expect(String(answer)).toBe('{"jsonrpc":"2.0","id":1,"result":"ok"}')
  socket.close()
})

test('numbers of 64 bits keep all their digits', async () => {
  const { mint } = solanaTokens.usdc
  const text = await post(request('getAccountInfo', [mint, { encoding: 'base64' }]))
  expect(text).toContain('"rentEpoch":18446744073709551615')
})

test('requests in a batch are answered one by one', async () => {
  const text = await post([request('getHealth', [], 7), request('getNothing', [], 8), 'x'])
  expect(JSON.parse(text)).toEqual([
    { jsonrpc: '2.0', id: 7, result: 'ok' },
    { jsonrpc: '2.0', id: 8, error: { code: -32_601, message: 'Method not found: getNothing' } },
    { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Invalid request' } },
  ])
})

test.each([
  ['no JSON', '{', -32_700],
  ['an unknown method', request('getNothing'), -32_601],
  ['an address that is none', request('getBalance', ['x']), -32_602],
  ['a missing parameter', request('getBalance', []), -32_602],
  ['an unknown commitment', request('getSlot', [{ commitment: 'maybe' }]), -32_602],
  ['history at processed', request('getTransaction', ['1', { commitment: 'processed' }]), -32_602],
  ['a transaction that is none', request('sendTransaction', ['1111']), -32_602],
  ['a slot far ahead', request('getSlot', [{ minContextSlot: 10 ** 12 }]), -32_016],
  ['a block far ahead', request('getBlock', [10 ** 12]), -32_004],
  ['a block before the first', request('getBlock', [5]), -32_009],
  ['more base58 than is sensible', request('getAccountInfo', [codeAddress()]), -32_600],
])('%s is refused with the code of a cluster', async (_, body, code) => {
  const { error } = JSON.parse(await post(body))
  expect(error.code).toBe(code)
})

test('a page may ask nothing of a node that has no visitors', async () => {
  const headers = { origin: 'http://127.0.0.1:8080' }
  for (const method of ['OPTIONS', 'POST', 'GET']) {
    const refused = await fetch(solana.node.rpcUrl, { method, headers })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([
      403,
      null,
    ])
  }
})

test('a node without test methods has none', async () => {
  const own = await startTestSolana({ hasTestMethods: false })
  try {
    await expect(own.increaseTime(1)).rejects.toThrow('Method not found')
  } finally {
    await own.stop()
  }
})

/** References of mainnet, devnet and testnet. Source: CAIP-2 namespace of Solana. */
const publicChains = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
]

/** An owner's canonical account of USDC. */
function accountOf(owner: PublicKey): string {
  return getAssociatedTokenAddress(owner.toBase58(), solanaTokens.usdc)
}

function request(method: string, params: unknown[] = [], id = 1) {
  return { jsonrpc: '2.0', id, method, params }
}

async function post(body: unknown): Promise<string> {
  const response = await fetch(solana.node.rpcUrl, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return response.text()
}

/** Address of a program's code, which is too large for base58. */
function codeAddress(): string {
  return getProgramDataAddress(solanaTokens.usdc.tokenProgram)
}

async function readSlot(): Promise<{ slot: number; askedMs: number; answeredMs: number }> {
  const askedMs = performance.now()
  const slot = await connection.getSlot()
  return { slot, askedMs, answeredMs: performance.now() }
}

test('who listens to updates of slots is told what each goes through', async () => {
  const seen = new Set<string>()
  const id = connection.onSlotUpdate(({ type }) => seen.add(type))
  await expect
    .poll(() => seen)
    .toEqual(new Set(['createdBank', 'completed', 'optimisticConfirmation', 'root']))
  await connection.removeSlotUpdateListener(id)
})

test('a method that only real clusters have is named, with the reason', async () => {
  await expect(connection.getVoteAccounts()).rejects.toThrow('no validators')
  await expect(connection.getSupply()).rejects.toThrow('does not list all of its accounts')
  const leaders = await connection.getSlotLeaders(1, 3)
  const nodes = await connection.getClusterNodes()
  expect(leaders.map(String)).toEqual(Array(3).fill(nodes[0]?.pubkey))
})

function nextSlot(): Promise<number> {
  return new Promise((resolve) => {
    const id = connection.onSlotChange(({ slot }) => {
      void connection.removeSlotChangeListener(id).then(() => resolve(slot))
    })
  })
}

async function clockOf(somewhere: Connection): Promise<number> {
  const account = await somewhere.getAccountInfo(clockAddress)
  return Number(account?.data.readBigInt64LE(32))
}

const clockAddress = new PublicKey('SysvarC1ock11111111111111111111111111111111')

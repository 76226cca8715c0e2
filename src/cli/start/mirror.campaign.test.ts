import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { readBalances } from '#chains/evm/assets/readBalances.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { openInstallation } from '#devnet/plan/installation.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import {
  createFundedAccount,
  createFundedWallet,
  fetchSignedQuote,
  ask,
  type BenchService,
  waitUntilTerminal,
} from '../tools/bench/benchClient.ts'
import { openFolder } from '#testing/harness/openFolder.ts'
import {
  waitForEnd,
  spawnStart,
  startTestProduct,
  findSurvivors,
  type TestProduct,
} from '#testing/harness/product.ts'

const mirror = { NETWORK: 'mirror', CHAINS: '8453,1', DEVNET_PORTS: '0,0' }
const withSolana = { NETWORK: 'mirror', CHAINS: '8453,1,solana', DEVNET_PORTS: '0,0,0' }
const cluster = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const usdcOnSolana = `${cluster}/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`
const usdcOnBase = 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const wethOnEthereum = 'eip155:1/erc20:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
let dataDir: string
let product: TestProduct | undefined

beforeEach(async () => {
  dataDir = await openFolder()
})
afterEach(async () => {
  if (product) {
    const pids = [...product.processes().keys()]
    await product.end('SIGINT')
    await findSurvivors(pids)
  }
  product = undefined
  await rm(dataDir, { recursive: true, force: true })
})

test('a start warns that only throw-away keys belong there and the key of the devnet opens nothing; a client of public chains swaps from Base to Ethereum, and the next start knows it', async () => {
  const running = await startTestProduct(dataDir, { environment: mirror })
  product = running
  await expect.poll(running.complaints).toContain('throw-away keys only')
  await expect(ask({ url: running.url, key: 'estuary-devnet' }, 'assets')).rejects.toThrow('401')
  const first = serviceOf(product)
  expect(await chainsOf(first)).toEqual(['eip155:1', 'eip155:8453'])
  const account = await createFundedAccount(first)
  const swap = { from: usdcOnBase, to: wethOnEthereum, amount: 400_000_000n }
  const { id, body } = await fetchSignedQuote(first, { account, swap })
  const quote = endpoints.quote.response.parse(body)
  expect(quote.originChainsOperations.map(({ assetType }) => assetType)).toEqual([usdcOnBase])
  await ask(first, 'executeQuote', body)
  expect((await waitUntilTerminal(first, id)).status).toBe('COMPLETED')
  const address = account.wire.accountAddress
  expect(await wethOf(product, address)).toBe(BigInt(quote.destinationToken.amount))
  const before = await contractsOf(first)
  expect(await product.end('SIGINT')).toBe(0)

  product = await startTestProduct(dataDir, { environment: mirror })
  const second = serviceOf(product)
  expect(await ask(second, 'status', { quoteId: id })).toMatchObject({ status: 'COMPLETED' })
  expect(await contractsOf(second)).toEqual(before)
  expect(await wethOf(product, address)).toBe(BigInt(quote.destinationToken.amount))
})

test('an instance gets the public Solana cluster with keys and a program of its own, and keeps both', async () => {
  product = await startTestProduct(dataDir, { environment: withSolana })
  const first = serviceOf(product)
  expect(await chainsOf(first)).toEqual(['eip155:1', 'eip155:8453', cluster])
  expect(await rpc(product, 'getGenesisHash')).toBe('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d')
  const [account, wallet] = [await createFundedAccount(first), await createFundedWallet(first)]
  const { accountAddress } = account.wire
  const recipient = `eip155:1:${accountAddress}`
  const swap = { from: usdcOnSolana, to: wethOnEthereum, amount: 400_000_000n, recipient }
  const held = await wethOf(product, accountAddress)
  const { id, body } = await fetchSignedQuote(first, { account: wallet, swap })
  const { destinationToken } = endpoints.quote.response.parse(body)
  await ask(first, 'executeQuote', body)
  expect((await waitUntilTerminal(first, id)).status).toBe('COMPLETED')
  expect(await wethOf(product, accountAddress)).toBe((held ?? 0n) + BigInt(destinationToken.amount))
  const contracts = await contractsOf(first)
  const owner = wallet.wire.accountAddress
  const coins = await rpc(product, 'getBalance', owner)
  expect(await product.end('SIGINT')).toBe(0)

  product = await startTestProduct(dataDir, { environment: withSolana })
  expect(await contractsOf(serviceOf(product))).toEqual(contracts)
  expect(await rpc(product, 'getBalance', owner)).toMatchObject({
    value: Object(coins)['value'],
  })
})

test.each([
  {
    name: 'a published key',
    keys: { solver: devnetKeys.solver },
    environment: {},
    sentence: 'The key of the solver',
  },
  {
    name: 'the key of the devnet for clients',
    keys: {},
    environment: { API_KEY: 'estuary-devnet' },
    sentence: 'API_KEY is the published key',
  },
])('a start with $name is refused in a sentence', async ({ keys, environment, sentence }) => {
  const file = path.join(dataDir, 'mirror', 'keys.json')
  const drawn = openInstallation(file)
  await writeFile(file, JSON.stringify({ ...drawn, keys: { ...drawn.keys, ...keys } }))
  const child = spawnStart(dataDir, { environment: { ...mirror, ...environment } })
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  expect(await waitForEnd(child)).toBe(1)
  expect(printed).toContain(sentence)
  expect(await readFile(file, 'utf8')).toContain(drawn.salt)
})

function serviceOf({ url }: TestProduct): BenchService {
  const file: unknown = JSON.parse(readFileSync(path.join(dataDir, 'mirror', 'keys.json'), 'utf8'))
  return { url, key: String(Object(file)['apiKey']) }
}

async function chainsOf(service: BenchService): Promise<string[]> {
  const chains = endpoints.chains.response.parse(await ask(service, 'chains'))
  return chains.map(({ chain }) => chain.chain)
}

/** What the node of the Solana cluster answers. */
async function rpc({ chains }: TestProduct, method: string, ...params: string[]): Promise<unknown> {
  const response = await fetch(chains.find(({ chainId }) => chainId === cluster)?.rpcUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return Object(await response.json())['result']
}

async function contractsOf(service: BenchService) {
  const { chains, quoteSigner } = endpoints.discovery.response.parse(
    await ask(service, 'discovery'),
  )
  return { quoteSigner, contracts: chains.map(({ contracts }) => contracts) }
}

async function wethOf(
  { chains }: TestProduct,
  account: `0x${string}`,
): Promise<bigint | undefined> {
  const rpcUrl = chains.find(({ chainId }) => chainId === 'eip155:1')?.rpcUrl ?? ''
  const client = createEvmClient('eip155:1', { rpcUrl })
  const { balances } = await readBalances(client, { account, assetTypes: [wethOnEthereum] })
  return balances[0]
}

import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { FaucetAnswer } from '#protocol/service/devnet.ts'
import {
  createFundedAccount,
  fetchSignedQuote,
  ask,
  type BenchService,
  waitUntilTerminal,
} from '../tools/bench/benchClient.ts'
import { openFolder } from '#testing/harness/openFolder.ts'
import { type TestProduct, startTestProduct, findSurvivors } from '#testing/harness/product.ts'

const { chainId, program } = devnetSolana
const reference = chainId.slice('solana:'.length)
const receiver = deriveSolanaKey('token2022').publicKey.toBase58()
let dataDir: string
/** The one that runs: a start takes many seconds of a processor, and each test leaves the next one its own. */
let product: TestProduct | undefined

beforeAll(async () => {
  dataDir = await openFolder()
})

afterAll(async () => {
  if (product) {
    const pids = [...product.processes().keys()]
    await product.end('SIGINT')
    await findSurvivors(pids)
  }
  await rm(dataDir, { recursive: true, force: true })
})

async function running(): Promise<TestProduct> {
  product ??= await startTestProduct(dataDir)
  return product
}

function serviceOf({ url }: TestProduct): BenchService {
  return { url, key: 'estuary-devnet' }
}

function pidOf({ processes }: TestProduct, program: string): number {
  for (const [pid, args] of processes()) if (args.includes(program)) return pid
  throw new Error(`${program} does not run.`)
}

/** What `npm run reset` complains of. */
function resetFailure(): string {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'src/cli/start/reset.ts'],
    {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    },
  )
  return status === 0 ? '' : stderr
}

test('one command starts it all, a swap goes through, and the next start knows it', async () => {
  const first = await running()
  expect(resetFailure()).toContain('is running already')
  const { id } = await sendSwap(serviceOf(first))
  expect((await waitUntilTerminal(serviceOf(first), id)).status).toBe('COMPLETED')
  await expectDiscovered(first)
  const { funded } = FaucetAnswer.parse(
    await ask(serviceOf(first), 'faucet', { address: receiver }),
  )
  expect(funded.map(({ assetType }) => assetType.split('/')[0])).toEqual(Array(3).fill(chainId))
  const held = await heldBy(first)
  expect(held).toBeGreaterThanOrEqual(10_000_000_000)
  const transaction = `${first.url}/explorer/${reference}/tx/${funded[0]?.hash ?? ''}`
  expect(await (await fetch(transaction)).text()).toContain('succeeded')
  const pids = [...first.processes().keys()]
  expect(pids.length).toBeGreaterThan(6)
  product = undefined
  expect(await first.end('SIGINT')).toBe(0)
  expect(await findSurvivors(pids)).toEqual([])

  const rpcUrl = 'https://rpc.example/firth'
  const environment = { PUBLIC_RPC_URL_71117001: rpcUrl }
  const second = await startTestProduct(dataDir, { environment })
  product = second
  expect(await heldBy(second)).toBe(held)
  const answer = await ask(serviceOf(second), 'status', { quoteId: id })
  expect(answer).toMatchObject({ status: 'COMPLETED', quoteId: id })
  // Browsers are sent where a person says; the service itself asks its own node.
  const { chains } = endpoints.discovery.response.parse(await ask(serviceOf(second), 'discovery'))
  expect(chains.find(({ chain }) => chain === 'eip155:71117001')?.rpcUrl).toBe(rpcUrl)
  const [origin] = endpoints.status.response.parse(answer).originChainOperations ?? []
  const page = await fetch(origin?.explorerUrl?.replace(/^http:..[^/]*/, second.url) ?? '')
  expect(page.status).toBe(200)
})

test('a service that is killed in the middle is started again and finishes what it accepted', async () => {
  const one = await running()
  const service = serviceOf(one)
  const { id } = await sendSwap(service)
  process.kill(pidOf(one, 'serve.js'), 'SIGKILL')
  const record = await waitUntilTerminal(service, id)
  expect(record.status).toBe('COMPLETED')
})

test('a Solana node that is killed is started again, with what it held', async () => {
  const one = await running()
  const held = await heldBy(one)
  const before = pidOf(one, 'solanaNode.js')
  process.kill(before, 'SIGKILL')
  await expect.poll(() => pidOf(one, 'solanaNode.js')).not.toBe(before)
  await expect.poll(() => heldBy(one)).toBe(held)
  expect(one.complaints()).toContain('The node of Reef died and is started again.')
  await expect.poll(async () => (await fetch(`${one.url}/readyz`)).ok).toBe(true)
})

test('when it is killed itself, nothing that it started outlives it', async () => {
  const killed = await running()
  product = undefined
  const pids = [...killed.processes().keys()]
  expect(pids).toContain(pidOf(killed, 'solanaNode.js'))
  await killed.end('SIGKILL')
  expect(await findSurvivors(pids)).toEqual([])
})

/** Sends a swap of more than any one chain holds, so that it pays from two. */
async function sendSwap(service: BenchService): Promise<{ id: string }> {
  const account = await createFundedAccount(service)
  const swap = { from: 'agg:usdc', to: 'agg:eth', amount: 3_000_000_000n }
  const { id, body } = await fetchSignedQuote(service, { account, swap })
  await ask(service, 'executeQuote', body)
  return { id }
}

async function expectDiscovered(running: TestProduct): Promise<void> {
  const service = serviceOf(running)
  const discovery = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  expect(discovery.chains.map(({ name }) => name)).toEqual(['Firth', 'Delta', 'Lagoon', 'Reef'])
  expect(discovery.chains[3]).toMatchObject({
    chain: chainId,
    rpcUrl: rpcUrlOf(running),
    explorerUrl: `${running.url}/explorer/${reference}`,
    nativeAsset: `${chainId}/slip44:501`,
    contracts: { originEscrow: program },
  })
  const assets = endpoints.assets.response.parse(await ask(service, 'assets'))
  const members = assets.map(({ aggregatedAssetId, aggregatedEntities }) => {
    return [aggregatedAssetId, aggregatedEntities.length] as const
  })
  expect(members).toContainEqual(['agg:sol', 1])
  expect(members).toContainEqual(['agg:usdc', 4])
  expect(members).toContainEqual(['agg:usdt', 4])
  const ready = await fetch(`${running.url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
  const policy = (await fetch(running.url)).headers.get('content-security-policy')
  expect(policy).toContain(` ${rpcUrlOf(running)}`)
}

/** Lamports of the receiver, as the node says. */
async function heldBy(running: TestProduct): Promise<number> {
  const response = await fetch(rpcUrlOf(running), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [receiver] }),
  })
  const { result }: { result?: { value?: unknown } } = Object(await response.json())
  return Number(result?.value)
}

function rpcUrlOf(running: TestProduct): string {
  return running.chains.find((chain) => chain.chainId === chainId)?.rpcUrl ?? ''
}

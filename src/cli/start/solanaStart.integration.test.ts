import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { FaucetAnswer } from '#protocol/service/devnet.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { hangMs } from '#testing/hangMs.ts'
import { ask, type BenchService } from '../tools/bench/benchClient.ts'
import { openFolder } from '#testing/harness/openFolder.ts'
import { startTestProduct, findSurvivors, type TestProduct } from '#testing/harness/product.ts'

const { chainId, program } = devnetSolana
const receiver = deriveSolanaKey('token2022').publicKey.toBase58()
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

test('the product runs the Solana cluster, gives its assets away, keeps them, starts its node again, and takes it along when it is killed', async () => {
  product = await start()
  await expectDiscovered(product)
  const answer = await ask(serviceOf(product), 'faucet', { address: receiver })
  const { funded } = FaucetAnswer.parse(answer)
  expect(funded.map(({ assetType }) => assetType.split('/')[0])).toEqual(Array(3).fill(chainId))
  const held = await heldBy(product)
  expect(held).toBeGreaterThanOrEqual(10_000_000_000)
  const signature = funded[0]?.hash ?? ''
  const reference = chainId.slice('solana:'.length)
  const page = await fetch(`${product.url}/explorer/${reference}/tx/${signature}`)
  expect([page.status, (await page.text()).includes('succeeded')]).toEqual([200, true])
  const pids = [...product.processes().keys()]
  expect(await product.end('SIGINT')).toBe(0)
  expect(await findSurvivors(pids)).toEqual([])

  product = await start()
  expect(await heldBy(product)).toBe(held)
  const before = nodeOf(product)
  process.kill(before, 'SIGKILL')
  await until(async () => (await heldBy(product).catch(() => undefined)) === held)
  expect(nodeOf(product)).not.toBe(before)
  expect(product.complaints()).toContain('The node of Reef died and is started again.')
  await until(async () => (await fetch(`${product?.url}/readyz`)).ok)

  // Killed itself, it takes the node along.
  const killed = product
  product = undefined
  const orphans = [...killed.processes().keys()]
  expect(orphans).toContain(nodeOf(killed))
  await killed.end('SIGKILL')
  expect(await findSurvivors(orphans)).toEqual([])
})

function start(): Promise<TestProduct> {
  return startTestProduct(dataDir)
}

function serviceOf({ url }: TestProduct): BenchService {
  return { url, key: 'estuary-devnet' }
}

async function expectDiscovered(running: TestProduct): Promise<void> {
  const service = serviceOf(running)
  const discovery = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  expect(discovery.chains.map(({ name }) => name)).toEqual(['Firth', 'Delta', 'Lagoon', 'Reef'])
  expect(discovery.chains[3]).toMatchObject({
    chain: chainId,
    rpcUrl: rpcUrlOf(running),
    explorerUrl: `${running.url}/explorer/${chainId.slice('solana:'.length)}`,
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
async function heldBy(running: TestProduct | undefined): Promise<number> {
  const response = await fetch(rpcUrlOf(running), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [receiver] }),
  })
  const { result }: { result?: { value?: unknown } } = Object(await response.json())
  return Number(result?.value)
}

function rpcUrlOf(running: TestProduct | undefined): string {
  return running?.chains.find((chain) => chain.chainId === chainId)?.rpcUrl ?? ''
}

function nodeOf(running: TestProduct): number {
  for (const [pid, args] of running.processes()) if (args.includes('solanaNode.js')) return pid
  throw new Error('The Solana node does not run.')
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const endsAtMs = performance.now() + hangMs; performance.now() < endsAtMs;) {
    if (await holds()) return
    await wait(50)
  }
  throw new Error(`It did not come about. Said meanwhile: ${product?.complaints()}`)
}

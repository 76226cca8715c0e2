import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#protocol/http/endpoints.ts'
import {
  createFundedAccount,
  fetchSignedQuote,
  ask,
  type BenchService,
  waitUntilTerminal,
} from '../tools/bench/benchClient.ts'
import { openFolder } from '#testing/harness/openFolder.ts'
import { type TestProduct, startTestProduct, findSurvivors } from '#testing/harness/product.ts'

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
  const pids = [...first.processes().keys()]
  expect(pids.length).toBeGreaterThan(6)
  product = undefined
  expect(await first.end('SIGINT')).toBe(0)
  expect(await findSurvivors(pids)).toEqual([])

  const rpcUrl = 'https://rpc.example/firth'
  const environment = { PUBLIC_RPC_URL_71117001: rpcUrl }
  const second = await startTestProduct(dataDir, { environment })
  product = second
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

test('when it is killed itself, nothing that it started outlives it', async () => {
  const killed = await running()
  product = undefined
  const pids = [...killed.processes().keys()]
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

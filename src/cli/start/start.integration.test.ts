import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { endpoints } from '#protocol/http/endpoints.ts'
import { newAccount, signedQuote } from '../tools/bench/benchAccount.ts'
import { ask, type BenchService } from '../tools/bench/benchService.ts'
import { swapOnce, untilTerminal } from '../tools/bench/swapOnce.ts'
import { openFolder } from '#testing/harness/project.ts'
import { type TestProduct, startTestProduct, survivors } from '#testing/harness/product.ts'

let dataDir: string
let product: TestProduct | undefined

beforeEach(async () => {
  dataDir = await openFolder()
})

afterEach(async () => {
  if (product) {
    const pids = [...product.processes().keys()]
    await product.end('SIGINT')
    await survivors(pids)
  }
  product = undefined
  await rm(dataDir, { recursive: true, force: true })
})

function serviceOf({ url }: TestProduct): BenchService {
  return { url, key: 'estuary-devnet' }
}

function pidOf(running: TestProduct, program: string): number {
  for (const [pid, args] of running.processes()) if (args.includes(program)) return pid
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
  product = await startTestProduct(dataDir)
  expect(resetFailure()).toContain('is running already')
  const { quote, states } = await swapOnce(serviceOf(product))
  expect(states.at(-1)).toBe('COMPLETED')
  const pids = [...product.processes().keys()]
  expect(pids.length).toBeGreaterThan(6)
  expect(await product.end('SIGINT')).toBe(0)
  expect(await survivors(pids)).toEqual([])

  const rpcUrl = 'https://rpc.example/firth'
  const environment = { PUBLIC_RPC_URL_71117001: rpcUrl }
  product = await startTestProduct(dataDir, { environment })
  const answer = await ask(serviceOf(product), 'status', { quoteId: quote.id })
  expect(answer).toMatchObject({ status: 'COMPLETED', quoteId: quote.id })
  // Browsers are sent where a person says; the service itself asks its own node.
  const { chains } = endpoints.discovery.response.parse(await ask(serviceOf(product), 'discovery'))
  expect(chains.find(({ chain }) => chain === 'eip155:71117001')?.rpcUrl).toBe(rpcUrl)
  const [origin] = endpoints.status.response.parse(answer).originChainOperations ?? []
  const page = await fetch(origin?.explorerUrl?.replace(/^http:..[^/]*/, product.url) ?? '')
  expect(page.status).toBe(200)
})

test('a service that is killed in the middle is started again and finishes what it accepted', async () => {
  product = await startTestProduct(dataDir)
  const service = serviceOf(product)
  const account = await newAccount(service)
  const swap = { from: 'agg:usdc', to: 'agg:eth', amount: 3_000_000_000n }
  const { id, body } = await signedQuote(service, { account, swap })
  await ask(service, 'executeQuote', body)
  process.kill(pidOf(product, 'serve.js'), 'SIGKILL')
  const { record } = await untilTerminal(service, id)
  expect(record.status).toBe('COMPLETED')
})

test('when it is killed itself, nothing that it started outlives it', async () => {
  const killed = await startTestProduct(dataDir)
  const pids = [...killed.processes().keys()]
  await killed.end('SIGKILL')
  expect(await survivors(pids)).toEqual([])
})

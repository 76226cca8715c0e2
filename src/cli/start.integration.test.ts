import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { endpoints } from '#protocol/endpoints.ts'
import { newAccount, signedQuote } from './benchAccount.ts'
import { ask, type BenchService } from './benchService.ts'
import { swapOnce, untilTerminal } from './swapOnce.ts'
import { type TestProduct, endOf, spawnStart, startTestProduct, survivors } from './testProduct.ts'

const startsWithinMs = 120_000
const endsWithinMs = 10_000
let dataDir: string
let product: TestProduct | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'estuary-start-'))
})

afterEach(async () => {
  if (product) {
    const pids = [...product.processes().keys()]
    await product.end('SIGINT')
    await survivors(pids, { timeoutMs: endsWithinMs })
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
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/reset.ts'], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  return status === 0 ? '' : stderr
}

async function printedBy(more: Record<string, string>) {
  const child = spawnStart(dataDir, more)
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return { code: await endOf(child), lines: printed.trim().split('\n') }
}

test(
  'one command starts it all, a swap goes through, and the next start knows it',
  async () => {
    product = await startTestProduct(dataDir)
    expect(resetFailure()).toContain('is running already')
    const { quote, states } = await swapOnce(serviceOf(product))
    expect(states.at(-1)).toBe('COMPLETED')
    const pids = [...product.processes().keys()]
    expect(pids.length).toBeGreaterThan(6)
    expect(await product.end('SIGINT')).toBe(0)
    expect(await survivors(pids, { timeoutMs: endsWithinMs })).toEqual([])

    product = await startTestProduct(dataDir)
    const answer = await ask(serviceOf(product), 'status', { quoteId: quote.id })
    expect(answer).toMatchObject({ status: 'COMPLETED', quoteId: quote.id })
    const [origin] = endpoints.status.response.parse(answer).originChainOperations ?? []
    const page = await fetch(origin?.explorerUrl.replace(/^http:..[^/]*/, product.url) ?? '')
    expect(page.status).toBe(200)
  },
  2 * startsWithinMs,
)

test(
  'a service that is killed in the middle is started again and finishes what it accepted',
  async () => {
    product = await startTestProduct(dataDir)
    const service = serviceOf(product)
    const account = await newAccount(service)
    const swap = { from: 'agg:usdc', to: 'agg:eth', amount: 3_000_000_000n }
    const { id, body } = await signedQuote(service, { account, swap })
    await ask(service, 'executeQuote', body)
    process.kill(pidOf(product, 'serve.js'), 'SIGKILL')
    const { record } = await untilTerminal(service, id)
    expect(record.status).toBe('COMPLETED')
  },
  startsWithinMs,
)

test(
  'when it is killed itself, nothing that it started outlives it',
  async () => {
    const killed = await startTestProduct(dataDir)
    const pids = [...killed.processes().keys()]
    await killed.end('SIGKILL')
    expect(await survivors(pids, { timeoutMs: endsWithinMs })).toEqual([])
  },
  startsWithinMs,
)

test(
  'a port in use is said in one sentence, and nothing stays behind',
  async () => {
    const other = createServer()
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve())
    })
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const { code, lines } = await printedBy({ PORT: port })
    other.close()
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(`The port ${port} is in use`)])
  },
  startsWithinMs,
)

test(
  'a state folder that cannot be used is said in one sentence',
  async () => {
    const file = path.join(dataDir, 'file')
    await writeFile(file, '')
    const { code, lines } = await printedBy({ DATA_DIR: file })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(`The state folder ${file} cannot be used`)])
  },
  startsWithinMs,
)

test(
  'a state that is broken is said in one sentence, and what did start is ended',
  async () => {
    const first = await startTestProduct(dataDir)
    await first.end('SIGINT')
    const chains = path.join(dataDir, 'devnet')
    for (const name of await readdir(chains))
      if (name.startsWith('firth.json')) await writeFile(path.join(chains, name), 'not a chain')
    const { code, lines } = await printedBy({})
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('npm run reset')])
  },
  2 * startsWithinMs,
)

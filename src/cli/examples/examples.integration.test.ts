import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { HistoryPage, StatusRecord } from '#protocol/status/status.ts'
import {
  createFundedWallet,
  fetchSignedQuote,
  ask,
  type BenchService,
  waitUntilTerminal,
} from '../tools/bench/benchClient.ts'
import { pickOneOfEach } from '#testing/campaign.ts'
import { openFolder } from '#testing/harness/openFolder.ts'
import { startTestProduct, type TestProduct } from '#testing/harness/product.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../..')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
const scripts = ['roleBased.mjs', 'basic.mjs', 'delegated.mjs', 'solana.mjs', 'contractCall.mjs']

const client = path.join(import.meta.dirname, '../clients/existingClient.mjs')

let dataDir: string
let product: TestProduct
beforeAll(async () => {
  dataDir = await openFolder()
  product = await startTestProduct(dataDir)
})
afterAll(async () => {
  await product.end('SIGINT')
  await rm(dataDir, { recursive: true, force: true })
})

test.each(scripts)('%s ends COMPLETED as it stands', async (script) => {
  const { stdout } = await run(process.execPath, [path.join(import.meta.dirname, script)], {
    env: { ...process.env, ESTUARY_URL: product.url },
  })
  expect(stdout).toMatch(/^COMPLETED: /)
})

test.each(scripts)('%s names the account to fund where there is no faucet', async (script) => {
  const { url, stop } = await startWithoutFaucet()
  const example = run(process.execPath, [path.join(import.meta.dirname, script)], {
    env: { ...process.env, ESTUARY_URL: url, PRIVATE_KEY: generatePrivateKey() },
  })
  await expect(example).rejects.toMatchObject({
    stdout: expect.stringMatching(/^Pays from \w{32,44}: fund it, and keep it by PRIVATE_KEY/),
    stderr: expect.stringContaining('INSUFFICIENT_BALANCE'),
  })
  await stop()
})

test('what cannot be signed is shown: the answer of a service that refused', async () => {
  const env = { ...process.env, PRIVATE_KEY: generatePrivateKey() }
  const signing = run(process.execPath, [path.join(import.meta.dirname, 'sign.mjs')], { env })
  signing.child.stdin?.end('{"error":"Unauthorized","message":"The API key is unknown."}')
  await expect(signing).rejects.toMatchObject({
    stderr: expect.stringContaining('The API key is unknown.'),
  })
})

/** Kinds of accounts and generations of the interface: each kind, and both generations. */
const others = pickOneOfEach(
  [
    ['role-based', '1'],
    ['role-based', '3'],
    ['basic', '1'],
    ['basic', '3'],
    ['EIP-7702', '1'],
    ['EIP-7702', '3'],
    ['solana', '3'],
  ] as const,
  ([kind]) => kind,
)
test.each(others)(
  'a program of others that uses a %s account by generation %s runs unchanged',
  async (...how) => {
    const { stdout } = await run(process.execPath, [client, ...how], {
      env: {
        ...process.env,
        ESTUARY_URL: product.url,
        KEY_FILE: path.join(dataDir, how.join('-')),
      },
    })
    expect(stdout).toMatch(/^COMPLETED: /)
  },
)

test.each(scripts)(
  'README names %s, which has about 40 lines of code and imports viem only',
  (script) => {
    const text = readFileSync(path.join(import.meta.dirname, script), 'utf8')
    expect(readme).toContain(`src/cli/examples/${script}`)
    expect(
      text.split('\n').filter((line) => !/^\s*($|\/\/)/.test(line)).length,
    ).toBeLessThanOrEqual(43)
    const imported = [...text.matchAll(/from '(.*)'/g)].map(([, name]) => name)
    expect(
      imported.filter((name) => !name?.startsWith('node:') && !/^viem\b/.test(name ?? '')),
    ).toEqual([])
  },
)

test('what a wallet on Solana did is in its history, and each transaction opens in the explorer', async () => {
  const wallet = await createFundedWallet(service())
  const { accountAddress } = wallet.wire
  const evm = 'eip155:71117001'
  const recipient = `${evm}:${privateKeyToAddress(generatePrivateKey())}`
  const swap = { from: 'agg:sol', to: `${evm}/slip44:60`, amount: 250_000_000n, recipient }
  const { id, body } = await fetchSignedQuote(service(), { account: wallet, swap })
  await ask(service(), 'executeQuote', body)
  expect((await waitUntilTerminal(service(), id)).status).toBe('COMPLETED')

  const query = { user: accountAddress, limit: 5 }
  const page = HistoryPage.parse(await ask(service(), 'history', query))
  expect(page.transactions.map(({ quoteId, user }) => [quoteId, user])).toEqual([
    [id, accountAddress],
  ])
  const [record] = page.transactions
  const { chainId: solana } = devnetSolana
  const operations = record?.originChainOperations ?? []
  expect(operations.map(({ chain, chainId }) => [chain, chainId])).toContainEqual([
    solana,
    undefined,
  ])
  const deliveries = record?.destinationChainOperations ?? []
  expect(deliveries.map(({ chain, chainId }) => [chain, chainId])).toEqual([[evm, 71_117_001]])
  for (const { hash, explorerUrl } of [...operations, ...deliveries]) {
    const shown = await fetch(explorerUrl ?? '')
    expect([shown.status, (await shown.text()).includes(hash)]).toEqual([200, true])
  }
  const stranger = { ...query, user: encodeBase58(randomBytes(32)) }
  expect(HistoryPage.parse(await ask(service(), 'history', stranger)).transactions).toEqual([])
})

test('the curl commands of README end COMPLETED when they are pasted into a shell', async () => {
  const commands = /### The API[^]*?```sh\n([^]*?)```/.exec(readme)?.[1] ?? ''
  expect(commands).toContain('http://127.0.0.1:8080')
  const pasted = commands.replaceAll('http://127.0.0.1:8080', product.url)
  const env = { ...process.env, PATH: `${process.env['PATH']}:${await standInForCurl()}` }
  const { stdout } = await run('sh', ['-euc', pasted], { cwd: root, env })
  const { quoteId } = StatusRecord.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
  const record = await waitUntilTerminal(service(), quoteId)
  expect(record.status).toBe('COMPLETED')
})

/** The product as a deployment that `npm start` does not run: the same service, and no faucet. */
async function startWithoutFaucet(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => void forward(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

async function forward(request: IncomingMessage, response: ServerResponse) {
  const { url = '', method = '' } = request
  if (url === '/api/devnet/faucet') return response.writeHead(404).end('There is no such route.')
  const answer = await fetch(`${product.url}${url}`, {
    method,
    headers: { 'x-api-key': 'estuary-devnet', 'content-type': 'application/json' },
    body: method === 'POST' ? await buffer(request) : null,
  })
  const body = (await answer.text()).replace('"hasFaucet":true', '"hasFaucet":false')
  return response.writeHead(answer.status).end(body)
}

function service(): BenchService {
  return { url: product.url, key: 'estuary-devnet' }
}

/**
 * A folder with a `curl` that knows what README uses of it, for machines that have none: it stands
 * last in the path, so that a real one is taken where there is one.
 */
async function standInForCurl(): Promise<string> {
  const folder = path.join(dataDir, 'bin')
  await mkdir(folder)
  const script = `#!${process.execPath}
const words = process.argv.slice(2)
const after = (flag) => words.flatMap((word, at) => (word === flag ? [words[at + 1]] : []))
const [data] = after('-d')
const body = data === '@-' ? require('node:fs').readFileSync(0) : data
const headers = after('-H').map((header) => header.split(': '))
fetch(words.find((word) => word.startsWith('http')), { method: body ? 'POST' : 'GET', headers, body })
  .then((answer) => answer.text())
  .then((text) => process.stdout.write(text))
`
  await writeFile(path.join(folder, 'curl'), script, { mode: 0o755 })
  return folder
}

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import { hangMs } from '#testing/hangMs.ts'
import { findFreePort } from '../start/settings/ports.ts'

const root = path.join(import.meta.dirname, '../../..')
let folder: string
let devnet: TestDevnet
let database: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'estuary-serve-'))
  execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'ignore' })
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'dist'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  linkProductionPackages()
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
})
afterAll(async () => {
  await Promise.all([devnet.stop(), database.stop()])
  await rm(folder, { recursive: true, force: true })
})

/** What `npm ci --omit=dev` installs, which takes ten seconds of a processor. */
function linkProductionPackages(): void {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(path.join(root, 'package-lock.json'), 'utf8'),
  )
  for (const [place, { dev }] of Object.entries(lock.packages)) {
    const isNested = place.lastIndexOf('node_modules/') > 0
    // Packages for other systems are not here.
    if (place === '' || dev || isNested || !existsSync(path.join(root, place))) continue
    mkdirSync(path.dirname(path.join(folder, place)), { recursive: true })
    symlinkSync(path.join(root, place), path.join(folder, place))
  }
}

/** What it says until it says that it is ready, or ends. */
async function said(child: ChildProcess): Promise<string> {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (text += part.toString()))
  const endsAtMs = performance.now() + hangMs
  while (performance.now() < endsAtMs && child.exitCode === null && !text.includes('is ready at'))
    // oxlint-disable-next-line no-await-in-loop -- it looks again and again
    await wait(50)
  return text
}

function serve(environment: Record<string, string>): ChildProcess {
  return spawn('npm', ['run', '--silent', 'serve'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      // Else a package would find there what is beside the original.
      NODE_OPTIONS: '--preserve-symlinks',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

test('the service runs by itself, with what production needs and nothing else', async () => {
  expect(existsSync(path.join(folder, 'node_modules', 'fastify'))).toBe(true)
  for (const name of ['vite', 'tsx', 'esbuild', 'vitest', 'react'])
    expect(existsSync(path.join(folder, 'node_modules', name)), name).toBe(false)
  const port = await findFreePort('127.0.0.1')
  const child = serve({
    ...Object.fromEntries(devnet.chains.map((one) => [`RPC_URL_${one.number}`, one.rpcUrl])),
    CHAINS: devnet.chains.map(({ number }) => number).join(','),
    DATABASE_URL: database.databaseUrl,
    PORT: String(port),
    ROLES: 'api,worker,attestor',
    LOG_LEVEL: 'silent',
    METRICS_PORT: '0',
    EXECUTOR_EVM_KEY: devnetKeys.executor,
    SOLVER_EVM_KEY: devnetKeys.solver,
    COSIGNER_KEY: devnetKeys.cosigner,
    PAYMASTER_KEY: devnetKeys.paymasterSigner,
    ATTESTOR_EVM_KEY: devnetKeys.attestor,
    QUOTE_KEY: `0x${createHash('sha256').update('a test quote key').digest('hex')}`,
    API_KEY: 'a key of this test',
  })
  try {
    expect(await said(child)).toContain(
      `Estuary is ready at http://127.0.0.1:${port}, for monitors at http://127.0.0.1:`,
    )
    const url = `http://127.0.0.1:${port}`
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const page = await (await fetch(url)).text()
    const [script = ''] = /\/assets\/[^"]+\.js(?=")/.exec(page) ?? []
    expect((await fetch(`${url}${script}`)).status).toBe(200)
    const headers = { 'x-api-key': 'a key of this test' }
    const discovery = await fetch(`${url}/api/discovery`, { headers })
    expect(discovery.status).toBe(200)
    expect(await discovery.text(), 'it shows no blocks').not.toContain('explorerUrl')
  } finally {
    child.kill('SIGTERM')
  }
  const [code] = await new Promise<[number | null]>((resolve) => {
    if (child.exitCode === null) child.once('exit', (ended) => resolve([ended]))
    else resolve([child.exitCode])
  })
  expect(code).toBe(0)
})

test('what is missing, or cannot be honoured, is named', async () => {
  const child = serve({ DEVNET_PORTS: '1,2,3', NETWORK: 'mirror' })
  expect(await said(child)).toMatch(
    /npm run serve cannot honour.*\nDEVNET_PORTS: it starts no chains; RPC_URL_<n> names them\./,
  )
  const bare = serve({ NETWORK: 'mirror', CHAINS: '1' })
  expect(await said(bare)).toContain('DEPLOYMENT')
})

test.each(['executions', 'keys'])('npm run %s names the program that runs here', (name) => {
  const command = ['run', '--silent', name]
  const { status, stderr } = spawnSync('npm', command, { cwd: folder, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, `Run node dist/program/${name}.js instead.\n`])
  expect(existsSync(path.join(folder, 'dist', 'program', `${name}.js`))).toBe(true)
})

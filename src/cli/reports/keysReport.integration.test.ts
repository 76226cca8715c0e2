import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { rowToApiKey } from '#service/roles/apiKeyRecord.ts'
import { hashApiKey } from '#service/http/access/apiKeys.ts'
import { findApiKey } from '#service/storage/tables/apiKeys.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import { reportKeys } from './keysReport.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.stop())

function run(...words: string[]): Promise<string[]> {
  return reportKeys(database.storage, words)
}

test('a key is created, shown once, listed without it, and disabled by its label', async () => {
  const [key = '', told] = await run('create', 'acme', '--rate', '50')
  expect(told).toContain('acme')
  const row = await findApiKey(database.storage, hashApiKey(key))
  expect(row).toMatchObject({ label: 'acme', requestsPerSecond: 50, allowedOrigins: [] })
  expect(row && rowToApiKey(row).allowedEndpoints).toContain('executeQuote')
  expect(row && rowToApiKey(row).allowedEndpoints).not.toContain('setScenario')
  const listed = (await run('list')).join('\n')
  expect(listed).toContain('acme  read,quote,execute  50/s  any origin  no fee')
  expect(listed).not.toContain(key)
  expect(await run('disable', 'acme')).toHaveLength(1)
  expect(await findApiKey(database.storage, hashApiKey(key))).toBeUndefined()
  expect((await run('list')).join('\n')).toContain('disabled')
  await expect(run('disable', 'acme')).rejects.toThrow('No key in use is called acme')
})

test('one of two keys of a client is disabled by its digest', async () => {
  const [first = ''] = await run('create', 'two keys')
  const [second = '', , more] = await run(
    'create',
    'two keys',
    '--may',
    'read',
    '--origins',
    'https://a.example',
  )
  expect(more).toContain('has 1 more')
  await run('disable', hashApiKey(first).slice(0, 12))
  expect(await findApiKey(database.storage, hashApiKey(first))).toBeUndefined()
  expect(await findApiKey(database.storage, hashApiKey(second))).toMatchObject({
    permissions: ['read'],
    allowedOrigins: ['https://a.example'],
  })
})

test('a key charges a fee for its app, and the list says how much and who gets it', async () => {
  const [evm, solana] = [
    '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
    '7do7LDvkWqos9nPCiiJFCNf6aX3y9WnTzsQ7fAZt5qbQ',
  ]
  const both = `${evm.toLowerCase()},${solana}`
  const [key = ''] = await run('create', 'shop', '--fee-bps', '25', '--fee-receiver', both)
  const row = await findApiKey(database.storage, hashApiKey(key))
  expect(row && rowToApiKey(row).appFee).toEqual({ bps: 25n, receivers: { evm, solana } })
  expect((await run('list')).join('\n')).toContain(`25 bps to ${evm} and ${solana}`)
})

test.each([
  [[], 'npm run keys'],
  [['create', 'a', '--fee-bps', '25'], '--fee-receiver'],
  [['create', 'a', '--fee-bps', '1001', '--fee-receiver', `0x${'a1'.repeat(20)}`], '1 to 1000'],
  [['create', 'a', '--fee-receiver', `0x${'a1'.repeat(20)}`], '--fee-bps'],
  [['create', 'a', '--fee-bps', '25', '--fee-receiver', `0x${'00'.repeat(20)}`], 'no address'],
  [['create'], 'A label'],
  [['create', 'environment'], 'taken by the service'],
  [['create', 'a', '--may', 'fly'], 'fly is no permission'],
  [['create', 'a', '--rate', '0'], '--rate'],
  [['create', 'a', '--origins', 'https://a.example/path'], 'is no origin'],
  [['disable', 'abc'], 'No key in use'],
])('%j is refused in words, and nothing is stored', async (words, sentence) => {
  const before = await run('list')
  await expect(run(...words)).rejects.toThrow(sentence)
  expect(await run('list')).toEqual(before)
})

test('without a database it is refused, and none is made', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'estuary-no-database-'))
  const program = path.join(import.meta.dirname, 'keys.ts')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', program, 'list'],
    {
      env: { PATH: process.env['PATH'], DATA_DIR: folder },
      encoding: 'utf8',
    },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    `There is no database in ${folder}: set DATABASE_URL, for example with node --env-file=FILE, or DATA_DIR.\n`,
  )
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

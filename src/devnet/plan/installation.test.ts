import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { encodeBase58 } from '#protocol/ids/base58.ts'
import { openInstallation } from './installation.ts'
import { devnetKeys } from './keys.ts'
import { reefPlan } from '../solana/plan/solanaPlan.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'estuary-keys-'))
  file = join(folder, 'mirror', 'keys.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('keys are drawn once, for every role one of its own, and only their owner may read them', async () => {
  const drawn = openInstallation(file)
  expect(openInstallation(file)).toEqual(drawn)
  expect(Object.keys(drawn.keys)).toEqual(Object.keys(devnetKeys))
  expect(Object.keys(drawn.solanaKeys)).toEqual(Object.keys(reefPlan.keys))
  const secrets = [
    ...Object.values(drawn.keys),
    ...Object.values(drawn.solanaKeys),
    drawn.quoteKey,
    drawn.salt,
    drawn.apiKey,
  ]
  expect(new Set(secrets).size).toBe(secrets.length)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('two installations share nothing', () => {
  const [a, b] = [openInstallation(file), openInstallation(join(folder, 'other', 'keys.json'))]
  expect(a.salt).not.toBe(b.salt)
  expect(a.apiKey).not.toBe(b.apiKey)
  expect(Object.values(a.keys).filter((key) => Object.values(b.keys).includes(key))).toEqual([])
})

test('a file that others may read is refused', async () => {
  openInstallation(file)
  await chmod(file, 0o640)
  expect(() => openInstallation(file)).toThrow('can be read by others')
})

test.each([
  ['a published key', { solver: devnetKeys.solver }, 'The key of the solver in'],
  [
    'one key for two roles',
    { solver: `0x${'a1'.repeat(32)}`, payee: `0x${'a1'.repeat(32)}` },
    'have the same key',
  ],
  ['half a key', { solver: '0xa1' }, 'cannot be read'],
  ['a missing key', { solver: undefined }, 'cannot be read'],
])(
  '%s in the file is refused in one sentence that repeats no key',
  async (_name, change, sentence) => {
    openInstallation(file)
    const whole: { keys: Record<string, string> } = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...whole, keys: { ...whole.keys, ...change } }))
    const outcome = messageOf(() => openInstallation(file))
    expect(outcome).toContain(sentence)
    expect(outcome).not.toMatch(/0x[0-9a-f]{64}/i)
  },
)

test.each([
  [
    'a published Solana key',
    { solver: encodeBase58(reefPlan.keys.solver.secretKey) },
    'The Solana key of the solver in',
  ],
  ['one Solana key for two roles', { payee: 'executor' }, 'have the same Solana key'],
  ['half a Solana key', { program: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'cannot be read'],
])('%s in the file is refused', async (_name, change: Record<string, string>, sentence) => {
  const drawn = openInstallation(file)
  const { executor } = drawn.solanaKeys
  const changed = Object.entries(change).map(([role, text]) => {
    return [role, text === 'executor' ? executor : text]
  })
  const solanaKeys = { ...drawn.solanaKeys, ...Object.fromEntries(changed) }
  await writeFile(file, JSON.stringify({ ...drawn, solanaKeys }))
  const outcome = messageOf(() => openInstallation(file))
  expect(outcome).toContain(sentence)
  expect(outcome).not.toContain(executor)
})

test('a file that is no JSON is refused', async () => {
  openInstallation(file)
  await writeFile(file, 'no keys')
  expect(() => openInstallation(file)).toThrow('npm run reset')
})

function messageOf(act: () => unknown): string {
  try {
    act()
    return 'nothing was thrown'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

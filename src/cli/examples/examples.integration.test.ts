import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { StatusRecord } from '#protocol/status.ts'
import { untilTerminal } from '../swapOnce.ts'
import { openFolder } from '../testProject.ts'
import { startTestProduct, type TestProduct } from '../testProduct.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../..')
const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
const scripts = ['roleBased.mjs', 'basic.mjs', 'delegated.mjs', 'solana.mjs', 'contractCall.mjs']

let dataDir: string
let product: TestProduct
beforeAll(async () => {
  dataDir = await openFolder()
  product = await startTestProduct(dataDir)
}, 120_000)
afterAll(async () => {
  await product.end('SIGINT')
  await rm(dataDir, { recursive: true, force: true })
})

test.each(scripts)(
  '%s ends COMPLETED as it stands',
  async (script) => {
    const { stdout } = await run(process.execPath, [path.join(import.meta.dirname, script)], {
      env: { ...process.env, ESTUARY_URL: product.url },
    })
    expect(stdout).toMatch(/^COMPLETED: /)
  },
  60_000,
)

test.each(scripts)(
  'README names %s, which has at most 40 lines of code and imports viem only',
  (script) => {
    const text = readFileSync(path.join(import.meta.dirname, script), 'utf8')
    expect(readme).toContain(`src/cli/examples/${script}`)
    expect(
      text.split('\n').filter((line) => !/^\s*($|\/\/)/.test(line)).length,
    ).toBeLessThanOrEqual(40)
    const imported = [...text.matchAll(/from '(.*)'/g)].map(([, name]) => name)
    expect(
      imported.filter((name) => !name?.startsWith('node:') && !/^viem\b/.test(name ?? '')),
    ).toEqual([])
  },
)

test('the curl commands of README end COMPLETED when they are pasted into a shell', async () => {
  const commands = /## Examples[^]*?```sh\n([^]*?)```/.exec(readme)?.[1] ?? ''
  expect(commands).toContain('http://127.0.0.1:8080')
  const pasted = commands.replaceAll('http://127.0.0.1:8080', product.url)
  const env = { ...process.env, PATH: `${process.env['PATH']}:${await standInForCurl()}` }
  const { stdout } = await run('sh', ['-euc', pasted], { cwd: root, env })
  const { quoteId } = StatusRecord.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
  const service = { url: product.url, key: 'estuary-devnet' }
  const { record } = await untilTerminal(service, quoteId)
  expect(record.status).toBe('COMPLETED')
}, 60_000)

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
const body = after('-d').length > 0 ? require('node:fs').readFileSync(0) : undefined
const headers = after('-H').map((header) => header.split(': '))
fetch(words.find((word) => word.startsWith('http')), { method: body ? 'POST' : 'GET', headers, body })
  .then((answer) => answer.text())
  .then((text) => process.stdout.write(text))
`
  await writeFile(path.join(folder, 'curl'), script, { mode: 0o755 })
  return folder
}

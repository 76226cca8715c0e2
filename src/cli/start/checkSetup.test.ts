import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

const program = path.join(import.meta.dirname, 'checkSetup.mjs')
const root = path.join(import.meta.dirname, '../../..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'estuary-setup-'))
  write('package.json', { engines: { node: '>=20.19' } })
  write('package-lock.json', {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/other-system': { version: '1.0.0', optional: true },
    },
  })
  install('1.0.0')
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, content: unknown): void {
  writeFileSync(path.join(folder, file), JSON.stringify(content))
}

function install(version: string): void {
  mkdirSync(path.join(folder, 'node_modules'), { recursive: true })
  write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version } } })
}

function check(cwd = folder): [number | null, string] {
  const { status, stderr } = spawnSync(process.execPath, [program], { cwd, encoding: 'utf8' })
  return [status, stderr]
}

test('what npm ci installed is enough', () => {
  expect(check()).toEqual([0, ''])
  expect(check(root)).toEqual([0, ''])
})

test.each([
  [
    'an older Node',
    () => write('package.json', { engines: { node: '>=999.5' } }),
    /^Estuary needs Node 999\.5 or later, and this is \d+\.[^\n]+\n$/,
  ],
  [
    'no packages',
    () => rmSync(path.join(folder, 'node_modules'), { recursive: true }),
    /^The packages are missing: run "npm ci"\.\n$/,
  ],
  [
    'packages of an older lock file',
    () => install('0.9.0'),
    /^The packages are not those of package-lock\.json \(node_modules\/a\): run "npm ci"\.\n$/,
  ],
  [
    'a place where nothing can be written',
    () => writeFileSync(path.join(folder, '.cache'), ''),
    /^Nothing can be written to \S+\.cache: [^\n]+\n$/,
  ],
])('%s is said in one sentence', (_name, breakIt, sentence) => {
  breakIt()
  const [status, stderr] = check()
  expect(status).toBe(1)
  expect(stderr).toMatch(sentence)
})

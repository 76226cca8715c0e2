import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, test } from 'vitest'

import { createCluster } from './createCluster.ts'

test('the reason is the error of initdb, not what it says while it cleans up; nothing stays', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'estuary-cluster-'))
  const initdb = path.join(folder, 'initdb')
  const said = ['could not write file "x": No space left on device', 'removing data directory']
  const lines = said.map((line) => `echo 'initdb: ${line}' >&2`)
  writeFileSync(initdb, ['#!/bin/sh', ...lines, 'exit 1', ''].join('\n'), { mode: 0o755 })
  const home = {
    folder: path.join(folder, 'database'),
    secret: path.join(folder, 'database.secret'),
    log: path.join(folder, 'database.log'),
    user: undefined,
  }
  await expect(createCluster(home, { initdb })).rejects.toThrow(/No space left on device$/)
  expect(readdirSync(folder)).toEqual(['initdb'])
  rmSync(folder, { recursive: true })
})

import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFirst } from './builtFolders.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'estuary-first-'))
})
afterEach(() => rmSync(home, { recursive: true }))

function make(name: string): string {
  const folder = path.join(home, name)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'who'), name)
  return folder
}

test('of two builds made concurrently the first is kept and the second deleted', () => {
  const folder = path.join(home, 'made')
  keepFirst(make('first'), { folder })
  keepFirst(make('second'), { folder })
  expect(readdirSync(home)).toEqual(['made'])
  expect(readFileSync(path.join(folder, 'who'), 'utf8')).toBe('first')
})

test('fails when the folder cannot be created', () => {
  const folder = path.join(home, 'nowhere', 'made')
  expect(() => keepFirst(make('first'), { folder })).toThrow('ENOENT')
})

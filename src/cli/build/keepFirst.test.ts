import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { keepFirst } from './keepFirst.ts'

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

test('of two who made the same at once the first is kept, and nothing of the second', () => {
  const folder = path.join(home, 'made')
  keepFirst(make('first'), { folder })
  keepFirst(make('second'), { folder })
  expect(readdirSync(home)).toEqual(['made'])
  expect(readFileSync(path.join(folder, 'who'), 'utf8')).toBe('first')
})

test('what cannot be put anywhere is an error', () => {
  const folder = path.join(home, 'nowhere', 'made')
  expect(() => keepFirst(make('first'), { folder })).toThrow('ENOENT')
})

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { snapshotState } from './snapshotState.ts'

const whole = '{"block":{"number":"0x1"},"accounts":{},"historical_states":null}'
const later = '{"block":{"number":"0x2"},"accounts":{},"historical_states":null}'
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'estuary-state-'))
  file = join(folder, 'firth.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a chain that never ran needs nothing', () => {
  expect(snapshotState(file)).toBe(false)
  expect(existsSync(file)).toBe(false)
})

test('a torn file is replaced by the last whole one', () => {
  writeFileSync(file, whole)
  expect(snapshotState(file)).toBe(false)
  writeFileSync(file, later.slice(0, 40))
  expect(snapshotState(file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(whole)
})

test('an empty file is a torn one', () => {
  writeFileSync(file, whole)
  snapshotState(file)
  writeFileSync(file, '')
  expect(snapshotState(file)).toBe(true)
})

test('a file that was never a state is left for the node to refuse', () => {
  writeFileSync(file, whole)
  snapshotState(file)
  writeFileSync(file, 'garbage')
  expect(snapshotState(file)).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe('garbage')
})

test('a newer whole file becomes the copy', () => {
  writeFileSync(file, whole)
  snapshotState(file)
  writeFileSync(file, later)
  snapshotState(file)
  writeFileSync(file, later.slice(0, 40))
  snapshotState(file)
  expect(readFileSync(file, 'utf8')).toBe(later)
})

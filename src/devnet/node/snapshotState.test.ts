import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { getWrittenFile, snapshotState } from './snapshotState.ts'

const whole = '{"block":{"number":"0x1"},"accounts":{},"historical_states":null}'
const later = '{"block":{"number":"0x2"},"accounts":{},"historical_states":null}'
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'estuary-state-'))
  file = join(folder, 'firth.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes what is older or newer than now by so many seconds. */
function write(place: string, text: string, seconds: number): void {
  writeFileSync(place, text)
  const time = Date.now() / 1_000 + seconds
  utimesSync(place, time, time)
}

test('a chain that never ran needs nothing', () => {
  expect(snapshotState(file)).toBe(false)
  expect(existsSync(file)).toBe(false)
})

test('what a node has written whole becomes the state', () => {
  write(getWrittenFile(file), whole, -60)
  expect(snapshotState(file)).toBe(false)
  write(getWrittenFile(file), later, 60)
  expect(snapshotState(file)).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe(later)
})

test.each(['', later.slice(0, 40)])('a file that was torn at "%s" leaves the state', (torn) => {
  write(file, whole, -60)
  writeFileSync(getWrittenFile(file), torn)
  expect(snapshotState(file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toBe(whole)
})

test('a state that was put there after the node had written stays', () => {
  write(getWrittenFile(file), later, -60)
  writeFileSync(file, whole)
  expect(snapshotState(file)).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe(whole)
})

test('a copy that cannot be written leaves the state', () => {
  write(file, whole, -60)
  // What cannot be read whole, as what cannot be written whole.
  mkdirSync(getWrittenFile(file))
  expect(() => snapshotState(file)).toThrow(/EISDIR|ERR_FS_EISDIR|directory/)
  expect(readFileSync(file, 'utf8')).toBe(whole)
})

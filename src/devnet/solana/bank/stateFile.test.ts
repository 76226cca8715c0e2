import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import type { Landed } from './ledger.ts'
import { openStateFile } from './stateFile.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'estuary-state-'))
  file = join(folder, 'reef')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('there is nothing to load at first', () => {
  expect(openStateFile(file, 10).load()).toBeUndefined()
})

test('what was saved is loaded, byte for byte and in order', () => {
  save(openStateFile(file, 10), { accounts: [10, 0, 13, 10], upTo: 3 })
  expect(openStateFile(file, 10).load()).toEqual({
    time,
    accounts: Buffer.from([10, 0, 13, 10]),
    landed: [1, 2, 3].map(landed),
  })
})

test('a save adds to the log only what is new', () => {
  const state = openStateFile(file, 10)
  save(state, { accounts: [1], upTo: 3 })
  const before = readFileSync(`${file}.log-0`, 'utf8')
  save(state, { accounts: [2], upTo: 5 })
  const after = readFileSync(`${file}.log-0`, 'utf8')
  expect(after.startsWith(before)).toBe(true)
  expect(after.trimEnd().split('\n')).toHaveLength(5)
})

test('what a killed save left behind the snapshot is cut off, and written over', () => {
  save(openStateFile(file, 10), { accounts: [1], upTo: 2 })
  appendFileSync(`${file}.log-0`, '{"signature":"torn')
  writeFileSync(`${file}.new`, 'torn')
  const state = openStateFile(file, 10)
  expect(state.load()?.landed).toEqual([landed(1), landed(2)])
  save(state, { accounts: [2], upTo: 3 })
  expect(openStateFile(file, 10).load()?.landed).toEqual([1, 2, 3].map(landed))
})

test('a save that fails leaves the chain as it was saved before', () => {
  const state = openStateFile(file, 10)
  save(state, { accounts: [1], upTo: 2 })
  // The new snapshot's path is blocked: the log grows, then the save fails.
  mkdirSync(`${file}.new`)
  expect(() => save(state, { accounts: [2], upTo: 3 })).toThrow('EISDIR')
  rmdirSync(`${file}.new`)
  expect(openStateFile(file, 10).load()?.landed).toEqual([landed(1), landed(2)])
  save(state, { accounts: [3], upTo: 4 })
  expect(openStateFile(file, 10).load()?.landed).toEqual([1, 2, 3, 4].map(landed))
})

test('a log that has grown too long is written anew with what is remembered', () => {
  const state = openStateFile(file, 2)
  save(state, { accounts: [1], upTo: 4 })
  save(state, { accounts: [2], upTo: 6, from: 5 })
  expect(openStateFile(file, 2).load()?.landed).toEqual([landed(5), landed(6)])
  expect(readdirSync(folder).toSorted()).toEqual(['reef', 'reef.log-1'])
  save(state, { accounts: [3], upTo: 7, from: 6 })
  expect(openStateFile(file, 2).load()?.landed).toEqual([5, 6, 7].map(landed))
})

test.each([
  ['garbage', () => writeFileSync(file, 'garbage'), 'JSON'],
  ['another form', () => writeFileSync(file, '{"format":2}\n'), 'another form'],
  ['a log that lost its end', () => writeFileSync(`${file}.log-0`, ''), 'shorter'],
])('%s is not loaded as a chain', (_, damage, reason) => {
  save(openStateFile(file, 10), { accounts: [1], upTo: 2 })
  damage()
  expect(() => openStateFile(file, 10).load()).toThrow(reason)
  expect(existsSync(file)).toBe(true)
})

const time = {
  plan: { genesisMs: 1, slotMs: 400, seed: '1' },
  extraSlots: 2,
  extraSeconds: 3,
}

type Wanted = { accounts: number[]; upTo: number; from?: number }

function chain({ accounts, upTo, from = 1 }: Wanted) {
  const all: Landed[] = []
  for (let number = from; number <= upTo; number += 1) all.push(landed(number))
  return { time, accounts: Uint8Array.from(accounts), all, count: upTo }
}

function save(state: ReturnType<typeof openStateFile>, wanted: Wanted): void {
  state.save(chain(wanted))
}

function landed(number: number): Landed {
  return {
    signature: `signature ${number}`,
    slot: number,
    blockTimeSeconds: number,
    bytes: 'AAAA',
    addresses: [`address ${number}`],
    meta: {
      err: null,
      fee: 5_000,
      preBalances: [2],
      postBalances: [1],
      preTokenBalances: [],
      postTokenBalances: [],
      innerInstructions: [],
      logMessages: ['a line\nand another'],
      loadedAddresses: { writable: [], readonly: [] },
      computeUnitsConsumed: 150,
    },
  }
}

import { beforeAll, expect, test } from 'vitest'

import { HistoryQuery } from '#protocol/status/status.ts'
import { setUpDatabase } from '#testing/harness/database.ts'
import { findExecution, insertExecution, updateExecution } from './executionRows.ts'
import { findHistory, type HistoryPosition } from './history.ts'

const database = setUpDatabase()
const owner = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const partner = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
const friend = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const usdc = 'eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ether = 'eip155:8453/slip44:60'
const sol = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501'
const landed = `0x${'ab'.repeat(32)}`
const replaced = `0x${'cd'.repeat(32)}`
const count = 600

function toId(index: number): string {
  return `0x${index.toString(16).padStart(64, '0')}`
}

beforeAll(async () => {
  const { storage } = database
  await storage.transaction(async (inside) => {
    for (let index = 0; index < count; index += 1) {
      const isCall = index % 200 === 7
      const paid = { aggregatedAssetId: 'agg:usdc', assetType: [usdc] }
      const got =
        index % 3 === 0
          ? { aggregatedAssetId: 'agg:sol', assetType: sol }
          : { aggregatedAssetId: 'agg:eth', assetType: ether }
      await insertExecution(inside, {
        quoteId: toId(index),
        phase: 'depositing',
        type: isCall ? 'CALL' : 'SWAP',
        recipient: index === 300 ? `eip155:8453/${friend}` : `eip155:8453/${owner}`,
        quote: { originToken: paid, destinationToken: got },
        fromBlocks: {},
        signers: index === 42 ? [owner, partner] : [owner],
      })
    }
    await inside.query(
      `update execution_accounts set
         created_at = '2026-01-01'::timestamptz + ('x' || right(quote_id, 8))::bit(32)::int * interval '1 minute',
         updated_at = '2026-01-01'::timestamptz + ('x' || right(quote_id, 8))::bit(32)::int * interval '1 minute'`,
    )
    await inside.query(
      `insert into steps (quote_id, leg, action, attempt, chain, state, hash)
       values ($1, 0, 'deposit', 0, 'eip155:1', 'mined', $2)`,
      [toId(3), landed],
    )
    await inside.query(
      `insert into transactions (hash, quote_id, leg, action, attempt, chain, signer, nonce, raw)
       values ($1, $2, 0, 'deposit', 0, 'eip155:1', '0xe', 1, '0x')`,
      [replaced, toId(3)],
    )
  })
  const fence = await findExecution(storage, toId(20))
  if (!fence) throw new Error('Not stored')
  const change = { phase: 'done', status: 'FAILED', failReason: null, legStates: [] } as const
  await updateExecution(storage, { fence, change })
})

test.each([
  ['a kind', { type: 'CALL' }, (index: number) => index % 200 === 7],
  ['one of two kinds', { type: 'CALL,SWAP' }, () => true],
  ['a status', { status: 'FAILED' }, (index: number) => index === 20],
  ['an asset of an aggregate', { asset: 'agg:sol' }, (index: number) => index % 3 === 0],
  ['an asset in other letters', { asset: usdc.toLowerCase() }, () => true],
  ['the chain paid on', { chain: 'eip155:1' }, () => true],
  ['the chain delivered to', { chain: sol.split('/')[0] }, (index: number) => index % 3 === 0],
  ['a chain that is none of them', { chain: 'eip155:10' }, () => false],
  ['the first hour', { until: '2026-01-01T01:00:00Z' }, (index: number) => index < 60],
  ['what came later, in Unix seconds', { since: '1767252960' }, (index: number) => index >= 456],
  ['a recipient', { search: friend }, (index: number) => index === 300],
  ['a recipient in lower case', { search: friend.toLowerCase() }, (index: number) => index === 300],
  ['another account that signed', { search: partner }, (index: number) => index === 42],
  [
    'a transaction',
    { search: landed.toUpperCase().replace('0X', '0x') },
    (index: number) => index === 3,
  ],
  ['a transaction that was replaced', { search: replaced }, (index: number) => index === 3],
  [
    'two quote ids',
    { search: `${toId(5)},${toId(6)}` },
    (index: number) => index === 5 || index === 6,
  ],
  [
    'an id or an address',
    { search: `${toId(5)},${friend}` },
    (index: number) => index === 5 || index === 300,
  ],
  [
    'all of several filters',
    { type: 'CALL', asset: 'agg:eth' },
    (index: number) => index === 7 || index === 407,
  ],
] as const)('a history is narrowed to %s, each once and newest first', async (_, asked, fits) => {
  const expected = Array.from({ length: count }, (__, index) => index)
    .filter(fits)
    .toReversed()
    .map(toId)
  for (const scan of [100, 10_000]) expect((await walk(asked, scan)).ids).toEqual(expected)
})

test('a page looks at so many rows and no more, and says where the next begins', async () => {
  const { ids, pages } = await walk({ type: 'CALL' }, 140)
  expect(ids).toHaveLength(3)
  expect(pages).toBe(5)
})

test('nobody finds what the account did not sign', async () => {
  const options = { account: partner, limit: 20, sortBy: 'createdAt', after: undefined } as const
  for (const search of [toId(5), landed, friend]) {
    const { filters } = decode({ search })
    expect((await findHistory(database.storage, { ...options, filters })).rows).toEqual([])
  }
})

function decode(asked: Readonly<Record<string, string | undefined>>) {
  const {
    user: _,
    limit: __,
    sortBy: ___,
    continuation: ____,
    ...filters
  } = HistoryQuery.parse({
    user: owner,
    ...asked,
  })
  return { filters }
}

/** All ids that the pages gave, in their order, and how many pages there were. */
async function walk(
  asked: Readonly<Record<string, string | undefined>>,
  scan: number,
): Promise<{ ids: string[]; pages: number }> {
  const ids: string[] = []
  let after: HistoryPosition | undefined
  let pages = 0
  do {
    const options = { account: owner, limit: 100, sortBy: 'createdAt', after, scan } as const
    const page = await findHistory(database.storage, { ...options, ...decode(asked) })
    ids.push(...page.rows.map(({ quoteId }) => quoteId))
    after = page.next
    pages += 1
  } while (after && pages < 200)
  return { ids, pages }
}

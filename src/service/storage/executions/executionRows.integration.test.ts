import { describe, expect, test } from 'vitest'

import {
  claimExecutions,
  FenceLostError,
  findExecution,
  renewLeases,
  scheduleExecution,
  updateExecution,
} from './executionRows.ts'
import { raiseNonce } from '../tables/signerNonces.ts'
import { findSteps, prepareStep, replaceTransaction } from './stepRows.ts'
import { addExecution, claim } from '#testing/harness/rows.ts'
import { setUpDatabase } from '#testing/harness/database.ts'

const database = setUpDatabase()

describe('claiming', () => {
  test('gives every execution to one worker, and to another when the lease is over', async () => {
    await addExecution(database, 'claim-1')
    await addExecution(database, 'claim-2')
    const claimed = await Promise.all(
      ['w1', 'w2', 'w3', 'w4'].map((owner) => claim(database, owner)),
    )
    const ids = claimed.flat().map(({ quoteId }) => quoteId)
    expect(ids.toSorted()).toEqual(['claim-1', 'claim-2'])
    expect(await claim(database, 'w5')).toEqual([])
    await database.storage.query(
      "update executions set lease_until = now() - interval '1 s' where quote_id = 'claim-1'",
    )
    expect((await claim(database, 'w6')).map(({ quoteId }) => quoteId)).toEqual(['claim-1'])
  })

  test('a worker that lost its lease cannot write any more', async () => {
    await addExecution(database, 'fence')
    const [first] = (await claim(database, 'slow')).filter(({ quoteId }) => quoteId === 'fence')
    if (!first) throw new Error('Nothing was claimed.')
    await database.storage.query(
      "update executions set lease_until = now() - interval '1 s' where quote_id = 'fence'",
    )
    await claim(database, 'fast')
    const change = {
      phase: 'filling',
      status: 'IN_PROGRESS',
      failReason: null,
      legStates: [],
    } as const
    await expect(
      updateExecution(database.storage, { fence: first, change }),
    ).rejects.toBeInstanceOf(FenceLostError)
    expect(await findExecution(database.storage, 'fence')).toMatchObject({ phase: 'depositing' })
  })

  test('a worker that lost its lease signs nothing, and signs nothing anew', async () => {
    const { storage } = database
    await addExecution(database, 'signs')
    const [first] = (await claim(database, 'slow')).filter(({ quoteId }) => quoteId === 'signs')
    if (!first) throw new Error('Nothing was claimed.')
    await raiseNonce(storage, { chain: 'solana:1', signer: 'executor', chainNonce: 0n })
    const parts = {
      fence: first,
      step: { leg: 0, action: 'deposit', attempt: 1 },
      chain: 'solana:1',
      signer: 'executor',
      sign: async () => ({ hash: 'signs-1', raw: '0x', meta: {} }),
    } as const
    const replaces = await prepareStep(storage, parts)
    if (!replaces) throw new Error('Nothing was signed.')
    await storage.query(
      "update executions set lease_until = now() - interval '1 s' where quote_id = 'signs'",
    )
    await claim(database, 'fast')
    const later = { ...parts, step: { ...parts.step, attempt: 2 } }
    await expect(prepareStep(storage, later)).rejects.toBeInstanceOf(FenceLostError)
    const signed = { hash: 'signs-2', raw: '0x', meta: {} }
    await expect(
      replaceTransaction(storage, { fence: first, replaces, signed }),
    ).rejects.toBeInstanceOf(FenceLostError)
    const { transactions } = await findSteps(storage, 'signs')
    expect(transactions.map(({ hash }) => hash)).toEqual(['signs-1'])
  })

  test('a lease is renewed by whose it is, and never made shorter', async () => {
    const { storage } = database
    await addExecution(database, 'kept')
    await addExecution(database, 'long')
    const quoteIds = ['kept', 'long']
    await claim(database, 'owner')
    await storage.query(
      `update executions set lease_until = now() + (case quote_id when 'long' then 60 else -1 end)
         * interval '1 s' where quote_id = any($1)`,
      [quoteIds],
    )
    async function isHeld(): Promise<boolean[]> {
      const query = `select lease_until > now() + interval '1 s' * $2 as held from executions
        where quote_id = $1`
      const rows = await Promise.all([
        storage.query<{ held: boolean }>(query, ['kept', 0]),
        storage.query<{ held: boolean }>(query, ['long', 30]),
      ])
      return rows.flat().map(({ held }) => held)
    }
    await renewLeases(storage, { owner: 'another', quoteIds })
    expect(await isHeld()).toEqual([false, true])
    await renewLeases(storage, { owner: 'owner', quoteIds })
    expect(await isHeld()).toEqual([true, true])
  })

  test('an execution that waits for a chain is claimed when that chain moves', async () => {
    await addExecution(database, 'waits')
    const [row] = (await claim(database, 'w')).filter(({ quoteId }) => quoteId === 'waits')
    if (!row) throw new Error('Nothing was claimed.')
    const chains = ['eip155:7']
    await scheduleExecution(database.storage, { fence: row, delayMs: 60_000, chains })
    expect(await claim(database, 'w')).toEqual([])
    const { storage } = database
    const moved = await claimExecutions(storage, { owner: 'w', limit: 10, chains })
    expect(moved.map(({ quoteId }) => quoteId)).toEqual(['waits'])
  })
})

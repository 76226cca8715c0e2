import { describe, expect, test } from 'vitest'

import { findExecution } from './executionRows.ts'
import { raiseNonce } from '../tables/signerNonces.ts'
import { findSteps, prepareStep, replaceTransaction, settleStep } from './stepRows.ts'
import { addExecution } from '#testing/harness/rows.ts'
import { setUpDatabase } from '#testing/harness/database.ts'

const database = setUpDatabase()

describe('a signed step', () => {
  const step = { leg: 0, action: 'deposit', attempt: 1 } as const
  const key = { chain: 'eip155:1', signer: '0xe' }

  async function prepare(
    quoteId: string,
    { deploys }: { deploys?: { account: string; missingAt: bigint } } = {},
  ) {
    const row = await findExecution(database.storage, quoteId)
    return prepareStep(database.storage, {
      fence: { quoteId, version: row?.version ?? 0n },
      step,
      ...key,
      deploys,
      sign: async (nonce) => ({
        hash: `${quoteId}-${nonce}`,
        raw: '0x01',
        meta: deploys ? { deploys: deploys.account } : {},
      }),
    })
  }

  test('takes one nonce however often it is prepared', async () => {
    await raiseNonce(database.storage, { ...key, chainNonce: 5n })
    await addExecution(database, 'step-1')
    const first = await prepare('step-1')
    expect(first).toMatchObject({ nonce: 5n, hash: 'step-1-5' })
    expect(await prepare('step-1')).toEqual(first)
    await addExecution(database, 'step-2')
    expect(await prepare('step-2')).toMatchObject({ nonce: 6n })
  })

  test('leaves the nonce alone when signing fails', async () => {
    await addExecution(database, 'step-3')
    const row = await findExecution(database.storage, 'step-3')
    await expect(
      prepareStep(database.storage, {
        fence: { quoteId: 'step-3', version: row?.version ?? 0n },
        step,
        ...key,
        sign: () => Promise.reject(new Error('no key')),
      }),
    ).rejects.toThrow('no key')
    expect(await raiseNonce(database.storage, { ...key, chainNonce: 0n })).toBe(7n)
  })

  test('that makes an account waits while another one makes it, and looks anew once it is made', async () => {
    await addExecution(database, 'step-4')
    await addExecution(database, 'step-5')
    const deploys = { account: '0xnew', missingAt: 6n }
    expect(await prepare('step-4', { deploys })).toBeDefined()
    expect(await prepare('step-5', { deploys })).toBeUndefined()
    await settleStep(database.storage, {
      quoteId: 'step-4',
      step,
      state: 'mined',
      hash: '0x',
      block: 7n,
      detail: {},
    })
    expect(await prepare('step-5', { deploys })).toBeUndefined()
    // Not there, though it had been made before: that block is gone.
    expect(await prepare('step-5', { deploys: { ...deploys, missingAt: 7n } })).toBeDefined()
  })

  test('is replaced at its nonce once, and both are kept', async () => {
    await addExecution(database, 'step-6')
    const first = await prepare('step-6')
    const row = await findExecution(database.storage, 'step-6')
    if (!first || !row) throw new Error('Nothing was prepared.')
    const signed = { hash: 'step-6-b', raw: '0x02', meta: {} }
    const fence = { quoteId: 'step-6', version: row.version }
    await replaceTransaction(database.storage, { fence, replaces: first, signed })
    const { transactions } = await findSteps(database.storage, 'step-6')
    expect(transactions.map(({ hash, nonce }) => [hash, nonce])).toEqual([
      [first.hash, first.nonce],
      ['step-6-b', first.nonce],
    ])
    const again = { hash: 'step-6-c', raw: '0x03', meta: {} }
    await expect(
      replaceTransaction(database.storage, { fence, replaces: first, signed: again }),
    ).rejects.toMatchObject({ code: '23505' })
  })
})

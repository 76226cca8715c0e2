import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findApiKey, disableApiKey, saveApiKey } from './apiKeys.ts'
import { bindAttestation } from './attestationRows.ts'
import {
  claimExecutions,
  FenceLost,
  findExecution,
  insertExecution,
  renewLeases,
  scheduleExecution,
  updateExecution,
} from './executionRows.ts'
import { findHistory, type HistoryPosition } from './history.ts'
import { endMove, findActiveMove, storeMove } from './inventoryMoves.ts'
import { endReservation, insertReservations, lockHoldings, reservedUnits } from './reservations.ts'
import { raiseNonce } from './signerNonces.ts'
import { addSponsorLoss, gasUsd, sponsorLosses, unpaidGas } from './sponsorBudgets.ts'
import {
  findSteps,
  insertLandedStep,
  prepareStep,
  replaceTransaction,
  settleStep,
} from './stepRows.ts'
import { startTestDatabase, type TestDatabase } from './testDatabase.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.stop())

async function addExecution(
  quoteId: string,
  signers: readonly string[] = ['0xa'],
  asker?: { apiKey?: string; visitor?: string },
) {
  await database.storage.transaction((inside) =>
    insertExecution(inside, {
      quoteId,
      phase: 'depositing',
      type: 'SWAP',
      recipient: 'eip155:1/0xa',
      quote: { id: quoteId },
      fromBlocks: {},
      signers,
      ...(asker && { asker }),
    }),
  )
}

async function claim(owner: string, limit = 10) {
  return claimExecutions(database.storage, { owner, limit, chains: [] })
}

describe('claiming', () => {
  test('gives every execution to one worker, and to another when the lease is over', async () => {
    await addExecution('claim-1')
    await addExecution('claim-2')
    const claimed = await Promise.all(['w1', 'w2', 'w3', 'w4'].map((owner) => claim(owner)))
    const ids = claimed.flat().map(({ quoteId }) => quoteId)
    expect(ids.toSorted()).toEqual(['claim-1', 'claim-2'])
    expect(await claim('w5')).toEqual([])
    await database.storage.query(
      "update executions set lease_until = now() - interval '1 s' where quote_id = 'claim-1'",
    )
    expect((await claim('w6')).map(({ quoteId }) => quoteId)).toEqual(['claim-1'])
  })

  test('a worker that lost its lease cannot write any more', async () => {
    await addExecution('fence')
    const [first] = (await claim('slow')).filter(({ quoteId }) => quoteId === 'fence')
    if (!first) throw new Error('Nothing was claimed.')
    await database.storage.query(
      "update executions set lease_until = now() - interval '1 s' where quote_id = 'fence'",
    )
    await claim('fast')
    const change = {
      phase: 'filling',
      status: 'IN_PROGRESS',
      failReason: null,
      legStates: [],
    } as const
    await expect(
      updateExecution(database.storage, { fence: first, change }),
    ).rejects.toBeInstanceOf(FenceLost)
    expect(await findExecution(database.storage, 'fence')).toMatchObject({ phase: 'depositing' })
  })

  test('a worker that lost its lease signs nothing, and signs nothing anew', async () => {
    const { storage } = database
    await addExecution('signs')
    const [first] = (await claim('slow')).filter(({ quoteId }) => quoteId === 'signs')
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
    await claim('fast')
    const later = { ...parts, step: { ...parts.step, attempt: 2 } }
    await expect(prepareStep(storage, later)).rejects.toBeInstanceOf(FenceLost)
    const signed = { hash: 'signs-2', raw: '0x', meta: {} }
    await expect(
      replaceTransaction(storage, { fence: first, replaces, signed }),
    ).rejects.toBeInstanceOf(FenceLost)
    const { transactions } = await findSteps(storage, 'signs')
    expect(transactions.map(({ hash }) => hash)).toEqual(['signs-1'])
  })

  test('a lease is renewed by whose it is, and never made shorter', async () => {
    const { storage } = database
    await addExecution('kept')
    await addExecution('long')
    const quoteIds = ['kept', 'long']
    await claim('owner')
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
    await addExecution('waits')
    const [row] = (await claim('w')).filter(({ quoteId }) => quoteId === 'waits')
    if (!row) throw new Error('Nothing was claimed.')
    const chains = ['eip155:7']
    await scheduleExecution(database.storage, { fence: row, delayMs: 60_000, chains })
    expect(await claim('w')).toEqual([])
    const { storage } = database
    const moved = await claimExecutions(storage, { owner: 'w', limit: 10, chains })
    expect(moved.map(({ quoteId }) => quoteId)).toEqual(['waits'])
  })
})

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
    await addExecution('step-1')
    const first = await prepare('step-1')
    expect(first).toMatchObject({ nonce: 5n, hash: 'step-1-5' })
    expect(await prepare('step-1')).toEqual(first)
    await addExecution('step-2')
    expect(await prepare('step-2')).toMatchObject({ nonce: 6n })
  })

  test('leaves the nonce alone when signing fails', async () => {
    await addExecution('step-3')
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
    await addExecution('step-4')
    await addExecution('step-5')
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
    await addExecution('step-6')
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

describe('reservations', () => {
  const holding = { chain: 'eip155:1', owner: '0xAbCd', asset: 'eip155:1/erc20:0xEE' }

  test('count in any spelling, until spent in a block that the balance shows', async () => {
    await addExecution('res-1')
    await insertReservations(database.storage, [
      { ...holding, quoteId: 'res-1', leg: 0, amount: 2n ** 200n },
    ])
    const asked = { ...holding, owner: '0xaBcD', atBlock: 10n }
    expect(await reservedUnits(database.storage, asked)).toBe(2n ** 200n)
    await endReservation(database.storage, { quoteId: 'res-1', leg: 0, spentBlock: 11n })
    expect(await reservedUnits(database.storage, asked)).toBe(2n ** 200n)
    expect(await reservedUnits(database.storage, { ...asked, atBlock: 11n })).toBe(0n)
  })

  test('of one holding are made one after the other', async () => {
    const order: string[] = []
    async function take(name: string): Promise<void> {
      await database.storage.transaction(async (inside) => {
        await lockHoldings(inside, [holding])
        order.push(`${name} in`)
        await inside.query('select pg_sleep(0.1)')
        order.push(`${name} out`)
      })
    }
    await Promise.all([take('a'), take('b')])
    expect(order[1]?.slice(0, 1)).toBe(order[0]?.slice(0, 1))
  })
})

describe('history', () => {
  test.each(['createdAt', 'updatedAt'] as const)(
    'by %s shows every row once while rows arrive',
    async (sortBy) => {
      const account = `0xhistory-${sortBy.toLowerCase()}`
      const all = Array.from({ length: 25 }, (_, index) => `${sortBy}-${index}`)
      for (const quoteId of all) await addExecution(quoteId, [account, '0xother'])
      const seen: string[] = []
      let after: HistoryPosition | undefined
      do {
        const page = await findHistory(database.storage, { account, limit: 4, sortBy, after })
        seen.push(...page.rows.map(({ quoteId }) => quoteId))
        after = page.next
        await addExecution(`${sortBy}-late-${seen.length}`, [account])
      } while (after)
      expect(seen.toSorted()).toEqual(all.toSorted())
    },
  )

  test('rows of one millisecond neither hide nor repeat', async () => {
    for (const index of [1, 2, 3, 4, 5]) await addExecution(`same-${index}`, ['0xsame'])
    await database.storage.query(
      "update execution_accounts set created_at = '2026-01-01T00:00:00.123Z' where account = '0xsame'",
    )
    const options = { account: '0xsame', limit: 2, sortBy: 'createdAt' } as const
    const first = await findHistory(database.storage, { ...options, after: undefined })
    const second = await findHistory(database.storage, { ...options, after: first.next })
    const third = await findHistory(database.storage, { ...options, after: second.next })
    const ids = [first, second, third].flatMap(({ rows }) => rows.map(({ quoteId }) => quoteId))
    expect(ids).toEqual(['same-5', 'same-4', 'same-3', 'same-2', 'same-1'])
    expect(third.next).toBeUndefined()
  })
})

test('a key is found by its hash until it is disabled', async () => {
  const row = {
    hash: 'ab'.repeat(32),
    label: 'somebody',
    allowedOrigins: ['https://a.example'],
    permissions: [],
    requestsPerSecond: 5,
  }
  await saveApiKey(database.storage, row)
  expect(await findApiKey(database.storage, row.hash)).toEqual(row)
  await disableApiKey(database.storage, row.hash)
  expect(await findApiKey(database.storage, row.hash)).toBeUndefined()
})

test('an attestor stays bound to its first word', async () => {
  const row = { orderHash: '0x01', fillHash: '0x02', attestor: '0xa' }
  await bindAttestation(database.storage, { ...row, verdict: 'Filled' })
  const bound = await bindAttestation(database.storage, { ...row, verdict: 'Cancelled' })
  expect(bound).toMatchObject({ verdict: 'Filled', signature: null })
  const other = { ...row, attestor: '0xb', verdict: 'Cancelled' } as const
  expect(await bindAttestation(database.storage, other)).toMatchObject({ verdict: 'Cancelled' })
})

test('failed sponsored gas counts for its account, for who asked and for everybody', async () => {
  await addExecution('keyed', ['0xa'], { apiKey: 'a client', visitor: '192.0.2.1' })
  await addExecution('keyless')
  await addSponsorLoss(database.storage, { account: '0xa', usd: 3n, quoteId: 'keyed' })
  await addSponsorLoss(database.storage, { account: '0xb', usd: 4n, quoteId: 'keyless' })
  await addSponsorLoss(database.storage, { account: '0xb', usd: 8n, quoteId: 'keyed' })
  const losses = sponsorLosses(database.storage, {
    account: '0xa',
    apiKey: 'a client',
    visitor: '192.0.2.1',
  })
  expect(await losses).toEqual({ accountUsd: 3n, keyUsd: 11n, visitorUsd: 11n, totalUsd: 15n })
  const others = { account: '0xb', apiKey: 'another', visitor: '192.0.2.2' }
  expect(await sponsorLosses(database.storage, others)).toEqual({
    accountUsd: 12n,
    keyUsd: 0n,
    visitorUsd: 0n,
    totalUsd: 15n,
  })
})

test('gas on chains with different coins adds up in dollars, by the prices of its own execution', async () => {
  const dollar = 10n ** 8n
  await addExecution('coins')
  const rates = { 'eip155:1': `${3_000n * dollar}`, 'eip155:137': `${dollar / 4n}` }
  await database.storage.query(`update executions set coin_rates = $1 where quote_id = 'coins'`, [
    JSON.stringify(rates),
  ])
  const coin = 10n ** 18n
  const gas = { quoteId: 'coins', wei: coin / 2n }
  expect(await gasUsd(database.storage, { ...gas, chain: 'eip155:1' })).toBe(1_500n * dollar)
  expect(await gasUsd(database.storage, { ...gas, chain: 'eip155:137' })).toBe(dollar / 8n)
  for (const [leg, chain] of ['eip155:1', 'eip155:137'].entries())
    await insertLandedStep(database.storage, {
      quoteId: 'coins',
      step: { leg, action: 'deposit', attempt: 1 },
      chain,
      hash: `0x${leg}`,
      block: 1n,
      detail: { gasWei: coin.toString(), isCounted: false },
    })
  const borneUsd = 3_000n * dollar + dollar / 4n
  const unpaid = { quoteId: 'coins', isPaid: false }
  const paid = { quoteId: 'coins', isPaid: true }
  expect(await unpaidGas(database.storage, unpaid)).toBe(borneUsd)
  expect(await unpaidGas(database.storage, paid)).toBe(0n)
  for (const [feeUsd, leftUsd] of [
    [dollar, borneUsd - dollar],
    [borneUsd + 1n, 0n],
  ]) {
    await database.storage.query(`update executions set fee_usd = $1 where quote_id = 'coins'`, [
      feeUsd,
    ])
    expect(await unpaidGas(database.storage, paid)).toBe(leftUsd)
    expect(await unpaidGas(database.storage, unpaid)).toBe(borneUsd)
  }
})

test('a sweep under way is spoken for, and taken off until the balance shows it', async () => {
  const holding = { chain: 'eip155:1', owner: '0xD00d', asset: 'eip155:1/slip44:60' }
  const key = { chain: holding.chain, signer: '0xd00d' }
  await raiseNonce(database.storage, { ...key, chainNonce: 7n })
  const move = {
    holding,
    kind: 'sweep' as const,
    amount: 60n,
    free: { units: 100n, atBlock: 5n },
    sign: async (nonce: bigint) => ({ hash: `0xmove${nonce}`, raw: '0x02' }),
  }
  const stored = await Promise.all([1, 2].map(() => storeMove(database.storage, move)))
  expect(stored.filter(Boolean)).toMatchObject([{ hash: '0xmove7' }])
  expect(await reservedUnits(database.storage, { ...holding, atBlock: 5n })).toBe(60n)
  await endMove(database.storage, { hash: '0xmove7', spentBlock: 6n })
  expect(await reservedUnits(database.storage, { ...holding, atBlock: 5n })).toBe(60n)
  expect(await reservedUnits(database.storage, { ...holding, atBlock: 6n })).toBe(0n)
  // What was free is not, once it is swept: the older balance backs no second one.
  expect(await storeMove(database.storage, move)).toBeUndefined()
  expect(await findActiveMove(database.storage, holding)).toBeUndefined()
})

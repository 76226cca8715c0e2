import { describe, expect, test } from 'vitest'

import {
  endReservations,
  type BalanceKey,
  insertReservations,
  lockHoldings,
  readReservedUnits,
} from './reservations.ts'
import { addExecution } from '#testing/harness/rows.ts'
import { setUpDatabase } from '#testing/harness/database.ts'

const database = setUpDatabase()

describe('reservations', () => {
  const holding = { chain: 'eip155:1', owner: '0xAbCd', asset: 'eip155:1/erc20:0xEE' }

  test('count in any spelling, until spent in a block that the balance shows', async () => {
    await addExecution(database, 'res-1')
    await insertReservations(database.storage, [
      { ...holding, quoteId: 'res-1', target: { kind: 'leg', leg: 0 }, amount: 2n ** 200n },
    ])
    const asked = { ...holding, owner: '0xaBcD', atBlock: 10n }
    expect(await readReservedUnits(database.storage, asked)).toBe(2n ** 200n)
    await endReservations(database.storage, { quoteId: 'res-1', leg: 0, spentBlock: 11n })
    expect(await readReservedUnits(database.storage, asked)).toBe(2n ** 200n)
    expect(await readReservedUnits(database.storage, { ...asked, atBlock: 11n })).toBe(0n)
  })

  test('of all assets of a delivery end when it lands, and no leg\u2019s with them', async () => {
    await addExecution(database, 'res-2')
    const assets = ['usdc', 'weth', 'wbtc'].map((asset) => ({ ...holding, owner: 'solver', asset }))
    const own = { ...holding, owner: 'payer' }
    await insertReservations(database.storage, [
      { ...own, quoteId: 'res-2', target: { kind: 'leg', leg: 0 }, amount: 5n },
      ...assets.map((asset, index) => ({
        ...asset,
        quoteId: 'res-2',
        target: { kind: 'inventory' as const, index },
        amount: 7n,
      })),
    ])
    await endReservations(database.storage, {
      quoteId: 'res-2',
      leg: 'destination',
      spentBlock: 11n,
    })
    function readReserved(holdings: readonly BalanceKey[], atBlock: bigint): Promise<bigint[]> {
      return Promise.all(
        holdings.map((one) => readReservedUnits(database.storage, { ...one, atBlock })),
      )
    }
    expect(await readReserved(assets, 10n)).toEqual([7n, 7n, 7n])
    expect(await readReserved(assets, 11n)).toEqual([0n, 0n, 0n])
    expect(await readReserved([own], 11n)).toEqual([5n])
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

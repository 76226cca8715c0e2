import { describe, expect, test } from 'vitest'

import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { buildTestCallRecord, buildTestRecord } from '#testing/dashboard/record.ts'
import { type Arrival, createArrivalWatch, type MovingRecord } from './arrivals.ts'

const lagoon = 'eip155:71117003'
const sample = buildTestRecord()
const account = toAddressKey(sample.user)
const ether = sample.destinationToken.assetType
const dai: AssetType = `${lagoon}/erc20:0x${'0d'.repeat(20)}`

/** A watch at a clock of its own, and what it announced. */
function startWatch(records: readonly MovingRecord[] = []) {
  const announced: Arrival[] = []
  const state = { nowMs: Date.parse('2026-11-25T12:00:00.000Z'), records, isDown: false, asked: 0 }
  const watch = createArrivalWatch({
    readRecords() {
      state.asked += 1
      if (state.isDown) return Promise.reject(new Error('It does not answer.'))
      return Promise.resolve({ records: state.records, readAtMs: state.nowMs })
    },
    onArrive: (arrivals) => announced.push(...arrivals),
    now: () => state.nowMs,
  })
  /** Reads the chain ten seconds later. */
  async function read(held: Partial<Record<'ether' | 'dai', bigint>>) {
    state.nowMs += 10_000
    const { ether: coin = 0n, dai: token = 0n } = held
    const own = new Map<AssetType, bigint>([
      [ether, coin],
      [dai, token],
    ])
    await watch.take(lagoon, { units: new Map([[account, own]]) })
    return announced.map(({ assetType, units }) => [assetType, units])
  }
  return { watch, read, state }
}

/** The swap for ether on Lagoon, as the service says it is at this moment. */
function buildSwap(change: Partial<MovingRecord> = {}): MovingRecord {
  return { ...sample, status: 'IN_PROGRESS', updatedAt: '2026-11-25T12:00:00.000Z', ...change }
}

describe('an arrival', () => {
  test('is announced with what it is, to the unit, and only what came after the first reading', async () => {
    const { read, state } = startWatch()
    expect(await read({ ether: 7n, dai: 5n })).toEqual([])
    expect(await read({ ether: 7n, dai: 30n })).toEqual([[dai, 25n]])
    expect(await read({ ether: 7n, dai: 30n })).toHaveLength(1)
    expect(state.asked).toBe(1)
  })

  test('is not what a node behind the others took back for one reading', async () => {
    const { read } = startWatch()
    await read({ dai: 30n })
    await read({ dai: 5n })
    expect(await read({ dai: 30n })).toEqual([])
  })

  test('waits until the executions can be read, and is not lost', async () => {
    const { read, state } = startWatch()
    await read({ dai: 5n })
    state.isDown = true
    expect(await read({ dai: 30n })).toEqual([])
    state.isDown = false
    expect(await read({ dai: 30n })).toEqual([[dai, 25n]])
  })

  test('does not count in a reading that is older than the watch', async () => {
    const { watch, read } = startWatch()
    const old = { units: new Map([[account, new Map([[dai, 1n]])]]) }
    watch.skip(old)
    await watch.take(lagoon, old)
    expect(await read({ dai: 30n })).toEqual([])
  })
})

describe('an own execution is no arrival', () => {
  test('nor in the reading after it ended; then arrivals of its asset are announced again', async () => {
    const { read, state } = startWatch([buildSwap()])
    await read({})
    expect(await read({ ether: 9n })).toEqual([])
    state.records = [buildSwap({ status: 'COMPLETED', updatedAt: '2026-11-25T12:00:25.000Z' })]
    expect(await read({ ether: 18n })).toEqual([])
    expect(await read({ ether: 27n })).toEqual([])
    expect(await read({ ether: 36n })).toEqual([[ether, 9n]])
  })

  test('while another asset that comes meanwhile is one', async () => {
    const { read } = startWatch([buildSwap()])
    await read({})
    expect(await read({ ether: 9n, dai: 25n })).toEqual([[dai, 25n]])
  })

  test('what is given back, or what a contract call brings, is none either', async () => {
    const origin = { ...sample.originToken, assetType: [dai] }
    const away = `${lagoon}/0x${'11'.repeat(20)}`
    const failed = buildSwap({
      status: 'FAILED',
      originToken: origin,
      recipientAccountId: away,
      updatedAt: '2026-11-01T12:00:00.000Z',
    })
    const call = buildTestCallRecord(lagoon, { quoteId: sample.quoteId, user: sample.user })
    const onLagoon = { ...call.destinationToken, assetType: ether }
    const calling = { ...call, recipientAccountId: `${lagoon}/${sample.user}` }
    for (const record of [failed, { ...calling, destinationToken: onLagoon }]) {
      const { read } = startWatch([record])
      await read({})
      expect(await read({ dai: 25n })).toEqual([])
    }
  })

  test('one that ended long ago, or pays somebody else, explains nothing', async () => {
    const ended = buildSwap({ status: 'COMPLETED', updatedAt: '2026-11-25T11:50:00.000Z' })
    const away = buildSwap({ recipientAccountId: `${lagoon}/0x${'11'.repeat(20)}` })
    for (const record of [ended, away]) {
      const { read } = startWatch([record])
      await read({})
      expect(await read({ ether: 9n })).toEqual([[ether, 9n]])
    }
  })
})

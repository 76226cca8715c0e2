import { expect, test } from 'vitest'

import { parseTransaction } from 'viem'

import type { Hex } from '#protocol/ids/hex.ts'
import { getMaxFeePerGas } from './evmSettlement.ts'
import { signReplacementWithin, signTransaction } from '../rpc/transaction.ts'

const key = `0x${'a7'.repeat(32)}` as const
const to = `0x${'d1'.repeat(20)}` as const

async function firstBytes(): Promise<Hex> {
  const call = { to, data: '0x', value: 0n, gas: 100_000n } as const
  const fees = { maxFeePerGas: 1_000n, maxPriorityFeePerGas: 10n }
  return (await signTransaction(call, { key, chainNumber: 71_117_001, nonce: 3n, fees })).raw
}

test('the limit is a number of times what the first bytes offered, by what the transaction does', async () => {
  const first = await firstBytes()
  const worthWei = undefined
  expect(getMaxFeePerGas({ first, kind: 'deposit', worthWei }, {})).toBe(10_000n)
  expect(getMaxFeePerGas({ first, kind: 'release', worthWei }, {})).toBe(20_000n)
  const feeTimes = { release: 3 }
  expect(getMaxFeePerGas({ first, kind: 'release', worthWei }, { feeTimes })).toBe(3_000n)
  expect(getMaxFeePerGas({ first, kind: 'deposit', worthWei }, { feeTimes })).toBe(10_000n)
})

test('the whole never costs more than it is worth, and never has to cost less than it offered first', async () => {
  const first = await firstBytes()
  const kind = 'release'
  expect(getMaxFeePerGas({ first, kind, worthWei: 400_000_000n }, {})).toBe(4_000n)
  expect(getMaxFeePerGas({ first, kind, worthWei: 5n }, {})).toBe(1_000n)
})

test('fees rise by a quarter up to the limit itself, and no further', async () => {
  const offered: bigint[] = []
  const fees = { maxFeePerGas: 1_000n, maxPriorityFeePerGas: 10n }
  let raw: Hex | undefined = await firstBytes()
  while (raw) {
    const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw)
    expect(maxPriorityFeePerGas).toBeLessThanOrEqual(maxFeePerGas)
    offered.push(maxFeePerGas)
    raw = (await signReplacementWithin(raw, { key, fees, maxFeePerGas: 2_000n }))?.raw
  }
  expect(offered).toEqual([1_000n, 1_251n, 1_564n, 1_956n])
})

test('what the chain asks beyond the limit is not offered', async () => {
  const fees = { maxFeePerGas: 90_000n, maxPriorityFeePerGas: 80_000n }
  const replaced = await signReplacementWithin(await firstBytes(), {
    key,
    fees,
    maxFeePerGas: 2_000n,
  })
  expect(replaced && parseTransaction(replaced.raw)).toMatchObject({
    maxFeePerGas: 2_000n,
    maxPriorityFeePerGas: 2_000n,
  })
})

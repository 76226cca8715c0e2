import { afterEach, expect, test } from 'vitest'

import { announceWallet } from '#testing/dashboard/announceWallet.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { readBatchChains, readBatchOutcome, sendCalls } from './sendCalls.ts'

const chainIds = [71_117_001, 71_117_002]
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}` as const
let stop: (() => Promise<void>) | undefined

afterEach(async () => stop?.())

async function connectWallet(answer: Parameters<typeof announceWallet>[0]) {
  await stop?.()
  const wallet = await announceWallet(answer)
  ;({ stop } = wallet)
  return wallet
}

test('batches are offered on the chains that the wallet names, and on none if it knows no such question', async () => {
  const capable = await connectWallet(() => ({
    '0x43d28c9': { atomic: { status: 'supported' } },
    '0x43d28ca': { atomic: { status: 'unsupported' } },
  }))
  expect(await readBatchChains(capable.signing, chainIds)).toEqual([71_117_001])
  const plain = await connectWallet(() => {
    throw Object.assign(new Error('unknown method'), { code: 4200 })
  })
  expect(await readBatchChains(plain.signing, chainIds)).toEqual([])
})

test('a batch is asked for once, all or nothing, with exactly the calls', async () => {
  const { asked, signing } = await connectWallet(() => ({ id: 'batch-1' }))
  const calls = [
    { chainId: 71_117_001, to, data: '0xa9059cbb', value: 0n },
    { chainId: 71_117_001, to, data: '0x', value: 16n },
  ] as const
  expect(await sendCalls(signing, calls)).toBe('batch-1')
  expect(asked.filter(({ method }) => method === 'wallet_sendCalls')).toEqual([
    {
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          chainId: '0x43d28c9',
          from: testAddress,
          atomicRequired: true,
          calls: [
            { to, data: '0xa9059cbb', value: '0x0' },
            { to, data: '0x', value: '0x10' },
          ],
        },
      ],
    },
  ])
  const other = { ...calls[1], chainId: 71_117_002 }
  await expect(sendCalls(signing, [calls[0], other])).rejects.toThrow('on one chain')
})

test.each([
  [100, 'waiting'],
  [200, 'succeeded'],
  [400, 'failed'],
  [500, 'failed'],
  [600, 'failed'],
] as const)('status %i of a batch is %s by the wallet’s word', async (status, outcome) => {
  const receipts = [{ transactionHash: hash }, { transactionHash: 'odd' }]
  let answer: object = { status, receipts }
  const { signing } = await connectWallet(() => answer)
  expect(await readBatchOutcome(signing, 'batch-1')).toEqual({ outcome, hashes: [hash] })
  answer = { status }
  expect(await readBatchOutcome(signing, 'batch-1')).toEqual({ outcome, hashes: [] })
})

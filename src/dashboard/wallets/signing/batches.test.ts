import { afterEach, expect, test } from 'vitest'

import { announceWallet } from '#testing/dashboard/announceWallet.ts'
import { testAddress } from '#testing/dashboard/wallet.ts'
import { readBatchChains, sendCalls } from './signing.ts'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let stop: (() => Promise<void>) | undefined

afterEach(async () => stop?.())

async function connectWallet(answer: Parameters<typeof announceWallet>[0]) {
  await stop?.()
  const wallet = await announceWallet(answer)
  ;({ stop } = wallet)
  return wallet
}

test('batches are made on the chains that the wallet names, and on none if it knows no such question', async () => {
  const capable = await connectWallet(() => ({
    '0x43d28c9': { atomic: { status: 'supported' } },
    '0x43d28ca': { atomic: { status: 'unsupported' } },
  }))
  expect(await readBatchChains(capable.signing)).toEqual(new Set([71_117_001]))
  const plain = await connectWallet(() => {
    throw Object.assign(new Error('unknown method'), { code: 4200 })
  })
  expect(await readBatchChains(plain.signing)).toEqual(new Set())
  const odd = await connectWallet(() => 'odd')
  expect(await readBatchChains(odd.signing)).toEqual(new Set())
})

test('a batch is asked for once, all or nothing, with exactly the calls', async () => {
  const { asked, signing } = await connectWallet(() => ({ id: 'batch-1' }))
  const calls = [
    { to, data: '0xa9059cbb', value: 0n },
    { to, data: '0x', value: 16n },
  ] as const
  expect(await sendCalls(signing, { chainId: 71_117_001, calls })).toBe('batch-1')
  const batches = asked.filter(({ method }) => method === 'wallet_sendCalls')
  expect(batches).toMatchObject([
    {
      params: [
        {
          version: '2.0.0',
          chainId: '0x43d28c9',
          from: testAddress,
          atomicRequired: true,
          calls: [
            { to, data: '0xa9059cbb' },
            { to, data: '0x', value: '0x10' },
          ],
        },
      ],
    },
  ])
})

test('a wallet that declines a batch, or names none, is understood', async () => {
  const batch = { chainId: 71_117_001, calls: [{ to, data: '0x' }] } as const
  const refusing = await connectWallet(() => {
    throw Object.assign(new Error('no'), { code: 4001 })
  })
  await expect(sendCalls(refusing.signing, batch)).rejects.toMatchObject({ code: 'REJECTED' })
  const broken = await connectWallet(() => {
    throw Object.assign(new Error('out of gas money'), { code: -32000 })
  })
  await expect(sendCalls(broken.signing, batch)).rejects.toMatchObject({
    code: 'FAILED',
    message: 'out of gas money',
  })
  const silent = await connectWallet(() => ({}))
  await expect(sendCalls(silent.signing, batch)).rejects.toMatchObject({ code: 'FAILED' })
})

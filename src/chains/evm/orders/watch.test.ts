import { createClient, custom } from 'viem'
import { expect, test } from 'vitest'

import type { EvmClient } from '../rpc/client.ts'
import { readReceipt } from './watch.ts'

const hash = `0x${'ab'.repeat(32)}` as const
const receipt = {
  blockNumber: '0x7',
  status: '0x1',
  gasUsed: '0x5208',
  effectiveGasPrice: '0xa',
  logs: [],
}

function chainWith(fields: object): EvmClient {
  async function request(): Promise<unknown> {
    return { ...receipt, ...fields }
  }
  const rpc = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  return { chainId: 'eip155:10', chainNumber: 10, rpc, trials: rpc }
}

test('what a transaction cost has in it what its bytes cost where a rollup keeps them', async () => {
  expect(await readReceipt(chainWith({}), hash)).toMatchObject({ gasCost: 210_000n, dataFee: 0n })
  expect(await readReceipt(chainWith({ l1Fee: '0x2710' }), hash)).toMatchObject({
    gasCost: 220_000n,
    dataFee: 10_000n,
  })
  // OP Stack nodes return null for deposits made on L1.
  expect(await readReceipt(chainWith({ l1Fee: null }), hash)).toMatchObject({ dataFee: 0n })
})

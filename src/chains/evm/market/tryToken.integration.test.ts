import { afterAll, beforeAll, expect, test } from 'vitest'

import { EvmAddress } from '#protocol/ids/caip.ts'
import { createOddPool, deployOddToken, pushPool } from '#testing/devnet/oddToken.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { postByFetch } from '../../rpc/rpcBatch.ts'
import { createEvmClient } from '../rpc/client.ts'
import { tryToken } from './tryToken.ts'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

test('a trade in the same pool between the two simulations changes nothing', async () => {
  const [chain] = devnet.network.chains
  const [node] = devnet.chains
  const usdc = devnet.network.aggregates[0]?.members[0]?.assetType
  if (!chain || !node || !usdc) throw new Error('The devnet has no chain.')
  const token = await deployOddToken(node)
  const pool = await createOddPool(node, { token })
  let simulations = 0
  const client = createEvmClient(chain.chainId, {
    rpcUrl: chain.rpcUrl,
    post: (url) => async (body, options) => {
      const answer = await postByFetch(url)(body, options)
      if (!body.includes('eth_simulateV1')) return answer
      simulations += 1
      // Somebody else buys: the same amount buys less from then on.
      if (simulations === 1) await pushPool(node, { token, units: 10_000_000_000n })
      return answer
    },
  })
  const refused = await tryToken(client, {
    token,
    decimals: 18,
    pairedWith: EvmAddress.parse(`0x${usdc.split('0x')[1] ?? ''}`),
    amount: 1_000_000_000n,
    pool,
    poolFee: 3000,
    router: chain.contracts.swapRouter,
  })
  expect(simulations).toBe(2)
  expect(refused).toBeUndefined()
})

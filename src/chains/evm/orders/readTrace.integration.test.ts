import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type LabelledCall, mineCalls } from '#devnet/deploy/sendCalls.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import { hashOrder, type Order } from '#protocol/orders/order.ts'
import { buildApproveCall, buildDepositCall } from '../operation/accountCalls.ts'
import type { BatchCall } from '../operation/batch.ts'
import { buildRefund } from './settlementAbi.ts'
import { createEvmClient } from '../rpc/client.ts'
import { readTrace } from './readTrace.ts'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

test('a deposit is found by its id alone, and after its deadline anybody gets it back', async () => {
  const [chain] = devnet.network.chains
  const [node] = devnet.chains
  const usdc = devnet.network.aggregates[0]?.members[0]?.assetType
  if (!chain || !node || !usdc) throw new Error('The devnet has no chain.')
  const from = privateKeyToAccount(generatePrivateKey())
  await devnet.faucet.send(from.address, [
    { assetType: usdc, amount: 1_000_000n },
    { assetType: chain.nativeAsset, amount: 10n ** 18n },
  ])
  const { originEscrow: escrow, destinationSettler: settler } = chain.contracts
  const client = createEvmClient(chain.chainId, { rpcUrl: chain.rpcUrl })
  const fillId = `0x${'7a'.repeat(32)}` as const
  const reading = { escrow, settler, fillId, limits: chain }
  const before = await readTrace(client, reading)
  expect(before.events).toEqual([])

  const order: Order = {
    fillId,
    depositor: from.address,
    token: `0x${usdc.split('0x')[1] ?? ''}`,
    amount: 900_000n,
    fee: 100_000n,
    feeReceiver: devnet.network.roles.feeReceiver,
    payee: devnet.network.roles.payee,
    depositDeadline: before.blockTime + 120n,
    refundAfter: before.blockTime + 900n,
    fillHash: `0x${'01'.repeat(32)}`,
  }
  const approval = buildApproveCall(order.token, { spender: escrow, amount: 1_000_000n })
  await mineCalls(node.client, { from, calls: named([approval, buildDepositCall(escrow, order)]) })
  const orderHash = hashOrder(order, { chainNumber: client.chainNumber, escrow })
  const held = await readTrace(client, reading)
  expect(held.events).toMatchObject([{ kind: 'deposited', order, orderHash }])
  expect(Math.abs((held.events[0]?.atMs ?? 0) / 1000 - Number(held.blockTime))).toBeLessThan(30)

  await node.client.increaseTime({ seconds: 1_000 })
  await mineCalls(node.client, { from, calls: named([buildRefund(order, { escrow })]) })
  const back = await readTrace(client, reading)
  expect(back.blockTime).toBeGreaterThan(order.refundAfter)
  expect(back.events.map(({ kind }) => kind)).toEqual(['deposited', 'refunded'])
})

function named(calls: readonly BatchCall[]): readonly LabelledCall[] {
  return calls.map((call) => ({ ...call, label: call.data.slice(0, 10), gas: 1_000_000n }))
}

import { expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnetSolana.ts'
import type { SolanaOrder } from '#protocol/solanaOrder.ts'
import { refundCostOptions } from '../../api/solanaRefund.ts'
import { depositKey } from './heldDeposit.ts'

const { chainId, mints, roles } = devnetSolana
const hash = `0x${'d7'.repeat(32)}` as const
const order: SolanaOrder = {
  fillId: hash,
  depositor: roles.faucet,
  token: mints.usdc,
  amount: 999_000_000n,
  fee: 1_000_000n,
  feeReceiver: roles.feeReceiver,
  payee: roles.payee,
  depositDeadline: 1_800_000_120n,
  refundAfter: 1_800_000_900n,
  fillHash: hash,
}

test('deposits of two wallets, or of two tokens, for one delivery are told apart, and so is what taking each back costs', () => {
  const orders = [order, { ...order, depositor: roles.solver }, { ...order, token: mints.usdt }]
  const chain = { chain: chainId, name: 'Reef', code: 'RE', slot: 1 } as const
  const amount = { units: 1n, decimals: 6, symbol: 'USDC', valueUsd: 0, chain, chainId }
  const keys = orders.map((one) => depositKey({ order: one, chainId, amount, chainTime: 0n }))
  expect(new Set(keys).size).toBe(3)
  const costs = orders.map((one) =>
    JSON.stringify(refundCostOptions(undefined, { order: one, payer: roles.payee }).queryKey),
  )
  expect(new Set(costs).size).toBe(3)
})

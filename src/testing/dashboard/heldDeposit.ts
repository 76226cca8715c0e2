import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { HeldDeposit } from '#dashboard/pages/execution/view/executionView.ts'

const { chainId, mints, roles } = devnetSolana
const hash = `0x${'d7'.repeat(32)}` as const

/** 1,000 USDC, including the fee, held by the escrow on Reef; refundable from 1,800,000,900 on. */
export const heldOrder: SolanaOrder = {
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

/** The props of an order on the page, some minutes before it is refundable. */
export function buildHeldDeposit(order: SolanaOrder): HeldDeposit<SolanaOrder> {
  const chain = { chain: chainId, name: 'Reef', code: 'RE', slot: 1 } as const
  const units = order.amount + order.fee
  const amount = { units, decimals: 6, symbol: 'USDC', valueUsd: 0, chain, chainId }
  return { order, chainId, amount, chainTime: 1_800_000_400n }
}

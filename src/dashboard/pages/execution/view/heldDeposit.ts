import { getEvmChainNumber } from '#protocol/ids/caip.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { HeldDeposit } from './executionView.ts'

/** Returns whether a deposit is held by the escrow program of a Solana chain. */
export function isOnSolana(deposit: HeldDeposit): deposit is HeldDeposit<SolanaOrder> {
  return getEvmChainNumber(deposit.chainId) === undefined
}

/** Returns whether anyone can have the deposit refunded now, by its chain's own clock. */
export function isDue({ order, chainTime }: HeldDeposit): boolean {
  return chainTime > order.refundAfter
}

/** Returns a unique key: two accounts on one chain may both deposit for one delivery. */
export function getDepositKey({ chainId, order }: HeldDeposit): string {
  return `${chainId} ${order.depositor} ${order.token}`
}

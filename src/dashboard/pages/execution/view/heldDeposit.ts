import { getEvmChainNumber } from '#protocol/ids/caip.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { HeldDeposit } from './executionView.ts'

/** Whether a deposit lies in the escrow program of a Solana chain. */
export function isOnSolana(deposit: HeldDeposit): deposit is HeldDeposit<SolanaOrder> {
  return getEvmChainNumber(deposit.chainId) === undefined
}

/** Whether the escrow gives it back to whoever asks, by its chain's own clock. */
export function isDue({ order, chainTime }: HeldDeposit): boolean {
  return chainTime > order.refundAfter
}

/** Tells deposits of one execution apart: two accounts on one chain may pay for one delivery. */
export function getDepositKey({ chainId, order }: HeldDeposit): string {
  return `${chainId} ${order.depositor} ${order.token}`
}

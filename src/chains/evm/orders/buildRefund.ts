import { encodeFunctionData } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Order } from '#protocol/orders/order.ts'
import { escrowParts } from './settlementAbi.ts'

/**
 * Builds the call that refunds a deposit to its depositor. Runs in the browser.
 *
 * Without an attestation anyone may send it from `order.refundAfter` on, without the service. The
 * depositor is paid, whoever calls.
 */
export function buildRefund(
  order: Order,
  options: { escrow: EvmAddress; attestation?: Hex },
): { to: EvmAddress; data: Hex; value: bigint } {
  const data = encodeFunctionData({
    abi: escrowParts,
    functionName: 'refund',
    args: [order, options.attestation ?? '0x'],
  })
  return { to: options.escrow, data, value: 0n }
}

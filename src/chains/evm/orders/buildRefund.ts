import { encodeFunctionData } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Order } from '#protocol/orders/order.ts'
import { escrowParts } from './settlementAbi.ts'

/**
 * The call that gives a deposit back to its depositor. Runs in the browser.
 *
 * Without an attestation anybody may make it from `order.refundAfter` on; nothing of the service is
 * needed. The value always goes to the depositor, whoever calls.
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

import { hexToBigInt, numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmClient } from '../rpc/client.ts'
import { findRevertData } from '../rpc/nodeErrors.ts'
import type { TransactionCall } from '../rpc/transaction.ts'

/** Result of simulating a transaction: its gas, its revert data, or the coins its sender lacks. */
export type SimulatedTransaction =
  | { gas: bigint; heldWei: bigint }
  | { revertData: Hex }
  | { missingWei: bigint }

/** Most gas of an estimate; it may run third-party code, and what uses more is not sent. */
const maxGas = 2_000_000n

/**
 * Estimates a transaction on the latest state. Whether the sender can pay is decided by its
 * balance, never by a node's error message.
 *
 * @returns `heldWei` is the sender's balance. `gas` exceeds two million if that was not enough.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function simulateTransaction(
  client: EvmClient,
  { from, call }: { from: EvmAddress; call: TransactionCall },
): Promise<SimulatedTransaction> {
  const params = {
    from,
    to: call.to,
    data: call.data,
    value: numberToHex(call.value),
    gas: numberToHex(maxGas),
  }
  const [estimated, balance] = await Promise.all([
    client.rpc
      .request({ method: 'eth_estimateGas', params: [params] })
      .catch((error: unknown) => ({ error })),
    client.rpc.request({ method: 'eth_getBalance', params: [from, 'latest'] }),
  ])
  const heldWei = hexToBigInt(balance)
  if (heldWei < call.value) return { missingWei: call.value - heldWei }
  if (typeof estimated === 'string') return { gas: hexToBigInt(estimated), heldWei }
  if (needsMoreGas(estimated.error)) return { gas: maxGas + 1n, heldWei }
  const revertData = findRevertData(estimated.error)
  if (revertData === undefined) throw estimated.error
  return { revertData }
}

/** Nodes only report it as text; this is geth's, which others copy. */
function needsMoreGas(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (/gas required exceeds allowance/i.test(current.message)) return true
  return false
}

import { hexToBigInt, numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmClient } from '../rpc/client.ts'
import { findRevertData } from '../errors/findRevertData.ts'
import type { TransactionCall } from '../rpc/transaction.ts'

/**
 * How a transaction would go on the newest state: the gas it needs, what it reverts with, or that
 * its sender holds fewer coins than travel along.
 */
export type SimulatedTransaction =
  | { gas: bigint; heldWei: bigint }
  | { revertData: Hex }
  | { missingWei: bigint }

/** Most gas of an estimate: strangers' code may run in it, and what takes more is not sent. */
const maxGas = 2_000_000n

/**
 * Estimates a transaction on the newest state. A sender that cannot pay is told by its balance,
 * never by what a node says about it.
 *
 * @returns `heldWei`: the sender's balance. `gas` is above two million when that was not enough.
 * @throws ChainUnavailable when the chain does not answer.
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

/** Nodes tell it in words only; geth's, which others repeat. */
function needsMoreGas(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if (/gas required exceeds allowance/i.test(current.message)) return true
  return false
}

import { hexToBigInt, numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/caip.ts'
import type { Hex } from '#protocol/hex.ts'
import type { EvmClient } from './client.ts'
import { revertDataIn } from './revertData.ts'
import type { TransactionCall } from './transaction.ts'

/**
 * How a transaction would go on the newest state: the gas it needs, what it reverts with, or that
 * its sender holds fewer coins than travel along.
 */
export type SimulatedTransaction =
  | { gas: bigint; heldWei: bigint }
  | { revertData: Hex }
  | { missingWei: bigint }

/**
 * Estimates a transaction on the newest state. A sender that cannot pay is told by its balance,
 * never by what a node says about it.
 *
 * @returns `heldWei`: the sender's balance.
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function simulateTransaction(
  client: EvmClient,
  { from, call }: { from: EvmAddress; call: TransactionCall },
): Promise<SimulatedTransaction> {
  const params = { from, to: call.to, data: call.data, value: numberToHex(call.value) }
  const [estimated, balance] = await Promise.all([
    client.rpc
      .request({ method: 'eth_estimateGas', params: [params] })
      .catch((error: unknown) => ({ error })),
    client.rpc.request({ method: 'eth_getBalance', params: [from, 'latest'] }),
  ])
  const heldWei = hexToBigInt(balance)
  if (heldWei < call.value) return { missingWei: call.value - heldWei }
  if (typeof estimated === 'string') return { gas: hexToBigInt(estimated), heldWei }
  const revertData = revertDataIn(estimated.error)
  if (revertData === undefined) throw estimated.error
  return { revertData }
}

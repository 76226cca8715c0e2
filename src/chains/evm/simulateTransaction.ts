import { hexToBigInt, numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/caip.ts'
import type { Hash, Hex } from '#protocol/hex.ts'
import type { EvmClient } from './client.ts'
import { revertDataIn } from './revertData.ts'
import type { TransactionCall } from './transaction.ts'
import { type Log, readOutcome } from './watch.ts'

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

/**
 * Tries a bundle of one user operation, with its real signatures, on the newest state.
 *
 * @returns The events it leaves when the operation itself would succeed, else what it, or the
 *   bundle, reverts with.
 * @throws ChainUnavailable when the chain does not answer.
 * Source: `eth_simulateV1`, which shows logs; a bundle succeeds even when its operation reverts.
 */
export async function simulateBundle(
  client: EvmClient,
  options: {
    from: EvmAddress
    call: TransactionCall
    userOpHash: Hash
    /** Code that addresses will have by then. */
    codes?: Readonly<Record<EvmAddress, Hex>>
  },
): Promise<{ logs: readonly Log[] } | { revertData: Hex }> {
  const { from, call, userOpHash, codes = {} } = options
  const stateOverrides = Object.fromEntries(
    Object.entries(codes).map(([address, code]) => [address, { code }]),
  )
  const blocks = await client.rpc.request({
    method: 'eth_simulateV1',
    params: [
      {
        blockStateCalls: [{ stateOverrides, calls: [{ from, to: call.to, data: call.data }] }],
        validation: false,
        traceTransfers: false,
      },
      'latest',
    ],
  })
  const result = blocks[0]?.calls[0]
  if (!result) throw new Error(`${client.chainId} simulated nothing.`)
  if (result.status !== '0x1') return { revertData: revertDataOf(result) }
  const outcome = readOutcome(result.logs ?? [], userOpHash)
  if (!outcome) throw new Error(`${client.chainId} simulated a bundle without its operation.`)
  return outcome.isSuccess ? { logs: result.logs ?? [] } : { revertData: outcome.revertData }
}

function revertDataOf(result: { returnData: Hex; error?: { data?: unknown } | undefined }): Hex {
  if (result.returnData !== '0x') return result.returnData
  const data = result.error?.data
  return typeof data === 'string' && data.startsWith('0x') ? `0x${data.slice(2)}` : '0x'
}

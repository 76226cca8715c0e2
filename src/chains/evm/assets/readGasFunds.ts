import { hexToBigInt } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { readFees } from '../rpc/readFees.ts'

/** Native coins of an owner, and the most a refund may cost them in gas; wei. */
export type GasFunds = { heldWei: bigint; neededWei: bigint }

/** A refund after `refundAfter` uses 72,000 gas; wallets add a margin. */
const refundGas = 100_000n

/** Tip of wallets on chains that ask for less, wei. */
const defaultTip = 1_000_000_000n

/**
 * Reads the coins of `owner` and the most that refunding a deposit themselves may cost. Runs in the
 * browser.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readGasFunds(client: EvmClient, owner: EvmAddress): Promise<GasFunds> {
  const [held, { baseFeePerGas, maxPriorityFeePerGas: tip }] = await Promise.all([
    client.rpc.request({ method: 'eth_getBalance', params: [owner, 'latest'] }),
    readFees(client),
  ])
  const price = baseFeePerGas * 2n + (tip > defaultTip ? tip : defaultTip)
  return { heldWei: hexToBigInt(held), neededWei: refundGas * price }
}

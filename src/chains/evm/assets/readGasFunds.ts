import { hexToBigInt } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { readFees } from '../rpc/readFees.ts'

/** What an own key holds for a chain's fee, and what a refund may cost it at most; wei. */
export type GasFunds = { heldWei: bigint; neededWei: bigint }

/** A refund by the clock takes 72,000 gas; wallets ask for some more than they use. */
const refundGas = 100_000n

/** The tip that wallets offer when a chain asks for less, wei. */
const defaultTip = 1_000_000_000n

/**
 * Reads the coins of `owner` beside what taking a deposit back from the escrow may cost. Runs in the
 * browser.
 *
 * @throws ChainUnavailable when the chain does not answer.
 */
export async function readGasFunds(client: EvmClient, owner: EvmAddress): Promise<GasFunds> {
  const [held, { baseFeePerGas, maxPriorityFeePerGas: tip }] = await Promise.all([
    client.rpc.request({ method: 'eth_getBalance', params: [owner, 'latest'] }),
    readFees(client),
  ])
  const price = baseFeePerGas * 2n + (tip > defaultTip ? tip : defaultTip)
  return { heldWei: hexToBigInt(held), neededWei: refundGas * price }
}

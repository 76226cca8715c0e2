import { hexToBigInt } from 'viem/utils'

import type { EvmClient } from './client.ts'

/** Current fees of a chain, in wei per unit of gas. */
export type GasFees = {
  /** Base fee of the next block. */
  baseFeePerGas: bigint
  /** Median tip of recent blocks. */
  maxPriorityFeePerGas: bigint
  /** Leaves room for the base fee to double before inclusion. */
  maxFeePerGas: bigint
}

/** Blocks of fee history to read. */
const historyBlocks = 5
/** Minimum tip in wei; empty blocks have no tips. */
const minTip = 1_000_000n

/**
 * Reads current fees from the fee history.
 *
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readFees(client: EvmClient): Promise<GasFees> {
  const history = await client.rpc.request({
    method: 'eth_feeHistory',
    params: [`0x${historyBlocks.toString(16)}`, 'latest', [50]],
  })
  const bases = history.baseFeePerGas.map((fee) => hexToBigInt(fee))
  const tips = (history.reward ?? []).map(([tip]) => (tip === undefined ? 0n : hexToBigInt(tip)))
  const baseFeePerGas = bases.at(-1) ?? 0n
  const middleTip = tips.toSorted((a, b) => (a < b ? -1 : 1))[Math.floor(tips.length / 2)] ?? 0n
  const maxPriorityFeePerGas = middleTip > minTip ? middleTip : minTip
  return {
    baseFeePerGas,
    maxPriorityFeePerGas,
    maxFeePerGas: baseFeePerGas * 2n + maxPriorityFeePerGas,
  }
}

import { hexToBigInt } from 'viem/utils'

import type { EvmClient } from './client.ts'

/** What gas costs on a chain now, in wei for one unit of gas. */
export type GasFees = {
  /** Base fee of the next block. */
  baseFeePerGas: bigint
  /** Tip that recent blocks paid in the middle. */
  maxPriorityFeePerGas: bigint
  /** Enough for the base fee to double before the transaction lands. */
  maxFeePerGas: bigint
}

/** Blocks looked back at. */
const historyBlocks = 5
/** Smallest tip offered, in wei: empty blocks say nothing about tips. */
const minTip = 1_000_000n

/**
 * Reads the fees of a chain from its fee history.
 *
 * @throws ChainUnavailable when the chain does not answer.
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

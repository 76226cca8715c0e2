import { hexToBigInt, toHex } from 'viem/utils'

import type { EvmClient } from './client.ts'
import { type Read, readMany } from './readMany.ts'

/** Contract of OP Stack rollups that computes the fee for publishing data on L1. */
const gasPriceOracle = '0x420000000000000000000000000000000000000F'
/** `getL1FeeUpperBound(uint256)`: wei for a transaction of that many bytes. */
const upperBoundSelector = '0xf1c7a58b'
/** Large enough for the fixed cost of a transaction to matter little. */
const askedBytes = 1_000n

const dataFeeRead: Read = {
  kind: 'call',
  to: gasPriceOracle,
  data: `${upperBoundSelector}${toHex(askedBytes, { size: 32 }).slice(2)}`,
  words: 1,
}

/**
 * Least gas per byte of a transaction that is mostly bytes, over which a quote spreads the data
 * fee. Source: EIP-7623, 40 gas per non-zero byte.
 */
const minGasPerByte = 40n

/**
 * Reads the fee for publishing a byte of a transaction in wei, which rollups charge in addition to
 * gas; zero where gas or its price includes it.
 *
 * @throws ChainUnavailableError if the chain does not answer. Source: OP Stack specification,
 *   Fjord, GasPriceOracle.
 */
export async function readDataPrice(client: EvmClient): Promise<bigint> {
  const { values } = await readMany(client, [dataFeeRead])
  const [fee = 0n] = values[0] ?? []
  return (fee + askedBytes - 1n) / askedBytes
}

/** Gas price in wei that includes the fee for publishing data. */
export function addDataFee(gasPrice: bigint, dataPrice: bigint): bigint {
  return gasPrice + (dataPrice + minGasPerByte - 1n) / minGasPerByte
}

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

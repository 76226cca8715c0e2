import { toHex } from 'viem/utils'

import type { EvmClient } from './client.ts'
import { type Read, readMany } from './readMany.ts'

/** Where rollups of the OP Stack say what it costs to write a transaction's bytes to Ethereum. */
const gasPriceOracle = '0x420000000000000000000000000000000000000F'
/** `getL1FeeUpperBound(uint256)`: wei for a transaction of so many bytes. */
const upperBoundSelector = '0xf1c7a58b'
/** Bytes that are asked for, so that what is charged for each transaction weighs little. */
const askedBytes = 1_000n

const dataFeeRead: Read = {
  kind: 'call',
  to: gasPriceOracle,
  data: `${upperBoundSelector}${toHex(askedBytes, { size: 32 }).slice(2)}`,
  words: 1,
}

/**
 * The least gas for a byte of a transaction that is mostly bytes: a quote that spreads what its bytes cost
 * over its gas charges no less than that. Source: EIP-7623, 40 gas for a byte that is not zero.
 */
const minGasPerByte = 40n

/**
 * Reads what a byte of a transaction costs beside its gas, in wei: on a rollup the chain that keeps its data is
 * paid too. Nothing where that is in the price of gas, or in the gas.
 *
 * @throws ChainUnavailable when the chain does not answer.
 * Source: OP Stack specification, Fjord, GasPriceOracle.
 */
export async function readDataPrice(client: EvmClient): Promise<bigint> {
  const { values } = await readMany(client, [dataFeeRead])
  const [fee = 0n] = values[0] ?? []
  return (fee + askedBytes - 1n) / askedBytes
}

/** What a unit of gas costs when it pays for bytes too, wei. */
export function addDataFee(gasPrice: bigint, dataPrice: bigint): bigint {
  return gasPrice + (dataPrice + minGasPerByte - 1n) / minGasPerByte
}

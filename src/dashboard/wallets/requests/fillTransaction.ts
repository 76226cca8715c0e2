import { hexToBigInt, isHex, numberToHex } from 'viem'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { RequestedTransaction } from './parseSignatureRequest.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { providerCode, ProviderError } from './providerError.ts'

/** A chain's JSON-RPC, as the provider reaches it. */
export type RpcCall = (method: string, parameters: readonly unknown[]) => Promise<unknown>

/** The most a transaction can cost beside its value: gas limit and prices per unit of gas. */
export type TransactionGas = {
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** A transaction with nothing left open. */
export type FilledTransaction = Omit<RequestedTransaction, 'nonce' | 'gas'> &
  TransactionGas & { nonce: number }

/** Smallest unit of the native coin per unit of gas: what a block's maker gets. */
const tip = 1_000_000_000n

/**
 * Reads what a transaction may cost at most; the price allows for a base fee that doubles.
 *
 * @throws ProviderError with the chain's own words when it would revert.
 */
export async function readGas(
  transaction: RequestedTransaction,
  where: { from: EvmAddress; rpc: RpcCall },
): Promise<TransactionGas> {
  const { to, data, value } = transaction
  const call = { from: where.from, to, data, value: numberToHex(value) }
  const [gas, block] = await Promise.all([
    transaction.gas ?? where.rpc('eth_estimateGas', [call]).then(toQuantity),
    where.rpc('eth_getBlockByNumber', ['latest', false]),
  ])
  const base = isRecord(block) ? toQuantity(block['baseFeePerGas'] ?? '0x0') : 0n
  return { gas, maxFeePerGas: base * 2n + tip, maxPriorityFeePerGas: tip }
}

/** The nonce that was asked for, or the account's next one. */
export async function readNonce(
  transaction: RequestedTransaction,
  where: { from: EvmAddress; rpc: RpcCall },
): Promise<number> {
  if (transaction.nonce !== undefined) return transaction.nonce
  return Number(toQuantity(await where.rpc('eth_getTransactionCount', [where.from, 'pending'])))
}

function toQuantity(value: unknown): bigint {
  if (!isHex(value)) throw new ProviderError(providerCode.internal, 'The chain gave no number.')
  return hexToBigInt(value)
}

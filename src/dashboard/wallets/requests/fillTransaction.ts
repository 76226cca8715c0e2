import { hexToBigInt, isHex, numberToHex } from 'viem'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import type { RequestedTransaction } from './parseSignatureRequest.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { providerCode, ProviderError } from './providerError.ts'

/** Calls a chain's JSON-RPC through the provider. */
export type CallRpc = (method: string, parameters: readonly unknown[]) => Promise<unknown>

/** Gas limit and prices per unit of gas; they bound what a transaction costs beside its value. */
export type TransactionGas = {
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

/** A complete transaction, ready to be signed. */
export type FilledTransaction = Omit<RequestedTransaction, 'nonce' | 'gas'> &
  TransactionGas & { nonce: number }

/** Priority fee per unit of gas, smallest unit of the native coin. */
const tip = 1_000_000_000n

/**
 * Estimates a transaction's gas; the price allows for the base fee to double.
 *
 * @throws ProviderError with the chain's message when the transaction would revert.
 */
export async function readGas(
  transaction: RequestedTransaction,
  where: { from: EvmAddress; rpc: CallRpc },
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

/** The requested nonce, or else the account's next one. */
export async function readNonce(
  transaction: RequestedTransaction,
  where: { from: EvmAddress; rpc: CallRpc },
): Promise<number> {
  if (transaction.nonce !== undefined) return transaction.nonce
  return Number(toQuantity(await where.rpc('eth_getTransactionCount', [where.from, 'pending'])))
}

function toQuantity(value: unknown): bigint {
  if (!isHex(value))
    throw new ProviderError(providerCode.internal, translate('The chain returned no number.'))
  return hexToBigInt(value)
}

import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import { signPaymasterData } from './signPaymasterData.ts'
import { readUserOperation, writeUserOperation } from '../operation/userOperation.ts'

/** Factor by which the gas price may rise before an operation signed by its hash is included. */
const headroom = 2n

/**
 * Makes an operation of a basic or EIP-7702 account final, since its owner may sign its hash, after
 * which nothing can be changed. So the paymaster's signature is part of the quote, and the fees
 * leave room for a higher gas price. That signature is useless to others: the paymaster requires
 * that a registered executor sends the transaction (security rule 1).
 *
 * @param options.key - Key of the paymaster signer.
 * @param options.validUntil - Unix seconds until which the paymaster pays.
 * @returns Operations of other account kinds unchanged: an `Approve` binds neither gas nor
 *   paymaster. Source: wire, "What is signed".
 */
export async function addOwnerSignaturePath(
  operation: EvmChainOperation,
  options: { account: Account; key: Hash; chainNumber: number; validUntil: bigint },
): Promise<EvmChainOperation> {
  const kind = getAccountKind(options.account)
  if (kind !== 'basic' && kind !== 'eip7702') return operation
  const op = readUserOperation(operation.userOp)
  const priced = { ...op, maxFeePerGas: op.maxFeePerGas * headroom }
  const { key, chainNumber, validUntil } = options
  const { paymaster } = op
  const paymasterData = await signPaymasterData(priced, { key, chainNumber, paymaster, validUntil })
  return { ...operation, userOp: writeUserOperation({ ...priced, paymasterData }) }
}

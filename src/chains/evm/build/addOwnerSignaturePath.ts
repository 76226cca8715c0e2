import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import { signPaymasterData } from './signPaymasterData.ts'
import { readUserOperation, writeUserOperation } from '../operation/userOperation.ts'

/** How often what gas costs now may double until an operation that is signed by its hash lands. */
const headroom = 2n

/**
 * Makes an operation of a basic or EIP-7702 account final: its owner may sign its hash, and what is
 * signed so cannot be changed. So the paymaster's word stands in the quote, and what it pays for gas
 * leaves room for dearer blocks. That word is worth nothing to anybody else: the paymaster asks that
 * a registered executor sends the transaction (security rule 1).
 *
 * @param options.key - The paymaster signer's.
 * @param options.validUntil - Unix seconds until when the paymaster pays.
 * @returns Operations of other kinds as they are: an `Approve` binds neither gas nor paymaster.
 * Source: wire, "What is signed".
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

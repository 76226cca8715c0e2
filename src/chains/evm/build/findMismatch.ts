import type { EvmNetworkChain } from '#networks/network.ts'
import { getAccountKind } from '#protocol/accounts/account.ts'
import type { EvmChainOperation, UserOperation } from '#protocol/orders/operation.ts'
import type { OperationIntent } from '../../ports/chain.ts'
import { describeDifference, type Difference, findDifference } from '../../findDifference.ts'
import type { OperationMismatch } from '../../ports/settlementChain.ts'
import { draftOperation, finishOperation } from './buildOperation.ts'
import { decodeOperation } from '../operation/decodeOperation.ts'

/** Gas limits that may be lower than in the operation that would be built. */
const gasLimits = [
  'verificationGasLimit',
  'preVerificationGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const

/**
 * Finds why an operation is not the one this chain would build for an intent; undefined if it is.
 * Not compared are gas price and paymaster signature, which are replaced or checked by the
 * paymaster, the measured gas of the calls, and signatures. Other gas limits may be lower, which
 * does not harm the payer.
 *
 * @throws Error if the intent is not for an EVM chain.
 */
export function findMismatch(
  operation: EvmChainOperation,
  { intent, chain }: { intent: OperationIntent; chain: EvmNetworkChain },
): OperationMismatch | undefined {
  const { userOp, delegation, typedDataToSign, assetType, amount } = operation
  const draft = draftOperation(intent, chain)
  const isDelegated = getAccountKind(intent.account) === 'eip7702'
  const wanted = finishOperation(draft, {
    chain,
    intent,
    fees: { baseFeePerGas: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
    callGas: 0n,
    ...(delegation && isDelegated && { delegationNonce: delegation.nonce }),
  })
  if (wanted.userOp.callData !== userOp.callData.toLowerCase()) {
    const facts = [wanted.userOp, userOp].map(({ callData }) => decodeOperation(callData))
    return buildMismatch('userOp.callData', findDifference(...toPair(facts)) ?? unreadable)
  }
  const found = {
    userOp: getFixedFields(userOp, wanted.userOp),
    typedDataToSign,
    assetType,
    amount,
    ...(delegation && { delegation: { ...delegation, signature: undefined } }),
  }
  const difference = findDifference(
    { ...wanted, userOp: getFixedFields(wanted.userOp, wanted.userOp) },
    found,
  )
  return difference && buildMismatch(difference.path, difference)
}

const unreadable: Difference = { path: 'encoding', expected: 'the usual one', found: 'another one' }

function buildMismatch(field: string, difference: Difference): OperationMismatch {
  return {
    field,
    message: `This service builds no such operation: ${describeDifference(difference)}`,
  }
}

function toPair(facts: readonly unknown[]): [unknown, unknown] {
  return [facts[0], facts[1]]
}

/** Fields that must match; gas limits below the maximum are replaced by it. */
function getFixedFields(userOp: UserOperation, max: UserOperation): Partial<UserOperation> {
  const {
    callGasLimit: _gas,
    maxFeePerGas: _fee,
    maxPriorityFeePerGas: _tip,
    paymasterData: _word,
    signature: _signature,
    ...fixed
  } = userOp
  const limited = gasLimits.map((name) => {
    const isWithin = BigInt(userOp[name]) <= BigInt(max[name])
    return [name, isWithin ? max[name] : userOp[name]]
  })
  return { ...fixed, ...Object.fromEntries(limited) }
}

import type { EvmNetworkChain } from '#networks/network.ts'
import { getAccountKind } from '#protocol/accounts/account.ts'
import type { EvmChainOperation, UserOperation } from '#protocol/orders/operation.ts'
import type { OperationIntent } from '../../ports/chain.ts'
import { describeDifference, type Difference, findDifference } from '../../findDifference.ts'
import type { OperationMismatch } from '../../ports/settlementChain.ts'
import { draftOperation, finishOperation } from './buildOperation.ts'
import { decodeOperation } from '../operation/decodeOperation.ts'

/** What a user operation may ask for at most of what it would be given. */
const gasLimits = [
  'verificationGasLimit',
  'preVerificationGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const

/**
 * Why an operation is not what this chain would build for an intent; undefined when it is. Open are only
 * gas prices and the paymaster's word, which are made anew or are the paymaster's own, the gas of the calls,
 * which is measured, and signatures. Gas of other kinds may be less: it is no worse for whoever pays.
 *
 * @throws Error when the intent is none of an EVM chain.
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

/** What stands fixed in an operation; gas within its limits counts as the limit. */
function getFixedFields(userOp: UserOperation, most: UserOperation): Partial<UserOperation> {
  const {
    callGasLimit: _gas,
    maxFeePerGas: _fee,
    maxPriorityFeePerGas: _tip,
    paymasterData: _word,
    signature: _signature,
    ...fixed
  } = userOp
  const limited = gasLimits.map((name) => {
    const isWithin = BigInt(userOp[name]) <= BigInt(most[name])
    return [name, isWithin ? most[name] : userOp[name]]
  })
  return { ...fixed, ...Object.fromEntries(limited) }
}

import { encodeAbiParameters, keccak256 } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { normalizeSignature } from '#protocol/orders/normalizeSignature.ts'
import type { UserOperation } from '#protocol/orders/operation.ts'

/** A v0.7 user operation with parsed numbers; gas in gas units, fees in wei. */
export type UserOp = {
  sender: EvmAddress
  nonce: bigint
  /** Only while the account has no code. */
  deployment?: { factory: EvmAddress; factoryData: Hex }
  callData: Hex
  callGasLimit: bigint
  verificationGasLimit: bigint
  preVerificationGas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  paymaster: EvmAddress
  paymasterVerificationGasLimit: bigint
  paymasterPostOpGasLimit: bigint
  paymasterData: Hex
  signature: Hex
}

/** The struct taken by EntryPoint v0.7's `handleOps`. */
export type PackedUserOperation = {
  sender: EvmAddress
  nonce: bigint
  initCode: Hex
  callData: Hex
  accountGasLimits: Hash
  preVerificationGas: bigint
  gasFees: Hash
  paymasterAndData: Hex
  signature: Hex
}

/**
 * Parses an operation in wire form. Factory and factoryData only count together; the signature is
 * written as accounts take it.
 */
export function readUserOperation(wire: UserOperation): UserOp {
  return {
    sender: wire.sender,
    nonce: BigInt(wire.nonce),
    ...(wire.factory &&
      wire.factoryData && {
        deployment: { factory: wire.factory, factoryData: wire.factoryData },
      }),
    callData: wire.callData,
    callGasLimit: BigInt(wire.callGasLimit),
    verificationGasLimit: BigInt(wire.verificationGasLimit),
    preVerificationGas: BigInt(wire.preVerificationGas),
    maxFeePerGas: BigInt(wire.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(wire.maxPriorityFeePerGas),
    paymaster: wire.paymaster,
    paymasterVerificationGasLimit: BigInt(wire.paymasterVerificationGasLimit),
    paymasterPostOpGasLimit: BigInt(wire.paymasterPostOpGasLimit),
    paymasterData: wire.paymasterData,
    signature: normalizeSignature(wire.signature),
  }
}

/** Serializes an operation to wire form, with numbers as decimal strings. */
export function writeUserOperation(op: UserOp): UserOperation {
  return {
    sender: op.sender,
    nonce: op.nonce.toString(),
    ...op.deployment,
    callData: op.callData,
    callGasLimit: op.callGasLimit.toString(),
    verificationGasLimit: op.verificationGasLimit.toString(),
    preVerificationGas: op.preVerificationGas.toString(),
    maxFeePerGas: op.maxFeePerGas.toString(),
    maxPriorityFeePerGas: op.maxPriorityFeePerGas.toString(),
    paymaster: op.paymaster,
    paymasterVerificationGasLimit: op.paymasterVerificationGasLimit.toString(),
    paymasterPostOpGasLimit: op.paymasterPostOpGasLimit.toString(),
    paymasterData: op.paymasterData,
    signature: op.signature,
  }
}

/** Packs an operation for the EntryPoint. Source: ERC-4337 v0.7. */
export function packUserOperation(op: UserOp): PackedUserOperation {
  return {
    sender: op.sender,
    nonce: op.nonce,
    initCode: op.deployment
      ? `${op.deployment.factory}${op.deployment.factoryData.slice(2)}`
      : '0x',
    callData: op.callData,
    accountGasLimits: packUint128s(op.verificationGasLimit, op.callGasLimit),
    preVerificationGas: op.preVerificationGas,
    gasFees: packUint128s(op.maxPriorityFeePerGas, op.maxFeePerGas),
    paymasterAndData: `${op.paymaster}${packUint128s(
      op.paymasterVerificationGasLimit,
      op.paymasterPostOpGasLimit,
    ).slice(2)}${op.paymasterData.slice(2)}`,
    signature: op.signature,
  }
}

/**
 * Hash of an operation, which binds every field but the signature.
 *
 * @param at.chainNumber - EIP-155 chain id. Source: EntryPoint v0.7, `getUserOpHash`.
 */
export function hashUserOperation(
  op: UserOp,
  at: { chainNumber: number; entryPoint: EvmAddress },
): Hash {
  const packed = packUserOperation(op)
  const inner = keccak256(
    encodeAbiParameters(innerParameters, [
      packed.sender,
      packed.nonce,
      keccak256(packed.initCode),
      keccak256(packed.callData),
      packed.accountGasLimits,
      packed.preVerificationGas,
      packed.gasFees,
      keccak256(packed.paymasterAndData),
    ]),
  )
  return keccak256(
    encodeAbiParameters(outerParameters, [inner, at.entryPoint, BigInt(at.chainNumber)]),
  )
}

const innerParameters = [
  { type: 'address' },
  { type: 'uint256' },
  { type: 'bytes32' },
  { type: 'bytes32' },
  { type: 'bytes32' },
  { type: 'uint256' },
  { type: 'bytes32' },
  { type: 'bytes32' },
] as const
const outerParameters = [{ type: 'bytes32' }, { type: 'address' }, { type: 'uint256' }] as const

/** Packs two 128-bit numbers into one word, the first in the high half. */
function packUint128s(high: bigint, low: bigint): Hash {
  return `0x${high.toString(16).padStart(32, '0')}${low.toString(16).padStart(32, '0')}`
}

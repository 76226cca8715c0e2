import { privateKeyToAccount } from 'viem/accounts'
import { concat, numberToHex } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { packUserOperation, type UserOp } from '../operation/userOperation.ts'

/** EIP-712 type that the paymaster verifies. Source: OpenZeppelin `PaymasterSigner`. */
const types = {
  UserOperationRequest: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterVerificationGasLimit', type: 'uint256' },
    { name: 'paymasterPostOpGasLimit', type: 'uint256' },
    { name: 'validAfter', type: 'uint48' },
    { name: 'validUntil', type: 'uint48' },
  ],
} as const

/**
 * Signs the paymaster's sponsorship of an operation until `validUntil` (Unix seconds). The
 * operation's gas must be final, since the signature binds it.
 *
 * @returns The operation's paymasterData: validAfter (6 bytes, 0), validUntil (6), signature (65).
 */
export async function signPaymasterData(
  op: UserOp,
  options: { key: Hash; chainNumber: number; paymaster: EvmAddress; validUntil: bigint },
): Promise<Hex> {
  const packed = packUserOperation(op)
  const validUntil = Number(options.validUntil)
  const signature = await privateKeyToAccount(options.key).signTypedData({
    domain: {
      name: 'SponsorPaymaster',
      version: '1',
      chainId: options.chainNumber,
      verifyingContract: options.paymaster,
    },
    types,
    primaryType: 'UserOperationRequest',
    message: {
      sender: packed.sender,
      nonce: packed.nonce,
      initCode: packed.initCode,
      callData: packed.callData,
      accountGasLimits: packed.accountGasLimits,
      preVerificationGas: packed.preVerificationGas,
      gasFees: packed.gasFees,
      paymasterVerificationGasLimit: op.paymasterVerificationGasLimit,
      paymasterPostOpGasLimit: op.paymasterPostOpGasLimit,
      validAfter: 0,
      validUntil,
    },
  })
  return concat([numberToHex(0, { size: 6 }), numberToHex(validUntil, { size: 6 }), signature])
}

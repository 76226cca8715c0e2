import { z } from 'zod/mini'

import { AmountText } from '../ids/amount.ts'
import { describeBeta } from '../ids/beta.ts'
import { AssetType, type ChainId, EvmAddress, getChainKind, SolanaAddress } from '../ids/caip.ts'
import { Hash, Hex, HexQuantity } from '../ids/hex.ts'

/** An ERC-4337 v0.7 user operation, numbers in decimal. Source: specification section 2.2. */
export const UserOperation = z.object({
  sender: EvmAddress,
  nonce: AmountText,
  factory: z.optional(EvmAddress),
  factoryData: z.optional(Hex),
  callData: Hex,
  callGasLimit: AmountText,
  verificationGasLimit: AmountText,
  preVerificationGas: AmountText,
  maxFeePerGas: AmountText,
  maxPriorityFeePerGas: AmountText,
  paymaster: EvmAddress,
  paymasterVerificationGasLimit: AmountText,
  paymasterPostOpGasLimit: AmountText,
  paymasterData: Hex,
  /** `0x` while unsigned, then 65 bytes, or 64 as EIP-2098 writes them. */
  signature: Hex,
})
export type UserOperation = z.output<typeof UserOperation>

/** EIP-712 structure that an owner signs. Source: specification section 2.3. */
export const TypedDataToSign = z.object({
  domain: z.object({
    name: z.string(),
    version: z.string(),
    chainId: z.int().check(z.nonnegative()),
    verifyingContract: EvmAddress,
  }),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.object({ callDataAndNonceHash: Hash }),
})
export type TypedDataToSign = z.output<typeof TypedDataToSign>

/**
 * A signed EIP-7702 authorization. Chain id 0 (valid on every chain) is refused. Source: rule 11.
 */
export const DelegationSignature = z.object({
  chainId: z
    .int()
    .check(z.positive('An authorization for chain id 0 is good on every chain: refused.')),
  contractAddress: EvmAddress,
  nonce: z.int().check(z.nonnegative()),
  r: Hex,
  s: Hex,
  // Existing clients send hex text; a number is accepted too.
  v: z.union([
    HexQuantity,
    z.pipe(
      z.int().check(z.nonnegative()),
      z.transform((v): HexQuantity => `0x${v.toString(16)}`),
    ),
  ]),
  yParity: z.int().check(z.minimum(0), z.maximum(1)),
  type: z.string(),
})
export type DelegationSignature = z.output<typeof DelegationSignature>

/** The EIP-7702 authorization that an operation needs; the client fills in `signature`. */
export const Delegation = z.object({
  contractAddress: EvmAddress,
  nonce: z.int().check(z.nonnegative()),
  signature: z.optional(DelegationSignature),
})
export type Delegation = z.output<typeof Delegation>

/** An operation on an EVM chain. Source: specification section 2.4. */
export const EvmChainOperation = z.object({
  userOp: UserOperation,
  typedDataToSign: TypedDataToSign,
  assetType: AssetType,
  amount: AmountText,
  delegation: z.optional(Delegation),
})
export type EvmChainOperation = z.output<typeof EvmChainOperation>

/** An operation on a Solana chain. Source: specification section 2.4. */
export const SolanaChainOperation = z
  .object({
    type: z.literal('solana'),
    instructions: z.array(
      z.object({
        keys: z.array(
          z.object({ pubkey: SolanaAddress, isSigner: z.boolean(), isWritable: z.boolean() }),
        ),
        programId: SolanaAddress,
        data: z.string(),
      }),
    ),
    recentBlockHash: z.string(),
    feePayer: SolanaAddress,
    signature: z.optional(z.string()),
    addressLookupTableAddresses: z.optional(z.array(SolanaAddress)),
    assetType: AssetType,
    amount: AmountText,
    dataToSign: z.string(),
  })
  .check(z.meta(describeBeta('Solana chain operation')))
export type SolanaChainOperation = z.output<typeof SolanaChainOperation>

/** An operation on any chain; `type` marks the Solana form. */
export const ChainOperation = z.union([SolanaChainOperation, EvmChainOperation])
export type ChainOperation = z.output<typeof ChainOperation>

/** Whether an operation has the EVM form. */
export function isEvmOperation(operation: ChainOperation): operation is EvmChainOperation {
  return 'userOp' in operation
}

/** Whether an operation is in the form of a chain. */
export function isOperationOn(operation: ChainOperation, chainId: ChainId): boolean {
  return isEvmOperation(operation) === (getChainKind(chainId) === 'evm')
}

/** Whether an operation deploys or delegates its account. */
export function isCreatingAccount(operation: ChainOperation): boolean {
  if (!isEvmOperation(operation)) return false
  return operation.userOp.factory !== undefined || operation.delegation !== undefined
}

/** Returns the sum of a user operation's gas limits; 0 on Solana. */
export function getGasLimit(operation: ChainOperation): bigint {
  if (!isEvmOperation(operation)) return 0n
  const { userOp } = operation
  return [
    userOp.callGasLimit,
    userOp.verificationGasLimit,
    userOp.preVerificationGas,
    userOp.paymasterVerificationGasLimit,
  ].reduce((sum, limit) => sum + BigInt(limit), 0n)
}

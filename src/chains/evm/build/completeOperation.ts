import { sign } from 'viem/accounts'
import { concat } from 'viem/utils'

import type { FailReason } from '#protocol/status/failReason.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import type { EvmNetworkChain } from '#networks/network.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { classifyState } from '../../classifyState.ts'
import { findAuthorizationError, readAuthorization } from '../account/authorization.ts'
import {
  buildDelegationCode,
  readDeploymentStatus,
  type DeploymentStatus,
} from '../account/delegation.ts'
import type { EvmClient } from '../rpc/client.ts'
import { signPaymasterData } from './signPaymasterData.ts'
import type { GasFees } from '../rpc/fees.ts'
import { recoverOwner } from '../account/recoverSigner.ts'
import type { Authorization } from '../rpc/transaction.ts'
import { hashUserOperation, readUserOperation, type UserOp } from '../operation/userOperation.ts'

/** An operation ready for the EntryPoint, with what its transaction needs. */
export type CompletedOperation = {
  op: UserOp
  userOpHash: Hash
  /** Delegates the account in the same transaction. */
  authorization?: Authorization
  /** Code the account will have by then, for the simulation. */
  accountCode?: Hex
}

/** Options of {@link completeOperation}. */
export type CompleteOptions = {
  client: EvmClient
  chain: EvmNetworkChain
  keys: { cosigner: Hash; paymaster: Hash }
  fees: GasFees
  /** Unix seconds until which the paymaster pays. */
  validUntil: bigint
}

/**
 * Makes a signed operation ready for the EntryPoint. An `Approve` binds neither gas nor paymaster,
 * so both are replaced with current values, which the co-signature binds. An operation whose hash
 * its owner signed is left unchanged.
 *
 * @returns The operation, or why the chain's state rules it out; nothing may be sent then.
 * @throws ChainUnavailableError if the chain does not answer. Source: architecture section 2;
 *   security rules 1 and 20; wire, "What is signed".
 */
export async function completeOperation(
  operation: EvmChainOperation,
  options: CompleteOptions,
): Promise<CompletedOperation | { refused: FailReason }> {
  const { client, chain } = options
  const { delegate } = chain.contracts
  const wire = readUserOperation(operation.userOp)
  const status = await readDeploymentStatus(client, { account: wire.sender, delegate })
  if (status.code === 'elsewhere') return { refused: classifyState('delegated elsewhere') }
  const delegating = await findAuthorization(operation, { ...options, status })
  if (!delegating) return { refused: classifyState('authorization unfit') }
  const owner = await recoverOwner(wire, getOwnerPath(options))
  const completed = owner
    ? completeOwned(wire, { ...options, status })
    : await completeApproved(status.code === 'none' ? wire : withoutDeployment(wire), options)
  return 'refused' in completed ? completed : { ...completed, ...delegating }
}

function getOwnerPath({ client, chain }: CompleteOptions) {
  const { entryPoint } = chain.contracts
  return { chainNumber: client.chainNumber, entryPoint, origin: chain.contracts }
}

/** The authorization to send; empty if none is needed, undefined if the given one is invalid. */
async function findAuthorization(
  { userOp, delegation }: EvmChainOperation,
  { chain, client, status }: CompleteOptions & { status: DeploymentStatus },
): Promise<Pick<CompletedOperation, 'authorization' | 'accountCode'> | undefined> {
  if (!delegation || status.code !== 'none') return {}
  const { signature } = delegation
  const { delegate } = chain.contracts
  if (!signature) return undefined
  const error = await findAuthorizationError(signature, {
    account: userOp.sender,
    delegate,
    chainNumber: client.chainNumber,
    nonce: status.nonce,
  })
  if (error !== undefined) return undefined
  return { authorization: readAuthorization(signature), accountCode: buildDelegationCode(delegate) }
}

/** The signed hash fixes everything, deployment and fees included. */
function completeOwned(
  op: UserOp,
  options: CompleteOptions & { status: DeploymentStatus },
): CompletedOperation | { refused: FailReason } {
  const { fees, status } = options
  if (op.deployment && status.code !== 'none')
    return { refused: classifyState('account made since') }
  const minFee = fees.baseFeePerGas + op.maxPriorityFeePerGas
  if (op.maxFeePerGas < minFee) return { refused: classifyState('gas dearer than signed') }
  return { op, userOpHash: hashUserOperation(op, getOwnerPath(options)) }
}

/** Current gas price, then paymaster signature, then co-signature: each binds what precedes it. */
async function completeApproved(
  wire: UserOp,
  { chain, client, keys, fees, validUntil }: CompleteOptions,
): Promise<CompletedOperation> {
  const { paymaster, entryPoint } = chain.contracts
  const { chainNumber } = client
  const priced: UserOp = {
    ...wire,
    paymaster,
    maxFeePerGas: fees.maxFeePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
  }
  const key = keys.paymaster
  const paymasterData = await signPaymasterData(priced, { key, chainNumber, paymaster, validUntil })
  const sponsored = { ...priced, paymasterData }
  const { signature, userOpHash } = await cosignOperation(sponsored, {
    key: keys.cosigner,
    chainNumber,
    entryPoint,
  })
  return { op: { ...sponsored, signature }, userOpHash }
}

function withoutDeployment(op: UserOp): UserOp {
  const bare = { ...op }
  delete bare.deployment
  return bare
}

/**
 * Appends the co-signature to the owner's signature: 130 bytes, the account's service path.
 * Everything except the signature must be final, since the co-signature binds it.
 */
export async function cosignOperation(
  op: UserOp,
  options: { key: Hash; chainNumber: number; entryPoint: EvmAddress },
): Promise<{ signature: Hex; userOpHash: Hash }> {
  const userOpHash = hashUserOperation(op, options)
  const cosignature = await sign({ hash: userOpHash, privateKey: options.key, to: 'hex' })
  return { signature: concat([op.signature, cosignature]), userOpHash }
}

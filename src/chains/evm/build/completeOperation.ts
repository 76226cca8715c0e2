import type { FailReason } from '#protocol/status/failReason.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import type { EvmNetworkChain } from '#networks/network.ts'
import { classifyState } from '../../classifyState.ts'
import { findAuthorizationError, readAuthorization } from '../account/authorization.ts'
import { buildDelegationCode } from '../account/buildDelegationCode.ts'
import type { EvmClient } from '../rpc/client.ts'
import { cosignOperation } from './cosignOperation.ts'
import { signPaymasterData } from './signPaymasterData.ts'
import type { GasFees } from '../rpc/readFees.ts'
import { readDeploymentStatus, type DeploymentStatus } from '../account/readDeploymentStatus.ts'
import { recoverOwner } from '../account/recoverSigner.ts'
import type { Authorization } from '../rpc/transaction.ts'
import { hashUserOperation, readUserOperation, type UserOp } from '../operation/userOperation.ts'

/** An operation as the EntryPoint takes it, and what goes with it. */
export type CompletedOperation = {
  op: UserOp
  userOpHash: Hash
  /** Makes the account run our contract, in the same transaction. */
  authorization?: Authorization
  /** What the account's code will be by then: for trying it out. */
  accountCode?: Hex
}

/** What completing an operation needs. */
export type CompleteOptions = {
  client: EvmClient
  chain: EvmNetworkChain
  keys: { cosigner: Hash; paymaster: Hash }
  fees: GasFees
  /** Unix seconds: until when the paymaster pays. */
  validUntil: bigint
}

/**
 * Makes a signed operation ready for the EntryPoint. An `Approve` binds neither gas nor paymaster:
 * both are filled in afresh, and the co-signature binds them. An operation whose hash its owner
 * signed goes as it is.
 *
 * @returns Or why it cannot land any more, by the chain's state: nothing of it may be sent then.
 * @throws ChainUnavailable when the chain does not answer.
 * Source: architecture section 2; security rules 1 and 20; wire, "What is signed".
 */
export async function completeOperation(
  operation: EvmChainOperation,
  options: CompleteOptions,
): Promise<CompletedOperation | { refused: FailReason }> {
  const { client, chain } = options
  const { delegate } = chain.contracts
  const wire = readUserOperation(operation.userOp)
  const standing = await readDeploymentStatus(client, { account: wire.sender, delegate })
  if (standing.code === 'elsewhere') return { refused: classifyState('delegated elsewhere') }
  const delegating = await findAuthorization(operation, { ...options, standing })
  if (!delegating) return { refused: classifyState('authorization unfit') }
  const owner = await recoverOwner(wire, getOwnerPath(options))
  const completed = owner
    ? completeOwned(wire, { ...options, standing })
    : await completeApproved(standing.code === 'none' ? wire : withoutDeployment(wire), options)
  return 'refused' in completed ? completed : { ...completed, ...delegating }
}

function getOwnerPath({ client, chain }: CompleteOptions) {
  const { entryPoint } = chain.contracts
  return { chainNumber: client.chainNumber, entryPoint, origin: chain.contracts }
}

/** The authorization to send along; nothing where none is needed, undefined where none would do. */
async function findAuthorization(
  { userOp, delegation }: EvmChainOperation,
  { chain, client, standing }: CompleteOptions & { standing: DeploymentStatus },
): Promise<Pick<CompletedOperation, 'authorization' | 'accountCode'> | undefined> {
  if (!delegation || standing.code !== 'none') return {}
  const { signature } = delegation
  const { delegate } = chain.contracts
  if (!signature) return undefined
  const fault = await findAuthorizationError(signature, {
    account: userOp.sender,
    delegate,
    chainNumber: client.chainNumber,
    nonce: standing.nonce,
  })
  if (fault !== undefined) return undefined
  return { authorization: readAuthorization(signature), accountCode: buildDelegationCode(delegate) }
}

/** What is signed by its hash cannot be changed: neither its deployment nor what it pays for gas. */
function completeOwned(
  op: UserOp,
  options: CompleteOptions & { standing: DeploymentStatus },
): CompletedOperation | { refused: FailReason } {
  const { fees, standing } = options
  if (op.deployment && standing.code !== 'none')
    return { refused: classifyState('account made since') }
  const minFee = fees.baseFeePerGas + op.maxPriorityFeePerGas
  if (op.maxFeePerGas < minFee) return { refused: classifyState('gas dearer than signed') }
  return { op, userOpHash: hashUserOperation(op, getOwnerPath(options)) }
}

/** Fresh gas price, then the paymaster's word, then the co-signature: each binds what is before. */
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

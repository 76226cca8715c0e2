import { concat, encodeFunctionData, hexToBigInt } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'

import { buildGuardCall } from '#chains/evm/operation/accountCalls.ts'
import { type BatchCall, encodeBatch } from '#chains/evm/operation/batch.ts'
import { signPaymasterData } from '#chains/evm/build/signPaymasterData.ts'
import { buildDeployment, predictAccount } from '#chains/evm/account/predictAccount.ts'
import type { TransactionCall } from '#chains/evm/rpc/transaction.ts'
import { type PackedUserOperation, type UserOp } from '#chains/evm/operation/userOperation.ts'
import { entryPointAbi } from '#contracts/abi/entryPoint.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { buildApproveTypedData } from '#protocol/orders/approval.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { generateHash, readTime } from './settlement.ts'

const types = { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] } as const

/** A role-based account and its keys; it may not be deployed yet. */
export type TestAccount = {
  address: EvmAddress
  session: PrivateKeyAccount
  admin: PrivateKeyAccount
}

/** Bundler of the devnet. */
export const executor = privateKeyToAccount(devnetKeys.executor)

const cosigner = privateKeyToAccount(devnetKeys.cosigner)

/** The role-based account of two keys. */
export function createTestAccount(keys: { session: Hash; admin: Hash }): TestAccount {
  const session = privateKeyToAccount(keys.session)
  const admin = privateKeyToAccount(keys.admin)
  const address = predictAccount(
    { kind: 'roleBased', session: session.address, admin: admin.address },
    devnetAddresses,
  )
  return { address, session, admin }
}

/** The call that deploys an account; anyone may send it. */
export function buildCreateCall(account: TestAccount): TransactionCall {
  const { factory, factoryData } = buildDeployment(getKeys(account), devnetAddresses)
  return { to: factory, data: factoryData, value: 0n }
}

/** A batch as the service builds it: the guard, valid for two minutes from now, then the calls. */
export async function buildGuardedBatch(chain: DevnetChain, calls: readonly BatchCall[]) {
  const validUntil = (await readTime(chain)) + 120n
  const guard = buildGuardCall(devnetAddresses.validityGuard, { validAfter: 0n, validUntil })
  return encodeBatch([guard, ...calls])
}

/** An operation sponsored by the devnet's paymaster, to be packed and signed. */
export async function buildSponsoredOperation(
  chain: DevnetChain,
  { account, callData }: { account: TestAccount; callData: UserOp['callData'] },
): Promise<UserOp> {
  const code = await chain.client.getCode({ address: account.address })
  const op: UserOp = {
    sender: account.address,
    nonce: (hexToBigInt(generateHash()) >> 64n) << 64n,
    ...(code === undefined && { deployment: buildDeployment(getKeys(account), devnetAddresses) }),
    callData,
    callGasLimit: 1_000_000n,
    verificationGasLimit: 1_000_000n,
    preVerificationGas: 100_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1_000_000n,
    paymaster: devnetAddresses.paymaster,
    paymasterVerificationGasLimit: 200_000n,
    paymasterPostOpGasLimit: 0n,
    paymasterData: '0x',
    signature: '0x',
  }
  const paymasterData = await signPaymasterData(op, {
    key: devnetKeys.paymasterSigner,
    chainNumber: chain.number,
    paymaster: op.paymaster,
    validUntil: (await readTime(chain)) + 600n,
  })
  return { ...op, paymasterData }
}

/** The hash that an approver signs for an operation. */
export function getApprovalHash(
  { number }: DevnetChain,
  op: Pick<UserOp, 'sender' | 'callData' | 'nonce'>,
) {
  const approveDomain = { name: 'EstuaryAccount', version: '1' }
  const { domain, message } = buildApproveTypedData(op, {
    chainNumber: number,
    domain: approveDomain,
  })
  return { domain, types, primaryType: 'Approve', message } as const
}

/** Signs as approver and as the devnet's co-signer: 130 bytes. */
export async function signAsService(
  chain: DevnetChain,
  op: PackedUserOperation,
  { approver }: { approver: PrivateKeyAccount },
): Promise<PackedUserOperation> {
  const approval = await approver.signTypedData(getApprovalHash(chain, op))
  const hash = await getOperationHash(chain, op)
  const cosignature = await cosigner.sign({ hash })
  return { ...op, signature: concat([approval, cosignature]) }
}

/** Signs the operation's hash as an Ethereum message: 65 bytes. */
export async function signAsOwner(
  chain: DevnetChain,
  op: PackedUserOperation,
  owner: PrivateKeyAccount,
): Promise<PackedUserOperation> {
  const raw = await getOperationHash(chain, op)
  return { ...op, signature: await owner.signMessage({ message: { raw } }) }
}

/** The call that submits an operation to the EntryPoint; `beneficiary` receives the gas payment. */
export function buildBundleCall(
  op: PackedUserOperation,
  beneficiary: EvmAddress = executor.address,
): TransactionCall {
  const data = encodeFunctionData({
    abi: entryPointAbi,
    functionName: 'handleOps',
    args: [[op], beneficiary],
  })
  return { to: devnetAddresses.entryPoint, data, value: 0n }
}

/** An operation's hash as the chain's EntryPoint returns it. */
export function getOperationHash({ client }: DevnetChain, op: PackedUserOperation): Promise<Hash> {
  return client.readContract({
    address: devnetAddresses.entryPoint,
    abi: entryPointAbi,
    functionName: 'getUserOpHash',
    args: [op],
  })
}

function getKeys({ session, admin }: TestAccount) {
  return { kind: 'roleBased', session: session.address, admin: admin.address } as const
}

import type { EvmNetworkChain } from '#networks/network.ts'
import { type AnyOrder, toEvmOrder } from '#protocol/orders/anyOrder.ts'
import { type Account, getAccountKind } from '#protocol/accounts/account.ts'
import { buildApproveTypedData, getOperationNonce } from '#protocol/orders/approval.ts'
import { type AssetType, EvmAddress, getEvmChainNumber } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import type { AssetAmount, OperationAction, OperationIntent } from '../../ports/chain.ts'
import {
  buildApproveCall,
  buildDepositCall,
  buildGuardCall,
  nativeToken,
  buildSwapCall,
  buildTransferCall,
  buildUnwrapCall,
  buildWrapCall,
} from '../operation/accountCalls.ts'
import { type BatchCall, encodeBatch } from '../operation/batch.ts'
import { getCalldataGas } from '../operation/getCalldataGas.ts'
import { buildDelegationCode } from '../account/buildDelegationCode.ts'
import { getAccountKeys, buildCloneCode, buildDeployment } from '../account/predictAccount.ts'
import { getTokenAddress } from '../assets/readBalances.ts'
import type { GasFees } from '../rpc/readFees.ts'
import { type UserOp, writeUserOperation } from '../operation/userOperation.ts'

/** An operation before its gas is known. */
export type OperationDraft = {
  sender: EvmAddress
  nonce: bigint
  callData: Hex
  /** Who makes the account, when it has no code and is not the owner's own address. */
  deployment?: { factory: EvmAddress; factoryData: Hex }
  /** The code the account will run, when it has none yet: for the simulation. */
  accountCode?: Hex
}

/** Gas an operation may take, by what was measured with the devnet's contracts plus a margin. */
const limits = {
  verification: { ours: 90_000n, absent: 300_000n },
  paymasterVerification: 60_000n,
  /** The paymaster has no postOp; the EntryPoint wants a word here all the same. */
  paymasterPostOp: 1n,
  /** EntryPoint and transaction around the operation, without its bytes. */
  fixed: 25_000n,
  /** EIP-7702: one authorization in the transaction. */
  authorization: 25_000n,
} as const

/**
 * The account, nonce and calls of one origin leg: guard, then exact approvals, then what moves the
 * value, then the fee (inside the order when there is one).
 *
 * @throws Error for an account or asset that is not of an EVM chain.
 * Source: architecture section 2; wire, "Quotes".
 */
export function draftOperation(intent: OperationIntent, chain: EvmNetworkChain): OperationDraft {
  return {
    ...draftSender(intent, chain),
    nonce: getOperationNonce(intent.quoteId, { chainId: chain.chainId, index: intent.index }),
    callData: encodeBatch([
      buildGuardCall(chain.contracts.validityGuard, {
        validAfter: 0n,
        validUntil: intent.validUntil,
      }),
      ...buildCalls(intent, chain),
    ]),
  }
}

/**
 * Whose operation it is, and how the account comes to be when it is the first.
 *
 * @throws Error for an account that is not of an EVM chain.
 */
export function draftSender(
  { account, isFirst }: { account: Account; isFirst: boolean },
  chain: EvmNetworkChain,
): Omit<OperationDraft, 'nonce' | 'callData'> {
  if (
    getAccountKind(account) === 'solana' ||
    !('signerAddress' in account || 'adminAddress' in account)
  )
    throw new Error(`${account.accountAddress} is not an EVM account.`)
  const keys = getAccountKeys(account)
  return {
    sender: account.accountAddress,
    ...(isFirst &&
      keys && {
        deployment: buildDeployment(keys, chain.contracts),
        accountCode: buildCloneCode(keys, chain.contracts),
      }),
    ...(isFirst && !keys && { accountCode: buildDelegationCode(chain.contracts.delegate) }),
  }
}

/** The EntryPoint keeps a 64th of the gas back at each depth, and takes 10 % of what is unused. */
function getCallGasLimit(callGas: bigint): bigint {
  return (callGas * 115n) / 100n + 20_000n
}

/** The gas that an operation's calls were measured to take, by the limit that {@link finishOperation} gave. */
export function getMeasuredCallGas({ userOp }: EvmChainOperation): bigint {
  const gas = ((BigInt(userOp.callGasLimit) - 20_000n) * 100n) / 115n
  return gas > 0n ? gas : 0n
}

/** Writes a draft as the operation to sign, with limits from the gas its calls took. */
export function finishOperation(
  draft: OperationDraft,
  options: {
    chain: EvmNetworkChain
    /** Asset and amount that the operation names. */
    intent: AssetAmount
    fees: GasFees
    callGas: bigint
    /** EIP-7702 account that is not delegated yet: the nonce its authorization needs. */
    delegationNonce?: number
  },
): EvmChainOperation {
  const { chain, intent, fees, callGas, delegationNonce } = options
  const isAbsent = draft.deployment !== undefined
  const op: UserOp = {
    sender: draft.sender,
    nonce: draft.nonce,
    ...(draft.deployment && { deployment: draft.deployment }),
    callData: draft.callData,
    callGasLimit: getCallGasLimit(callGas),
    verificationGasLimit: isAbsent ? limits.verification.absent : limits.verification.ours,
    preVerificationGas:
      limits.fixed +
      getDataGas(draft, callGas) +
      (delegationNonce === undefined ? 0n : limits.authorization),
    maxFeePerGas: fees.maxFeePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
    paymaster: chain.contracts.paymaster,
    paymasterVerificationGasLimit: limits.paymasterVerification,
    paymasterPostOpGasLimit: limits.paymasterPostOp,
    paymasterData: '0x',
    signature: '0x',
  }
  return {
    userOp: writeUserOperation(op),
    typedDataToSign: buildApproveTypedData(op, {
      chainNumber: getEvmChainNumber(chain.chainId) ?? 0,
      domain: chain.approveDomain,
    }),
    assetType: intent.assetType,
    amount: intent.amount.toString(),
    ...(delegationNonce !== undefined && {
      delegation: { contractAddress: chain.contracts.delegate, nonce: delegationNonce },
    }),
  }
}

function buildCalls(intent: OperationIntent, chain: EvmNetworkChain): readonly BatchCall[] {
  const { action } = intent
  switch (action.kind) {
    case 'none':
      return []
    case 'deposit':
      return buildDepositCalls(action.order, chain)
    case 'transfer':
      return [
        buildTransferCall(getToken(intent.assetType), {
          recipient: EvmAddress.parse(action.recipient),
          amount: intent.amount,
        }),
        ...buildFeeCalls(intent, EvmAddress.parse(action.feeReceiver)),
      ]
    case 'swap':
      return buildSwapCalls(intent, { action, chain })
    case 'convert':
      return buildConvertCalls(intent, { action, chain })
  }
}

function buildDepositCalls(deposit: AnyOrder, chain: EvmNetworkChain): readonly BatchCall[] {
  const order = toEvmOrder(deposit)
  const spender = chain.contracts.originEscrow
  const approval = buildApproveCall(order.token, { spender, amount: order.amount + order.fee })
  return [...(order.token === nativeToken ? [] : [approval]), buildDepositCall(spender, order)]
}

function buildSwapCalls(
  intent: OperationIntent,
  options: { action: OperationAction & { kind: 'swap' }; chain: EvmNetworkChain },
): readonly BatchCall[] {
  const { action, chain } = options
  const tokenIn = getTokenAddress(intent.assetType)
  const tokenOut = getTokenAddress(action.to)
  const swap = buildSwapCall(chain.contracts.swapRouter, {
    tokenIn: tokenIn ?? chain.contracts.wrappedNative,
    tokenOut: tokenOut ?? chain.contracts.wrappedNative,
    isNativeIn: tokenIn === undefined,
    isNativeOut: tokenOut === undefined,
    poolFee: action.poolFee,
    amountIn: intent.amount,
    minimumOut: action.minimumOut,
    recipient: EvmAddress.parse(action.recipient),
    deadline: intent.validUntil,
  })
  const approval =
    tokenIn &&
    buildApproveCall(tokenIn, { spender: chain.contracts.swapRouter, amount: intent.amount })
  return [
    ...(approval ? [approval] : []),
    swap,
    ...buildFeeCalls(intent, EvmAddress.parse(action.feeReceiver)),
  ]
}

function buildConvertCalls(
  intent: OperationIntent,
  options: { action: OperationAction & { kind: 'convert' }; chain: EvmNetworkChain },
): readonly BatchCall[] {
  const { action, chain } = options
  const recipient = EvmAddress.parse(action.recipient)
  const isWrapping = getTokenAddress(intent.assetType) === undefined
  const convert = isWrapping
    ? buildWrapCall(chain.contracts.wrappedNative, intent.amount)
    : buildUnwrapCall(chain.contracts.wrappedNative, intent.amount)
  const isOwn = recipient.toLowerCase() === intent.account.accountAddress.toLowerCase()
  const send = buildTransferCall(getToken(action.to), { recipient, amount: intent.amount })
  return [
    convert,
    ...(isOwn ? [] : [send]),
    ...buildFeeCalls(intent, EvmAddress.parse(action.feeReceiver)),
  ]
}

function buildFeeCalls(intent: OperationIntent, recipient: EvmAddress): readonly BatchCall[] {
  if (intent.fee === 0n) return []
  return [buildTransferCall(getToken(intent.assetType), { recipient, amount: intent.fee })]
}

function getToken(assetType: AssetType): EvmAddress {
  return getTokenAddress(assetType) ?? nativeToken
}

/** Bytes of a bundle beside call data: the operation's fixed words, paymaster data, signatures. */
const fixedBytes = 800n
/** Call data of a plain operation: what its bytes cost is in what such an operation takes. */
const plainBytes = 1_000n

/**
 * Gas that the bytes of an operation cost beyond those of a plain one: many of them cost more than
 * the calls that are made with them.
 */
export function getExtraDataGas(draft: OperationDraft, callGas: bigint): bigint {
  const extra = getDataGas(draft, callGas) - countDataGas(plainBytes)
  return extra > 0n ? extra : 0n
}

/** Gas of the operation's bytes in the bundling transaction. */
function getDataGas({ callData, deployment }: OperationDraft, callGas: bigint): bigint {
  const { usual, floor } = getCalldataGas(callData)
  const bytes = callData.length / 2 + (deployment?.factoryData.length ?? 0) / 2
  const counted = countDataGas(BigInt(Math.ceil(bytes)))
  return [usual + countDataGas(0n), floor - callGas].reduce(
    (most, gas) => (gas > most ? gas : most),
    counted,
  )
}

/** Ten for a byte: most of them are zeros. */
function countDataGas(bytes: bigint): bigint {
  return (bytes + fixedBytes) * 10n
}

import { size } from 'viem/utils'

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
  buildWatchCalls,
  buildWrapCall,
} from '../operation/accountCalls.ts'
import { type BatchCall, encodeBatch } from '../operation/batch.ts'
import { getCalldataGas } from '../operation/getCalldataGas.ts'
import { buildDelegationCode } from '../account/delegation.ts'
import { getAccountKeys, buildCloneCode, buildDeployment } from '../account/predictAccount.ts'
import { getTokenAddress } from '../assets/readBalances.ts'
import type { GasFees } from '../rpc/fees.ts'
import { type UserOp, writeUserOperation } from '../operation/userOperation.ts'

/** An operation without its gas. */
export type OperationDraft = {
  sender: EvmAddress
  nonce: bigint
  callData: Hex
  /** Number of calls in it. */
  calls: number
  /** How the account is deployed, if it has no code and is not the owner's EOA. */
  deployment?: { factory: EvmAddress; factoryData: Hex }
  /** Code of an account without code, for the simulation. */
  accountCode?: Hex
}

/** Gas limits without copies of the call data: measured with the devnet's contracts, plus a margin. */
const limits = {
  verification: { ours: 90_000n, absent: 300_000n },
  /** Gas of the account to look at one call of its batch. */
  verificationOfCall: 900n,
  paymasterVerification: 60_000n,
  /** The paymaster has no postOp, but the EntryPoint requires a value. */
  paymasterPostOp: 1n,
  /** Gas of EntryPoint and transaction apart from the operation and its bytes. */
  fixed: 25_000n,
  /** Gas of one EIP-7702 authorization. */
  authorization: 25_000n,
} as const

/**
 * Drafts account, nonce and calls of one origin leg: guard, exact approvals, the transfer of funds,
 * the fee (which an order already includes).
 *
 * @throws Error for an account or asset of a chain other than EVM. Source: architecture section 2;
 *   wire, "Quotes".
 */
export function draftOperation(intent: OperationIntent, chain: EvmNetworkChain): OperationDraft {
  const { validUntil } = intent
  const calls = [
    buildGuardCall(chain.contracts.validityGuard, { validAfter: 0n, validUntil }),
    ...buildCalls(intent, chain),
  ]
  return {
    ...draftSender(intent, chain),
    nonce: getOperationNonce(intent.quoteId, { chainId: chain.chainId, index: intent.index }),
    callData: encodeBatch(calls),
    calls: calls.length,
  }
}

/**
 * Drafts the sender of an operation, and its deployment if it is the account's first.
 *
 * @throws Error for an account of a chain other than EVM.
 */
export function draftSender(
  { account, isFirst }: { account: Account; isFirst: boolean },
  chain: EvmNetworkChain,
): Omit<OperationDraft, 'nonce' | 'callData' | 'calls'> {
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

/** The EntryPoint keeps 1/64 of the gas at each depth and charges 10 % of what is unused. */
function getCallGasLimit(callGas: bigint): bigint {
  return (callGas * 115n) / 100n + 20_000n
}

/** Inverse of {@link finishOperation}: the measured gas of an operation's calls, from its limit. */
export function getMeasuredCallGas({ userOp }: EvmChainOperation): bigint {
  const gas = ((BigInt(userOp.callGasLimit) - 20_000n) * 100n) / 115n
  return gas > 0n ? gas : 0n
}

/** Turns a draft into the operation to sign, with gas limits from the measured gas of its calls. */
export function finishOperation(
  draft: OperationDraft,
  options: {
    chain: EvmNetworkChain
    /** Asset and amount the operation states. */
    intent: AssetAmount
    fees: GasFees
    callGas: bigint
    /** Nonce of the authorization, for an EIP-7702 account that is not delegated yet. */
    delegationNonce?: number
  },
): EvmChainOperation {
  const { chain, intent, fees, callGas, delegationNonce } = options
  const isAbsent = draft.deployment !== undefined
  const copyGas = getCopyGas(size(draft.callData))
  const op: UserOp = {
    sender: draft.sender,
    nonce: draft.nonce,
    ...(draft.deployment && { deployment: draft.deployment }),
    callData: draft.callData,
    callGasLimit: getCallGasLimit(callGas),
    verificationGasLimit:
      (isAbsent ? limits.verification.absent : limits.verification.ours) +
      limits.verificationOfCall * BigInt(draft.calls) +
      copies.verification * copyGas,
    preVerificationGas:
      limits.fixed +
      getDataGas(draft, callGas) +
      copies.execution * copyGas +
      (delegationNonce === undefined ? 0n : limits.authorization),
    maxFeePerGas: fees.maxFeePerGas,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
    paymaster: chain.contracts.paymaster,
    paymasterVerificationGasLimit:
      limits.paymasterVerification + copies.paymasterVerification * copyGas,
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
  const { unlisted } = action
  const feeReceiver = EvmAddress.parse(action.feeReceiver)
  const tokenIn = getTokenAddress(intent.assetType)
  const tokenOut = getTokenAddress(action.to)
  const feeOut = unlisted?.side === 'sold' ? unlisted.feeOut : 0n
  const swap = buildSwapCall(chain.contracts.swapRouter, {
    tokenIn: tokenIn ?? chain.contracts.wrappedNative,
    tokenOut: tokenOut ?? chain.contracts.wrappedNative,
    isNativeIn: tokenIn === undefined,
    isNativeOut: tokenOut === undefined,
    poolFee: action.poolFee,
    amountIn: intent.amount,
    minimumOut: action.minimumOut + feeOut,
    recipient: EvmAddress.parse(action.recipient),
    deadline: intent.validUntil,
  })
  const approval =
    tokenIn &&
    buildApproveCall(tokenIn, { spender: chain.contracts.swapRouter, amount: intent.amount })
  return [
    ...(approval ? [approval] : []),
    ...(unlisted?.side === 'bought' ? watchOutput(swap, { intent, action, chain }) : [swap]),
    ...(unlisted?.side === 'sold'
      ? buildFeeCalls({ assetType: action.to, fee: feeOut }, feeReceiver)
      : buildFeeCalls(intent, feeReceiver)),
  ]
}

/** Surrounds a swap with the calls that measure what it brings in to its account. */
function watchOutput(
  swap: BatchCall,
  options: {
    intent: OperationIntent
    action: OperationAction & { kind: 'swap' }
    chain: EvmNetworkChain
  },
): readonly BatchCall[] {
  const { intent, action, chain } = options
  const { outputGuard } = chain.contracts
  if (!outputGuard) throw new Error(`${chain.chainId} has no OutputGuard.`)
  const token = getTokenAddress(action.to)
  if (!token) throw new Error(`${action.to} is no token whose balance could be measured.`)
  const owner = EvmAddress.parse(intent.account.accountAddress)
  const [watch, receipt] = buildWatchCalls(outputGuard, {
    token,
    owner,
    minimum: action.minimumOut,
  })
  return [watch, swap, receipt]
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

function buildFeeCalls(
  { assetType, fee, appFee }: Pick<OperationIntent, 'assetType' | 'fee' | 'appFee'>,
  feeReceiver: EvmAddress,
): readonly BatchCall[] {
  const appUnits = appFee?.units ?? 0n
  const payments = [
    { recipient: feeReceiver, amount: fee - appUnits },
    ...(appFee ? [{ recipient: EvmAddress.parse(appFee.receiver), amount: appUnits }] : []),
  ]
  return payments
    .filter(({ amount }) => amount > 0n)
    .map((payment) => buildTransferCall(getToken(assetType), payment))
}

function getToken(assetType: AssetType): EvmAddress {
  return getTokenAddress(assetType) ?? nativeToken
}

/**
 * Copies of the call data in the memory of a contract, by the limit that pays for them: EntryPoint
 * and account hash it, so does the paymaster, and EntryPoint copies it once more to execute it.
 */
const copies = { verification: 2n, paymasterVerification: 1n, execution: 1n } as const
const allCopies = Object.values(copies).reduce((sum, count) => sum + count, 0n)

/**
 * Gas to copy bytes into the memory of a contract and to hash them there. Per word: 3 for memory, 6
 * to copy it twice, 6 to hash it; and memory that costs more the more there is of it.
 *
 * Source: Yellow Paper, appendices G and H.
 */
function getCopyGas(bytes: number): bigint {
  const words = BigInt(Math.ceil(bytes / 32))
  return words * 15n + (words * words) / 512n
}

/** Bytes of a bundle apart from call data: fixed words, paymaster data, signatures. */
const fixedBytes = 800n
/** Call data of a plain operation, whose cost is part of a plain operation's gas. */
const plainBytes = 1_000
/** Calls of a plain operation: guard, approval, deposit, fee. */
const plainCalls = 4

/**
 * Gas of an operation's bytes beyond a plain one's, in its bundle and in the memory of contracts; many
 * bytes can cost more than the calls.
 */
export function getExtraDataGas(draft: OperationDraft, callGas: bigint): bigint {
  const plain = countDataGas(BigInt(plainBytes)) + allCopies * getCopyGas(plainBytes)
  const copied = allCopies * getCopyGas(size(draft.callData))
  const looked = limits.verificationOfCall * BigInt(Math.max(0, draft.calls - plainCalls))
  const extra = getDataGas(draft, callGas) + copied + looked - plain
  return extra > 0n ? extra : 0n
}

/** Gas of the operation's bytes in its bundle. */
function getDataGas({ callData, deployment }: OperationDraft, callGas: bigint): bigint {
  const { usual, floor } = getCalldataGas(callData)
  const bytes = callData.length / 2 + (deployment?.factoryData.length ?? 0) / 2
  const counted = countDataGas(BigInt(Math.ceil(bytes)))
  return [usual + countDataGas(0n), floor - callGas].reduce(
    (max, gas) => (gas > max ? gas : max),
    counted,
  )
}

/** 10 gas per byte: most bytes are zero. */
function countDataGas(bytes: bigint): bigint {
  return (bytes + fixedBytes) * 10n
}

import {
  buildApproveCall,
  buildDepositCall,
  buildGuardCall,
  nativeToken,
  buildSwapCall,
  buildTransferCall,
  buildUnwrapCall,
  buildWrapCall,
} from '#chains/evm/operation/accountCalls.ts'
import { type BatchCall, encodeBatch } from '#chains/evm/operation/batch.ts'
import { buildDeployment } from '#chains/evm/account/predictAccount.ts'
import { buildApproveTypedData, getOperationNonce } from '#protocol/orders/approval.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { EvmChainOperation } from '#protocol/orders/operation.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { EvmRootAsset, EvmRootChain } from '#dashboard/review/cases/roots.ts'
import {
  type Tampering,
  evmPlaced,
  evmReceiverOf,
  type Sample,
  sampleAccount,
  sampleKeys,
  type SampleLeg,
  sampleNetwork,
} from './sampleCase.ts'

/** The parts of a sample's operation. */
export type SampleOperation = {
  sample: Sample
  id: Hash
  leg: SampleLeg
  index: number
  tampering: Tampering
}

/** Builds an EVM operation: a deposit for `order`, or a transfer, swap or conversion. */
export function sampleOperation(
  of: SampleOperation & { order: Order | undefined },
): EvmChainOperation {
  const { sample, leg, index, order, tampering } = of
  const { chain } = evmPlaced(leg.assetType)
  const honest = [
    buildGuardCall(chain.contracts.validityGuard, {
      validAfter: 0n,
      validUntil: BigInt(sample.madeAt + sampleNetwork.deadlines.depositSeconds),
    }),
    ...(order ? depositCalls(chain, order) : directCalls(sample, leg)),
  ]
  const calls = tampering.calls ? tampering.calls(honest, index) : honest
  const operation = makeOperation({ ...of, chain, calls })
  return tampering.operation ? tampering.operation(operation, index) : operation
}

function makeOperation(of: {
  id: Hash
  leg: SampleLeg
  index: number
  chain: EvmRootChain
  calls: readonly BatchCall[]
}): EvmChainOperation {
  const { id, leg, index, chain, calls } = of
  const sender = sampleAccount.accountAddress
  const callData = encodeBatch(calls)
  const nonce = getOperationNonce(id, { chainId: chain.chainId, index })
  const keys = { kind: 'roleBased', ...sampleKeys } as const
  return {
    userOp: {
      sender,
      nonce: nonce.toString(),
      ...buildDeployment(keys, chain.contracts),
      callData,
      callGasLimit: '400000',
      verificationGasLimit: '300000',
      preVerificationGas: '60000',
      maxFeePerGas: '3000000000',
      maxPriorityFeePerGas: '1000000000',
      paymaster: chain.contracts.paymaster,
      paymasterVerificationGasLimit: '60000',
      paymasterPostOpGasLimit: '1',
      paymasterData: '0x',
      signature: '0x',
    },
    typedDataToSign: buildApproveTypedData(
      { sender, callData, nonce },
      { chainNumber: chain.chainNumber, domain: chain.approveDomain },
    ),
    assetType: leg.assetType,
    amount: leg.amount.toString(),
  }
}

function depositCalls(chain: EvmRootChain, order: Order): BatchCall[] {
  const spender = chain.contracts.originEscrow
  const approval = buildApproveCall(order.token, { spender, amount: order.amount + order.fee })
  return [...(order.token === nativeToken ? [] : [approval]), buildDepositCall(spender, order)]
}

function directCalls(sample: Sample, leg: SampleLeg): BatchCall[] {
  const { asset, chain } = evmPlaced(leg.assetType)
  const { app } = leg
  const fees = [
    { recipient: sampleNetwork.roles.feeReceiver, amount: leg.fee - (app?.units ?? 0n) },
    ...(app ? [{ recipient: app.receiver, amount: app.units }] : []),
  ]
  return [
    ...movingCalls(sample, { leg, asset, chain }),
    ...fees.filter(({ amount }) => amount > 0n).map((fee) => buildTransferCall(asset.token, fee)),
  ]
}

function movingCalls(
  sample: Sample,
  from: { leg: SampleLeg; asset: EvmRootAsset; chain: EvmRootChain },
): BatchCall[] {
  const { leg, asset, chain } = from
  const { wrappedNative, swapRouter } = chain.contracts
  const to = evmPlaced(sample.to.assetType).asset
  const recipient = evmReceiverOf(sample)
  const { amount } = leg
  if (asset === to) return [buildTransferCall(asset.token, { recipient, amount })]
  if (asset.aggregatedAssetId === to.aggregatedAssetId) {
    const isWrap = asset.token === nativeToken
    const convert = isWrap
      ? buildWrapCall(wrappedNative, amount)
      : buildUnwrapCall(wrappedNative, amount)
    const isOwn = recipient === sampleAccount.accountAddress
    return [convert, ...(isOwn ? [] : [buildTransferCall(to.token, { recipient, amount })])]
  }
  const swap = buildSwapCall(swapRouter, {
    tokenIn: asset.token === nativeToken ? wrappedNative : asset.token,
    tokenOut: to.token === nativeToken ? wrappedNative : to.token,
    isNativeIn: asset.token === nativeToken,
    isNativeOut: to.token === nativeToken,
    poolFee: 500,
    amountIn: amount,
    minimumOut: sample.to.minimumAmount,
    recipient,
    deadline: BigInt(sample.madeAt + sampleNetwork.deadlines.depositSeconds),
  })
  const approval = buildApproveCall(asset.token, { spender: swapRouter, amount })
  return [...(asset.token === nativeToken ? [] : [approval]), swap]
}

import { sha256 } from '@noble/hashes/sha2.js'

import {
  approveCall,
  depositCall,
  guardCall,
  nativeToken,
  swapCall,
  transferCall,
  unwrapCall,
  wrapCall,
} from '#chains/evm/accountCalls.ts'
import { type BatchCall, encodeBatch } from '#chains/evm/batch.ts'
import { deploymentOf, predictAccount } from '#chains/evm/predictAccount.ts'
import { devnet } from '#networks/devnet.ts'
import type { RoleBasedAccount } from '#protocol/account.ts'
import { formatAmount, rescale } from '#protocol/amount.ts'
import { approveTypedData, operationNonce } from '#protocol/approval.ts'
import { type AssetType, type EvmAddress, parseRecipient } from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import type { EvmChainOperation } from '#protocol/operation.ts'
import { type Fill, hashFill, hashOrders, type Order } from '#protocol/order.ts'
import type { Quote, QuoteRequest } from '#protocol/quote.ts'
import { seal } from '#protocol/seal.ts'
import type { Evidence } from './readCase.ts'
import { type RootAsset, rootAsset, type RootChain, rootChain, rootsOf } from './roots.ts'

/** One origin operation of a sample: amounts in the asset's smallest unit. */
export type SampleLeg = { assetType: AssetType; amount: bigint; fee: bigint }

/** What a sample quote is about. */
export type Sample = {
  request: QuoteRequest
  legs: readonly SampleLeg[]
  to: { assetType: AssetType; amount: bigint; minimumAmount: bigint; slippageBps: bigint }
  madeAt: number
}

/** What a dishonest service changes before it hashes and seals. */
export type Dishonesty = {
  order?: (order: Order, index: number) => Order
  fill?: (fill: Fill) => Fill
  delivery?: { settler?: EvmAddress; solver?: EvmAddress; chainNumber?: number }
  calls?: (calls: readonly BatchCall[], index: number) => readonly BatchCall[]
  operation?: (operation: EvmChainOperation, index: number) => EvmChainOperation
  quote?: (quote: Quote) => Quote
}

/** The devnet's seal key: made of a published phrase. Source: publishedKeys, devnet keys. */
export const devnetSealKey = sha256(new TextEncoder().encode('estuary devnet quote key'))

/** What the verifier trusts in these samples. */
export const sampleRoots = rootsOf(devnet)

const session: EvmAddress = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const admin: EvmAddress = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const [firstChain] = sampleRoots.chains
if (!firstChain) throw new Error('The devnet has no chain.')

/** The role-based account that asks. */
export const sampleAccount: RoleBasedAccount & { type: string } = {
  type: 'role-based',
  sessionAddress: session,
  adminAddress: admin,
  accountAddress: predictAccount({ kind: 'roleBased', session, admin }, firstChain.contracts),
}

/** US dollars by asset: what the devnet's feeds say. */
export const samplePrices: ReadonlyMap<string, number> = new Map(
  sampleRoots.assets.map(({ assetType, aggregatedAssetId }) => [
    assetType,
    { 'agg:eth': 3000, 'agg:btc': 60_000 }[aggregatedAssetId] ?? 1,
  ]),
)

/** Everything the verifier needs for a sample, five seconds after it was made. */
export function sampleEvidence(sample: Sample, received: unknown): Evidence {
  return {
    received,
    request: sample.request,
    roots: sampleRoots,
    nowSeconds: sample.madeAt + 5,
    prices: samplePrices,
  }
}

/**
 * A quote as the service makes it, from the protocol's digests and the chains' call builders; with
 * `dishonesty`, as a service makes it that hashes and seals its lies consistently.
 */
export function sampleQuote(sample: Sample, dishonesty: Dishonesty = {}): Quote {
  const id: Hash = `0x${'c6'.repeat(32)}`
  const made = makeOperations(sample, { id, dishonesty })
  const quote = describeQuote(sample, { id, operations: made })
  return resealed(dishonesty.quote ? dishonesty.quote(quote) : quote, devnetSealKey)
}

/** The same document under a seal by `secretKey`. */
export function resealed<document extends object>(quote: document, secretKey: Uint8Array) {
  const domain = { kind: 'quote', network: 'devnet', secretKey } as const
  return { ...quote, tamperProofSignature: seal(quote, domain) }
}

/** The asset of the devnet with this type, and its chain. */
export function placed(assetType: AssetType): { asset: RootAsset; chain: RootChain } {
  const asset = rootAsset(sampleRoots, assetType)
  const chain = asset && rootChain(sampleRoots, asset.chainId)
  if (!asset || !chain) throw new Error(`${assetType} is not on the devnet.`)
  return { asset, chain }
}

function makeOperations(sample: Sample, of: { id: Hash; dishonesty: Dishonesty }) {
  const { id, dishonesty } = of
  const isDirect =
    sample.legs.length === 1 &&
    sample.legs.every(
      ({ assetType }) => placed(assetType).chain === placed(sample.to.assetType).chain,
    )
  const orders = makeOrders(sample, of)
  return sample.legs.map((leg, index): EvmChainOperation => {
    const { chain } = placed(leg.assetType)
    const honest = [
      guardCall(chain.contracts.validityGuard, {
        validAfter: 0n,
        validUntil: BigInt(sample.madeAt + devnet.deadlines.depositSeconds),
      }),
      ...(isDirect ? directCalls(sample, leg) : depositCalls(chain, orders[index])),
    ]
    const calls = dishonesty.calls ? dishonesty.calls(honest, index) : honest
    const operation = makeOperation({ id, leg, index, chain, calls })
    return dishonesty.operation ? dishonesty.operation(operation, index) : operation
  })
}

function makeOrders(sample: Sample, of: { id: Hash; dishonesty: Dishonesty }): Order[] {
  const { id, dishonesty } = of
  const { depositSeconds, fillSeconds, refundSeconds } = devnet.deadlines
  const unbound = sample.legs.map((leg, index) => {
    const order: Order = {
      fillId: id,
      depositor: sampleAccount.accountAddress,
      token: placed(leg.assetType).asset.token,
      amount: leg.amount,
      fee: leg.fee,
      feeReceiver: devnet.roles.feeReceiver,
      payee: devnet.roles.payee,
      depositDeadline: BigInt(sample.madeAt + depositSeconds),
      refundAfter: BigInt(sample.madeAt + refundSeconds),
      fillHash: `0x${'00'.repeat(32)}`,
    }
    return dishonesty.order ? dishonesty.order(order, index) : order
  })
  const ordersHash = hashOrders(
    unbound.map((order, index) => {
      const { chain } = placed(sample.legs[index]?.assetType ?? 'eip155:0/slip44:60')
      return { ...order, chainId: chain.chainId, escrow: chain.contracts.originEscrow }
    }),
  )
  const { asset, chain } = placed(sample.to.assetType)
  const delivery: Fill = {
    fillId: id,
    ordersHash,
    recipient: recipientOf(sample),
    token: asset.token,
    minimumAmount: sample.to.minimumAmount,
    fillDeadline: BigInt(sample.madeAt + fillSeconds),
  }
  const fillHash = hashFill(dishonesty.fill?.(delivery) ?? delivery, {
    chainNumber: dishonesty.delivery?.chainNumber ?? chain.chainNumber,
    settler: dishonesty.delivery?.settler ?? chain.contracts.destinationSettler,
    solver: dishonesty.delivery?.solver ?? devnet.roles.solver,
  })
  return unbound.map((order) =>
    order.fillHash === `0x${'00'.repeat(32)}` ? { ...order, fillHash } : order,
  )
}

function makeOperation(of: {
  id: Hash
  leg: SampleLeg
  index: number
  chain: RootChain
  calls: readonly BatchCall[]
}): EvmChainOperation {
  const { id, leg, index, chain, calls } = of
  const sender = sampleAccount.accountAddress
  const callData = encodeBatch(calls)
  const nonce = operationNonce(id, { chainId: chain.chainId, index })
  const keys = { kind: 'roleBased', session, admin } as const
  return {
    userOp: {
      sender,
      nonce: nonce.toString(),
      ...deploymentOf(keys, chain.contracts),
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
    typedDataToSign: approveTypedData(
      { sender, callData, nonce },
      { chainNumber: chain.chainNumber, domain: chain.approveDomain },
    ),
    assetType: leg.assetType,
    amount: leg.amount.toString(),
  }
}

function depositCalls(chain: RootChain, order: Order | undefined): BatchCall[] {
  if (!order) return []
  const spender = chain.contracts.originEscrow
  const approval = approveCall(order.token, { spender, amount: order.amount + order.fee })
  return [...(order.token === nativeToken ? [] : [approval]), depositCall(spender, order)]
}

function directCalls(sample: Sample, leg: SampleLeg): BatchCall[] {
  const { asset, chain } = placed(leg.assetType)
  const fee = { recipient: devnet.roles.feeReceiver, amount: leg.fee }
  return [
    ...movingCalls(sample, { leg, asset, chain }),
    ...(leg.fee > 0n ? [transferCall(asset.token, fee)] : []),
  ]
}

function movingCalls(
  sample: Sample,
  from: { leg: SampleLeg; asset: RootAsset; chain: RootChain },
): BatchCall[] {
  const { leg, asset, chain } = from
  const { wrappedNative, swapRouter } = chain.contracts
  const to = placed(sample.to.assetType).asset
  const recipient = recipientOf(sample)
  const { amount } = leg
  if (asset === to) return [transferCall(asset.token, { recipient, amount })]
  if (asset.aggregatedAssetId === to.aggregatedAssetId) {
    const isWrap = asset.token === nativeToken
    const convert = isWrap ? wrapCall(wrappedNative, amount) : unwrapCall(wrappedNative, amount)
    const isOwn = recipient === sampleAccount.accountAddress
    return [convert, ...(isOwn ? [] : [transferCall(to.token, { recipient, amount })])]
  }
  const swap = swapCall(swapRouter, {
    tokenIn: asset.token === nativeToken ? wrappedNative : asset.token,
    tokenOut: to.token === nativeToken ? wrappedNative : to.token,
    isNativeIn: asset.token === nativeToken,
    isNativeOut: to.token === nativeToken,
    poolFee: 500,
    amountIn: amount,
    minimumOut: sample.to.minimumAmount,
    recipient,
    deadline: BigInt(sample.madeAt + devnet.deadlines.depositSeconds),
  })
  const approval = approveCall(asset.token, { spender: swapRouter, amount })
  return [...(asset.token === nativeToken ? [] : [approval]), swap]
}

function describeQuote(
  sample: Sample,
  of: { id: Hash; operations: readonly EvmChainOperation[] },
): Quote {
  const { id, operations } = of
  const { to, request, legs } = sample
  const { asset } = placed(to.assetType)
  const slipped = to.amount - to.minimumAmount
  const fees = legs.map(({ assetType, fee }) => usd(assetType, fee))
  return {
    id,
    accounts: [sampleAccount],
    originChainsOperations: [...operations],
    originToken: {
      aggregatedAssetId: groupOf(request.from.asset.assetId),
      amount: request.from.amount,
      assetType: legs.map(({ assetType }) => assetType),
      fiatValue: legs.map(({ assetType, amount, fee }) => ({
        assetType,
        fiatValue: usd(assetType, amount + fee).toFixed(2),
        amount: (amount + fee).toString(),
      })),
    },
    destinationToken: {
      aggregatedAssetId: groupOf(request.to.asset.assetId),
      amount: to.amount.toString(),
      assetType: to.assetType,
      fiatValue: usd(to.assetType, to.amount).toFixed(2),
      minimumAmount: to.minimumAmount.toString(),
      minimumFiatValue: usd(to.assetType, to.minimumAmount).toFixed(2),
      recipientAccount: `${asset.chainId}:${recipientOf(sample)}`,
      symbol: asset.symbol,
      name: asset.name,
      decimals: asset.decimals,
    },
    expirationTimestamp: String(sample.madeAt + devnet.deadlines.quoteSeconds),
    tamperProofSignature: '0x',
    slippage: {
      origin: { percent: '0', usd: '0.00', value: '0' },
      destination: {
        percent: formatAmount(to.slippageBps, 2),
        usd: usd(to.assetType, slipped).toFixed(2),
        value: slipped.toString(),
      },
    },
    fees: {
      assets: Object.fromEntries(legs.map(({ assetType, fee }) => [assetType, fee.toString()])),
      cumulativeUSD: fees.reduce((sum, fee) => sum + fee, 0).toFixed(2),
    },
  }
}

function groupOf(assetId: string): string {
  return assetId.includes('/') ? 'agg:single' : assetId
}

function usd(assetType: AssetType, units: bigint): number {
  const { asset } = placed(assetType)
  const micros = rescale(units, { from: asset.decimals, to: 6 })
  return (Number(micros) / 1e6) * (samplePrices.get(assetType) ?? 0)
}

function recipientOf(sample: Sample): EvmAddress {
  const asked = sample.request.to.account && parseRecipient(sample.request.to.account)?.address
  return asked?.startsWith('0x') ? `0x${asked.slice(2)}` : sampleAccount.accountAddress
}

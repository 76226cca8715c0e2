import { type CallFact, decodeOperation } from '#chains/evm/decodeOperation.ts'
import type { Account, EvmAccount } from '#protocol/account.ts'
import { evmChainId, isSameAddress } from '#protocol/caip.ts'
import { type EvmChainOperation, isEvmOperation } from '#protocol/operation.ts'
import type { Order } from '#protocol/order.ts'
import type { Quote, QuoteRequest } from '#protocol/quote.ts'
import { type RootAsset, rootAsset, rootChain, type RootChain, type Roots } from './roots.ts'

/** How far the clocks of chains and service may be ahead of each other, in seconds. */
export const maxClockSkewSeconds = 300

/** What the verifier is given. */
export type Evidence = {
  /** The JSON as received. */
  received: unknown
  /** What the user asked for. */
  request: QuoteRequest
  roots: Roots
  /** Unix seconds on the service's clock. */
  nowSeconds: number
  /** US dollars per whole token by asset type, read from the pinned feeds; absent if not read. */
  prices?: ReadonlyMap<string, number>
}

/** An operation with everything known about it. */
export type ReadOperation = {
  index: number
  operation: EvmChainOperation
  chain: RootChain
  asset: RootAsset
  /** The account of the request that makes it. */
  account: EvmAccount
  calls: readonly CallFact[]
  /** The order it deposits; undefined when it acts on its own chain only. */
  order: Order | undefined
}

/** Deadlines of a quote in Unix seconds, all counted from the moment it was made. */
export type Deadlines = {
  madeAt: bigint
  depositDeadline: bigint
  fillDeadline: bigint
  refundAfter: bigint
}

/** A quote whose form is right, with what the checks of its content share. */
export type Case = Evidence & {
  quote: Quote
  operations: readonly ReadOperation[]
  /** Indexes of operations that could not be read at all, and why. */
  unread: readonly { index: number; reason: string }[]
  deadlines: Deadlines
  destination: { asset: RootAsset; chain: RootChain } | undefined
}

/** Reads what the operations do and finds their chains, assets and accounts. */
export function readCase(quote: Quote, evidence: Evidence): Case {
  const read = quote.originChainsOperations.map((operation, index) =>
    isEvmOperation(operation)
      ? readOperation(operation, { index, evidence })
      : { index, reason: 'it is not an EVM operation' },
  )
  const asset = rootAsset(evidence.roots, quote.destinationToken.assetType)
  const chain = asset && rootChain(evidence.roots, asset.chainId)
  return {
    ...evidence,
    quote,
    operations: read.filter((one) => 'operation' in one),
    unread: read.filter((one) => 'reason' in one),
    deadlines: deadlinesOf(quote, evidence.roots),
    destination: asset && chain ? { asset, chain } : undefined,
  }
}

function readOperation(
  operation: EvmChainOperation,
  at: { index: number; evidence: Evidence },
): ReadOperation | { index: number; reason: string } {
  const { index, evidence } = at
  const chainId = evmChainId(operation.typedDataToSign.domain.chainId)
  const chain = rootChain(evidence.roots, chainId)
  if (!chain) return { index, reason: `this app does not know the chain ${chainId}` }
  const asset = rootAsset(evidence.roots, operation.assetType)
  if (!asset) return { index, reason: `this app does not know the asset ${operation.assetType}` }
  const account = evidence.request.from.accounts.find((one) =>
    isSameAddress(one.accountAddress, operation.userOp.sender),
  )
  if (!account || !isEvmAccount(account))
    return { index, reason: `${operation.userOp.sender} is none of your accounts` }
  const calls = decodeOperation(operation.userOp.callData)
  if (!calls) return { index, reason: 'its call data is not a batch' }
  const deposit = calls.find((call) => call.kind === 'deposit')
  return { index, operation, chain, asset, account, calls, order: deposit?.order }
}

/** Whether an account is on EVM chains. */
export function isEvmAccount(account: Account): account is EvmAccount {
  return 'sessionAddress' in account || 'signerAddress' in account
}

function deadlinesOf(quote: Quote, roots: Roots): Deadlines {
  const { quoteSeconds, depositSeconds, fillSeconds, refundSeconds } = roots.deadlines
  const madeAt = BigInt(quote.expirationTimestamp) - BigInt(quoteSeconds)
  return {
    madeAt,
    depositDeadline: madeAt + BigInt(depositSeconds),
    fillDeadline: madeAt + BigInt(fillSeconds),
    refundAfter: madeAt + BigInt(refundSeconds),
  }
}

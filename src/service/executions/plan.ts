import type { SettlementChain } from '#chains/settlementChain.ts'
import type { Network } from '#networks/network.ts'
import {
  type AssetType,
  type ChainId,
  EvmAddress,
  isSameAddress,
  parseRecipient,
  splitAssetType,
} from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import { type EvmChainOperation, isEvmOperation } from '#protocol/operation.ts'
import { type Fill, hashOrders, type Leg, type Order } from '#protocol/order.ts'
import type { AnyQuote } from '#protocol/quote.ts'
import { ServiceError } from '../ServiceError.ts'

/** One origin operation, as its own call data says. Amounts in smallest units. */
export type PlanLeg = {
  chainId: ChainId
  operation: EvmChainOperation
  sender: EvmAddress
  nonce: bigint
  assetType: AssetType
  /** All that leaves the account: amount and fee. */
  spends: bigint
  fee: bigint
  validUntil: bigint
  /** Absent when the operation does everything on this chain. */
  order?: Order
  orderHash?: Hash
  refundAfter: bigint
}

/** What the solver delivers, and under which hash the settler knows it. */
export type PlanDestination = {
  chainId: ChainId
  assetType: AssetType
  fill: Fill
  fillHash: Hash
  solver: EvmAddress
  amount: bigint
}

/** Everything an execution does, decoded from its quote and nothing else. */
export type Plan = {
  quoteId: Hash
  legs: readonly PlanLeg[]
  destination?: PlanDestination
}

/** The chains that executions settle on. */
export type SettlementChains = ReadonlyMap<ChainId, SettlementChain>

/**
 * Decodes what a quote commits to. The fill's terms come from the quote, and must hash to what the
 * orders name: anything else was not built by this service.
 *
 * @throws ServiceError QUOTE_TAMPERED when an operation is none of ours or the hashes differ;
 *   UNSUPPORTED_CHAIN for a chain without settlement.
 */
export function planOf(
  quote: AnyQuote,
  { network, chains }: { network: Network; chains: SettlementChains },
): Plan {
  const legs = quote.originChainsOperations.map((operation) => {
    if (!isEvmOperation(operation)) throw tampered('An operation is not in the EVM form.')
    return planLeg(operation, chains)
  })
  const orders = legs.flatMap(({ order }) => (order ? [order] : []))
  if (orders.length === 0) {
    if (legs.length !== 1) throw tampered('Operations without deposits stand alone.')
    return { quoteId: quote.id, legs }
  }
  if (orders.length !== legs.length) throw tampered('Some operations deposit and some do not.')
  const destination = planDestination(quote, { network, chains, legs })
  if (legs.some(({ order }) => order?.fillHash !== destination.fillHash))
    throw tampered('The orders do not name this delivery.')
  return { quoteId: quote.id, legs, destination }
}

/** The settlement of a chain. @throws ServiceError UNSUPPORTED_CHAIN when there is none. */
export function settlementOf(chains: SettlementChains, chainId: ChainId): SettlementChain {
  const chain = chains.get(chainId)
  if (!chain) throw new ServiceError('UNSUPPORTED_CHAIN', `${chainId} is not settled on.`)
  return chain
}

function planLeg(operation: EvmChainOperation, chains: SettlementChains): PlanLeg {
  const { chainId } = splitAssetType(operation.assetType)
  const terms = settlementOf(chains, chainId).readTerms(operation)
  if (!terms) throw tampered('An operation is none that this service builds.')
  const { deposit } = terms
  return {
    chainId,
    operation,
    sender: terms.sender,
    nonce: terms.nonce,
    assetType: operation.assetType,
    spends: terms.spends,
    fee: terms.fee,
    validUntil: deposit?.order.depositDeadline ?? terms.validUntil,
    refundAfter: deposit?.order.refundAfter ?? terms.validUntil,
    ...(deposit && { order: deposit.order, orderHash: deposit.orderHash }),
  }
}

function planDestination(
  quote: AnyQuote,
  options: { network: Network; chains: SettlementChains; legs: readonly PlanLeg[] },
): PlanDestination {
  const { network, chains, legs } = options
  const { assetType, minimumAmount, amount, recipientAccount } = quote.destinationToken
  const recipient = parseRecipient(recipientAccount)
  const { chainId } = splitAssetType(assetType)
  if (recipient?.chainId !== chainId) throw tampered('The recipient is on another chain.')
  const fill: Fill = {
    fillId: quote.id,
    ordersHash: hashOrders(legs.map((leg) => orderedLeg(leg, network))),
    recipient: EvmAddress.parse(recipient.address),
    token: tokenOf(assetType),
    minimumAmount: BigInt(minimumAmount),
    fillDeadline: fillDeadlineOf(legs, network),
  }
  const { solver } = network.roles
  const fillHash = settlementOf(chains, chainId).hashFill(fill, solver)
  return { chainId, assetType, fill, fillHash, solver, amount: BigInt(amount) }
}

/** A leg as the fill names it. */
function orderedLeg(leg: PlanLeg, network: Network): Leg {
  const { order, chainId } = leg
  const escrow = network.chains.find((chain) => chain.chainId === chainId)?.contracts.originEscrow
  if (!order || !escrow) throw tampered('An operation deposits nothing.')
  const { depositor, token, amount, fee, feeReceiver, payee, depositDeadline, refundAfter } = order
  if (!isSameAddress(depositor, leg.sender)) throw tampered('A deposit names another depositor.')
  return {
    chainId,
    escrow,
    depositor,
    token,
    amount,
    fee,
    feeReceiver,
    payee,
    depositDeadline,
    refundAfter,
  }
}

/** All legs share their deadlines; the fill's follows from them. Source: ours. */
function fillDeadlineOf(legs: readonly PlanLeg[], { deadlines }: Network): bigint {
  const [first, ...others] = legs.map(({ order }) => order?.depositDeadline ?? 0n)
  if (first === undefined || others.some((other) => other !== first))
    throw tampered('The deposits have different deadlines.')
  return first + BigInt(deadlines.fillSeconds - deadlines.depositSeconds)
}

/** Zero stands for the native coin. */
function tokenOf(assetType: AssetType): EvmAddress {
  const { namespace, reference } = splitAssetType(assetType)
  return namespace === 'slip44'
    ? '0x0000000000000000000000000000000000000000'
    : EvmAddress.parse(reference)
}

function tampered(sentence: string): ServiceError {
  return new ServiceError('QUOTE_TAMPERED', sentence)
}

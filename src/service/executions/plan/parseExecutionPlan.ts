import { getRoles } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { parseRecipient, splitAssetType } from '#protocol/ids/caip.ts'
import { type ChainOperation, isOperationOn } from '#protocol/orders/operation.ts'
import { hashOrders } from '#protocol/orders/order.ts'
import type { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import { type AnyQuote, Quote, QuoteV1 } from '#protocol/quotes/quote.ts'
import { getToken } from '../../quotes/build/buildIntents.ts'
import {
  type DestinationDeployment,
  type DestinationContext,
  type FillDestination,
  getFillDeadline,
  toOrderedLeg,
  type ExecutionPlan,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
  buildTamperedError,
} from './executionPlan.ts'
import { checkAppFees, findAppReceiver, getFeesInAmounts } from './appFees.ts'
import { parseCallDestination, parseCallLeg } from './parseCallPlan.ts'

/**
 * Decodes what a quote commits to. The fill's terms come from the quote, and must hash to the value
 * in the orders; otherwise this service did not build it.
 *
 * @param options.call - The contract call of a call quote.
 * @throws ServiceError QUOTE_TAMPERED when an operation is not ours or the hashes differ;
 *   UNSUPPORTED_CHAIN for a chain without settlement.
 */
export function parseExecutionPlan(
  quote: AnyQuote,
  {
    network,
    chains,
    call,
  }: {
    network: Network
    chains: SettlementChains
    call?: QuotedCall | undefined
  },
): ExecutionPlan {
  // The call is executed as its owner signed it at quote time; the quote itself adds nothing.
  if (call && call.terms.lent.length === 0)
    return { quoteId: quote.id, legs: [parseCallLeg(call, chains)] }
  const legs = quote.originChainsOperations.map((operation, index) => {
    const leg = parseLeg(operation, { quote, chains })
    if (leg) return leg
    const message = 'The operation is none that this service builds.'
    throw buildTamperedError(message, [{ path: `originChainsOperations.${index}`, message }])
  })
  const orders = legs.flatMap(({ order }) => (order ? [order] : []))
  const destinationDeployment = call
    ? undefined
    : findDestinationDeployment(quote, { chains, isCrossing: orders.length > 0 })
  checkAppFees(legs, quote)
  if (orders.length === 0) {
    if (legs.length !== 1) throw buildTamperedError('Operations without deposits stand alone.')
    return { quoteId: quote.id, legs, ...(destinationDeployment && { destinationDeployment }) }
  }
  if (orders.length !== legs.length)
    throw buildTamperedError('Some operations deposit and some do not.')
  const parts = { network, chains, legs }
  const destination = call ? parseCallDestination(call, parts) : parseFillDestination(quote, parts)
  if (legs.some(({ order }) => order?.fillHash !== destination.fillHash))
    throw buildTamperedError('The orders do not name this delivery.')
  const feesInAmounts = getFeesInAmounts(legs, quote)
  return {
    quoteId: quote.id,
    legs,
    ...(feesInAmounts.length > 0 && { feesInAmounts }),
    destination,
    ...(destinationDeployment && { destinationDeployment }),
  }
}

/** Decodes an origin operation; undefined when it has another chain's form or is not ours. */
function parseLeg(
  operation: ChainOperation,
  { quote, chains }: { quote: AnyQuote; chains: SettlementChains },
): PlanLeg | undefined {
  const { chainId } = splitAssetType(operation.assetType)
  if (!isOperationOn(operation, chainId)) return undefined
  const receiver = findAppReceiver(quote, operation.assetType)
  const terms = getSettlement(chains, chainId).readTerms(operation, receiver)
  if (!terms) return undefined
  const { deposit, appFee, feeOut } = terms
  const { assetType: delivered } = quote.destinationToken
  return {
    chainId,
    operation,
    sender: terms.sender,
    nonce: terms.nonce,
    assetType: operation.assetType,
    spends: terms.spends,
    fee: terms.fee,
    ...(receiver !== undefined && appFee && { appFee: { units: appFee, receiver } }),
    ...(feeOut !== undefined && { feeOut: { assetType: delivered, amount: feeOut } }),
    isCall: false,
    validUntil: deposit?.order.depositDeadline ?? terms.validUntil,
    refundAfter: deposit?.order.refundAfter ?? terms.validUntil,
    ...(deposit && { order: deposit.order, orderHash: deposit.orderHash }),
  }
}

/** The operation that deploys the destination account, if its owner signed it. */
function findDestinationDeployment(
  quote: AnyQuote,
  { chains, isCrossing }: { chains: SettlementChains; isCrossing: boolean },
): DestinationDeployment | undefined {
  const operation =
    'destinationChainOperation' in quote ? quote.destinationChainOperation : undefined
  if (!operation || operation.userOp.signature === '0x') return undefined
  const { chainId } = splitAssetType(operation.assetType)
  const terms = getSettlement(chains, chainId).readTerms(operation)
  if (!terms || terms.deposit || terms.spends > 0n)
    throw buildTamperedError('The destination operation is none that this service builds.')
  const { sender, validUntil } = terms
  const isMaking = operation.userOp.factory !== undefined || operation.delegation !== undefined
  return { chainId, operation, sender, validUntil, isDue: isCrossing && isMaking }
}

function parseFillDestination(quote: AnyQuote, options: DestinationContext): FillDestination {
  const { network, chains, legs } = options
  const { assetType, minimumAmount, amount, recipientAccount } = quote.destinationToken
  const recipient = parseRecipient(recipientAccount)
  const { chainId } = splitAssetType(assetType)
  if (recipient?.chainId !== chainId) throw buildTamperedError('The recipient is on another chain.')
  const fill = {
    fillId: quote.id,
    ordersHash: hashOrders(legs.map((leg) => toOrderedLeg(leg, network))),
    recipient: recipient.address,
    token: getToken(assetType),
    minimumAmount: BigInt(minimumAmount),
    fillDeadline: getFillDeadline(legs, network),
  }
  const chain = getSettlement(chains, chainId)
  const { solver } = getRoles(network, chainId)
  const fillHash = chain.hashFill(fill, solver)
  const { fillId, fillDeadline } = fill
  const gives = [{ assetType, amount: BigInt(amount) }]
  return {
    kind: 'fill',
    chainId,
    solver,
    fillId,
    fillHash,
    fillDeadline,
    gives,
    fill,
    amount: BigInt(amount),
    makesAccount: quote.createsRecipientAccount ?? false,
  }
}

/** Reads a stored quote of either generation. @throws ZodError when it is none. */
export function parseStoredQuote(quote: unknown): AnyQuote {
  const current = Quote.safeParse(quote)
  return current.success ? current.data : QuoteV1.parse(quote)
}

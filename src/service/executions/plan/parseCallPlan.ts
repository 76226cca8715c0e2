import type { CallSettlement, CallTerms } from '#chains/ports/settlementChain.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { hashOrders } from '#protocol/orders/order.ts'
import type { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import {
  type CallDestination,
  type DestinationContext,
  getFillDeadline,
  toOrderedLeg,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
  buildTamperedError,
} from './executionPlan.ts'

/**
 * Decodes a contract call that needs no deposit: its operation pays the fee and does everything.
 *
 * @throws ServiceError QUOTE_TAMPERED; UNSUPPORTED_CHAIN.
 */
export function parseCallLeg({ terms, operation }: QuotedCall, chains: SettlementChains): PlanLeg {
  const call = readCall({ terms, operation }, chains)
  if (call.pull) throw buildTamperedError('A call pulls assets that no deposit pays for.')
  const fee = BigInt(terms.fee?.amount ?? '0')
  const assetType = terms.fee?.assetType ?? operation.assetType
  const required = terms.required.find((one) => one.assetType === assetType)
  return {
    chainId: terms.targetChain,
    operation,
    sender: call.sender,
    nonce: call.nonce,
    assetType,
    spends: fee + BigInt(required?.amount ?? '0'),
    fee,
    validUntil: call.validUntil,
    isCall: true,
    refundAfter: call.validUntil,
  }
}

/**
 * Decodes what the solver lends to a contract call. Everything the orders bind is read from the
 * call data the owner signed, so a forged database row cannot change who gets what.
 *
 * @throws ServiceError QUOTE_TAMPERED; UNSUPPORTED_CHAIN.
 */
export function parseCallDestination(
  quoted: QuotedCall,
  { network, chains, legs }: DestinationContext,
): CallDestination {
  const { terms, operation } = quoted
  const call = readCall(quoted, chains)
  const { solver } = network.roles
  if (!call.pull || !isSameAddress(call.pull.solver, solver))
    throw buildTamperedError('Deposits pay for a call that draws nothing from our solver.')
  const { prepareId, tokens, amounts } = call.pull
  const grant = {
    prepareId,
    ordersHash: hashOrders(legs.map((leg) => toOrderedLeg(leg, network))),
    account: call.sender,
    tokens,
    amounts,
    deadline: getFillDeadline(legs, network),
  }
  return {
    kind: 'call',
    chainId: terms.targetChain,
    solver,
    fillId: prepareId,
    fillHash: getCallSettlement(terms, chains).hashFill(grant, solver),
    fillDeadline: grant.deadline,
    gives: terms.lent.map(({ assetType, amount }) => ({ assetType, amount: BigInt(amount) })),
    operation,
    account: call.sender,
    grant,
    validAfter: call.validAfter,
    validUntil: call.validUntil,
  }
}

function readCall({ terms, operation }: QuotedCall, chains: SettlementChains): CallTerms {
  const call = getCallSettlement(terms, chains).readTerms(operation)
  if (call) return call
  throw buildTamperedError('The call is none that this service builds.')
}

function getCallSettlement(
  { targetChain }: QuotedCall['terms'],
  chains: SettlementChains,
): CallSettlement {
  const { calls } = getSettlement(chains, targetChain)
  if (calls) return calls
  throw buildTamperedError('The call is none that this service builds.')
}

import { describeDifference, firstDifference } from '#chains/firstDifference.ts'
import type { Network } from '#networks/network.ts'
import { parseRecipient, splitAssetType } from '#protocol/ids/caip.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import { arrivalIntentOf, intentsOf, type QuoteFacts } from '../../quotes/build/intents.ts'
import { lifeSeconds } from '../../quotes/pricing/rates.ts'
import { wayBetween } from '../../quotes/routing/ways.ts'
import { accountOf } from './checkSignatures.ts'
import { type Plan, type SettlementChains, settlementOf, tampered } from '../plan/plan.ts'

/** A quote, and the contract call that it stands for if it does. */
type Quoted = { quote: AnyQuote; call?: QuotedCall | undefined; network: Network }

/**
 * Holds every operation of a quote against what this service would build: of all that the operations say
 * only amounts, fees, accounts, the recipient and the time are the quote's; the rest follows from the
 * network. So the key that seals quotes names nobody who is paid, and no deadline.
 *
 * @throws ServiceError QUOTE_TAMPERED that names each field at fault.
 * Source: security rule 35.
 */
export function checkTerms(plan: Plan, options: Quoted & { chains: SettlementChains }): void {
  const { quote, call, network, chains } = options
  if (!call) checkDestination(quote)
  // A call that pays for itself is stored as it was prepared: nothing of it comes with the quote.
  if (plan.legs.some(({ isCall }) => isCall)) return
  const facts = factsOf(plan, { ...options, startsAt: startOf(plan, options) })
  const intents = intentsOf(facts, network)
  const faults = plan.legs.flatMap(({ operation, chainId }, index) => {
    const intent = intents[index]
    const fault = intent && settlementOf(chains, chainId).findMismatch(operation, intent)
    return fault ? [{ ...fault, path: `originChainsOperations.${index}.${fault.field}` }] : []
  })
  const issues = [...faults, ...arrivalFaults(plan, { ...options, facts })]
  const [first] = issues
  if (!first) return
  throw tampered(
    first.message,
    issues.map(({ path, message }) => ({ path, message })),
  )
}

/**
 * Why an order of a plan is not one of ours, in a sentence; undefined when all are. What attestors hold
 * against the network by themselves: the deposits as the chains hold them, whatever brought them there.
 */
export function findForeignOrder(plan: Plan, options: Quoted): string | undefined {
  const [first] = plan.legs
  if (!first?.order) return undefined
  const { depositSeconds } = options.network.deadlines
  const startsAt = first.order.depositDeadline - BigInt(depositSeconds)
  const intents = intentsOf(factsOf(plan, { ...options, startsAt }), options.network)
  const differences = plan.legs.map(({ order }, index) => {
    const action = intents[index]?.action
    const wanted = action?.kind === 'deposit' ? action.order : undefined
    return firstDifference(wanted, order, ['order'])
  })
  const difference = differences.find((one) => one !== undefined)
  return difference && describeDifference(difference)
}

/** Unix seconds from which a quote's deadlines count: it lives for a fixed time. */
export function startOf(plan: Plan, { quote, network }: Omit<Quoted, 'call'>): bigint {
  const chainIds = plan.legs.map(({ chainId }) => chainId)
  const life = lifeSeconds(chainIds, network.deadlines.quoteSeconds)
  return BigInt(quote.expirationTimestamp) - life
}

function factsOf(
  { quoteId: id, legs, destination }: Plan,
  { quote, call, network, startsAt }: Quoted & { startsAt: bigint },
): QuoteFacts {
  const { destinationToken } = quote
  const { assetType } = destinationToken
  const [first] = legs
  const way = first && wayBetween(network, [first.assetType, assetType])
  return {
    id,
    kind: destination ? 'deposit' : (way?.kind ?? 'deposit'),
    legs: legs.map((leg) => ({
      account: accountOf(quote, leg),
      isFirst: isMaking(leg.operation),
      assetType: leg.assetType,
      amount: BigInt(leg.operation.amount),
      fee: leg.fee,
    })),
    destination: assetType,
    recipient: parseRecipient(destinationToken.recipientAccount)?.address ?? '',
    minimumAmount: BigInt(destinationToken.minimumAmount),
    createsRecipientAccount: quote.createsRecipientAccount ?? false,
    startsAt,
    ...(call && { call: lendingOf(call) }),
  }
}

function lendingOf({
  terms: { prepareId, account, lent },
}: QuotedCall): NonNullable<QuoteFacts['call']> {
  return {
    prepareId,
    account,
    lent: lent.map(({ assetType, amount }) => ({ assetType, amount: BigInt(amount) })),
  }
}

/** What is promised must be delivered where the recipient is, and be no less than the least. */
function checkDestination({ destinationToken }: AnyQuote): void {
  const { assetType, amount, minimumAmount, recipientAccount } = destinationToken
  const { chainId } = splitAssetType(assetType)
  if (parseRecipient(recipientAccount)?.chainId !== chainId)
    throw faulty('recipientAccount', `The recipient is not on ${chainId}.`)
  if (BigInt(amount) < BigInt(minimumAmount))
    throw faulty('minimumAmount', `${amount} is less than the least, ${minimumAmount}.`)
  if (BigInt(minimumAmount) * 2n < BigInt(amount))
    throw faulty(
      'minimumAmount',
      `${minimumAmount} is less than half of ${amount}: more than may slip.`,
    )
}

function faulty(field: string, message: string) {
  return tampered(message, [{ path: `destinationToken.${field}`, message }])
}

function arrivalFaults(
  { arrival }: Plan,
  options: Quoted & { chains: SettlementChains; facts: QuoteFacts },
) {
  if (!arrival) return []
  const { quote, network, chains, facts } = options
  const { operation, chainId } = arrival
  const intent = arrivalIntentOf(facts, {
    network,
    account: accountOf(quote, arrival),
    isFirst: isMaking(operation),
    amount: BigInt(quote.destinationToken.amount),
  })
  const fault = settlementOf(chains, chainId).findMismatch(operation, intent)
  return fault ? [{ ...fault, path: `destinationChainOperation.${fault.field}` }] : []
}

/** Whether an operation makes its account, or delegates it. */
export function isMaking(operation: ChainOperation): boolean {
  if (!isEvmOperation(operation)) return false
  return operation.userOp.factory !== undefined || operation.delegation !== undefined
}

import { describeDifference, findDifference } from '#chains/findDifference.ts'
import type { Network } from '#networks/network.ts'
import { parseRecipient, splitAssetType } from '#protocol/ids/caip.ts'
import { type ChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { AnyQuote } from '#protocol/quotes/quote.ts'
import {
  buildDeploymentIntent,
  buildIntents,
  type IntentTerms,
} from '../../quotes/build/buildIntents.ts'
import { getLifetimeSeconds } from '../../quotes/pricing/rates.ts'
import { getPathBetween } from '../../quotes/routing/routePath.ts'
import { getOperationAccount } from './checkSignatures.ts'
import {
  type ExecutionPlan,
  type SettlementChains,
  getSettlement,
  buildTamperedError,
} from '../plan/executionPlan.ts'

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
export function checkTerms(
  plan: ExecutionPlan,
  options: Quoted & { chains: SettlementChains },
): void {
  const { quote, call, network, chains } = options
  if (!call) checkDestination(quote)
  // A call that pays for itself is stored as it was prepared: nothing of it comes with the quote.
  if (plan.legs.some(({ isCall }) => isCall)) return
  const facts = getQuoteFacts(plan, { ...options, startsAt: getStart(plan, options) })
  const intents = buildIntents(facts, network)
  const faults = plan.legs.flatMap(({ operation, chainId }, index) => {
    const intent = intents[index]
    const fault = intent && getSettlement(chains, chainId).findMismatch(operation, intent)
    return fault ? [{ ...fault, path: `originChainsOperations.${index}.${fault.field}` }] : []
  })
  const issues = [...faults, ...findDeploymentErrors(plan, { ...options, facts })]
  const [first] = issues
  if (!first) return
  throw buildTamperedError(
    first.message,
    issues.map(({ path, message }) => ({ path, message })),
  )
}

/**
 * Why an order of a plan is not one of ours, in a sentence; undefined when all are. What attestors hold
 * against the network by themselves: the deposits as the chains hold them, whatever brought them there.
 */
export function findForeignOrder(plan: ExecutionPlan, options: Quoted): string | undefined {
  const [first] = plan.legs
  if (!first?.order) return undefined
  const { depositSeconds } = options.network.deadlines
  const startsAt = first.order.depositDeadline - BigInt(depositSeconds)
  const intents = buildIntents(getQuoteFacts(plan, { ...options, startsAt }), options.network)
  const differences = plan.legs.map(({ order }, index) => {
    const action = intents[index]?.action
    const wanted = action?.kind === 'deposit' ? action.order : undefined
    return findDifference(wanted, order, ['order'])
  })
  const difference = differences.find((one) => one !== undefined)
  return difference && describeDifference(difference)
}

/** Unix seconds from which a quote's deadlines count: it lives for a fixed time. */
export function getStart(plan: ExecutionPlan, { quote, network }: Omit<Quoted, 'call'>): bigint {
  const chainIds = plan.legs.map(({ chainId }) => chainId)
  const life = getLifetimeSeconds(chainIds, network.deadlines.quoteSeconds)
  return BigInt(quote.expirationTimestamp) - life
}

function getQuoteFacts(
  { quoteId: id, legs, destination }: ExecutionPlan,
  { quote, call, network, startsAt }: Quoted & { startsAt: bigint },
): IntentTerms {
  const { destinationToken } = quote
  const { assetType } = destinationToken
  const [first] = legs
  const way = first && getPathBetween(network, [first.assetType, assetType])
  return {
    id,
    kind: destination ? 'deposit' : (way?.kind ?? 'deposit'),
    legs: legs.map((leg) => ({
      account: getOperationAccount(quote, leg),
      isFirst: isCreatingAccount(leg.operation),
      assetType: leg.assetType,
      amount: BigInt(leg.operation.amount),
      fee: leg.fee,
    })),
    destination: assetType,
    recipient: parseRecipient(destinationToken.recipientAccount)?.address ?? '',
    minimumAmount: BigInt(destinationToken.minimumAmount),
    createsRecipientAccount: quote.createsRecipientAccount ?? false,
    startsAt,
    ...(call && { call: getLending(call) }),
  }
}

function getLending({
  terms: { prepareId, account, lent },
}: QuotedCall): NonNullable<IntentTerms['call']> {
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
    throw throwTampered('recipientAccount', `The recipient is not on ${chainId}.`)
  if (BigInt(amount) < BigInt(minimumAmount))
    throw throwTampered('minimumAmount', `${amount} is less than the least, ${minimumAmount}.`)
  if (BigInt(minimumAmount) * 2n < BigInt(amount))
    throw throwTampered(
      'minimumAmount',
      `${minimumAmount} is less than half of ${amount}: more than may slip.`,
    )
}

function throwTampered(field: string, message: string) {
  return buildTamperedError(message, [{ path: `destinationToken.${field}`, message }])
}

function findDeploymentErrors(
  { destinationDeployment }: ExecutionPlan,
  options: Quoted & { chains: SettlementChains; facts: IntentTerms },
) {
  if (!destinationDeployment) return []
  const { quote, network, chains, facts } = options
  const { operation, chainId } = destinationDeployment
  const intent = buildDeploymentIntent(facts, {
    network,
    account: getOperationAccount(quote, destinationDeployment),
    isFirst: isCreatingAccount(operation),
    amount: BigInt(quote.destinationToken.amount),
  })
  const fault = getSettlement(chains, chainId).findMismatch(operation, intent)
  return fault ? [{ ...fault, path: `destinationChainOperation.${fault.field}` }] : []
}

/** Whether an operation makes its account, or delegates it. */
export function isCreatingAccount(operation: ChainOperation): boolean {
  if (!isEvmOperation(operation)) return false
  return operation.userOp.factory !== undefined || operation.delegation !== undefined
}

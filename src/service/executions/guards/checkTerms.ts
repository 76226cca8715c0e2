import { describeDifference, findDifference } from '#chains/findDifference.ts'
import type { Network } from '#networks/network.ts'
import { parseRecipient, splitAssetType } from '#protocol/ids/caip.ts'
import { isCreatingAccount } from '#protocol/orders/operation.ts'
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

type Quoted = { quote: AnyQuote; call?: QuotedCall | undefined; network: Network }

/**
 * Checks every operation of a quote against what this service would build. Only amounts, fees,
 * accounts, the recipient and the time come from the quote; the rest follows from the network. So
 * an attacker with a stolen quote key can choose neither payees nor deadlines.
 *
 * @throws ServiceError QUOTE_TAMPERED with an issue for each field.
 * Source: security rule 35.
 */
export function checkTerms(
  plan: ExecutionPlan,
  options: Quoted & { chains: SettlementChains },
): void {
  const { quote, call, network, chains } = options
  if (!call) checkDestination(quote)
  // A call that pays for itself was stored when it was prepared; nothing of it comes from the
  // quote.
  if (plan.legs.some(({ isCall }) => isCall)) return
  const facts = getQuoteFacts(plan, options, getStart(plan, options))
  const intents = buildIntents(facts, network)
  const mismatches = plan.legs.flatMap(({ operation, chainId }, index) => {
    const intent = intents[index]
    const found = intent && getSettlement(chains, chainId).findMismatch(operation, intent)
    return found ? [{ ...found, path: `originChainsOperations.${index}.${found.field}` }] : []
  })
  const issues = [...mismatches, ...findDeploymentErrors(plan, facts, options)]
  const [first] = issues
  if (!first) return
  throw buildTamperedError(
    first.message,
    issues.map(({ path, message }) => ({ path, message })),
  )
}

/**
 * Why an order of a plan is not ours, in a sentence; undefined when all are. Attestors check
 * deposits with it against their own network configuration, whatever the service says.
 */
export function findForeignOrder(plan: ExecutionPlan, options: Quoted): string | undefined {
  const [first] = plan.legs
  if (!first?.order) return undefined
  const { depositSeconds } = options.network.deadlines
  const startsAt = first.order.depositDeadline - BigInt(depositSeconds)
  const intents = buildIntents(getQuoteFacts(plan, options, startsAt), options.network)
  const differences = plan.legs.map(({ order }, index) => {
    const action = intents[index]?.action
    const wanted = action?.kind === 'deposit' ? action.order : undefined
    return findDifference(wanted, order, ['order'])
  })
  const difference = differences.find((one) => one !== undefined)
  return difference && describeDifference(difference)
}

/** The time a quote's deadlines count from, Unix seconds: its expiry minus its fixed lifetime. */
export function getStart(plan: ExecutionPlan, { quote, network }: Omit<Quoted, 'call'>): bigint {
  const chainIds = plan.legs.map(({ chainId }) => chainId)
  const life = getLifetimeSeconds(chainIds, network.deadlines.quoteSeconds)
  return BigInt(quote.expirationTimestamp) - life
}

function getQuoteFacts(
  { quoteId: id, legs, destination }: ExecutionPlan,
  { quote, call, network }: Quoted,
  startsAt: bigint,
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
      appFee: leg.appFee,
      feeOut: leg.feeOut?.amount,
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

/** Checks that the recipient is on the destination chain, and that the minimum fits the amount. */
function checkDestination({ destinationToken }: AnyQuote): void {
  const { assetType, amount, minimumAmount, recipientAccount } = destinationToken
  const { chainId } = splitAssetType(assetType)
  if (parseRecipient(recipientAccount)?.chainId !== chainId)
    throw buildFieldError('recipientAccount', `The recipient is not on ${chainId}.`)
  if (BigInt(amount) < BigInt(minimumAmount))
    throw buildFieldError('minimumAmount', `${amount} is less than the least, ${minimumAmount}.`)
  if (BigInt(minimumAmount) * 2n < BigInt(amount))
    throw buildFieldError(
      'minimumAmount',
      `${minimumAmount} is less than half of ${amount}: more than may slip.`,
    )
}

function buildFieldError(field: string, message: string) {
  return buildTamperedError(message, [{ path: `destinationToken.${field}`, message }])
}

function findDeploymentErrors(
  { destinationDeployment }: ExecutionPlan,
  facts: IntentTerms,
  { quote, network, chains }: Quoted & { chains: SettlementChains },
) {
  if (!destinationDeployment) return []
  const { operation, chainId } = destinationDeployment
  const intent = buildDeploymentIntent(facts, {
    network,
    account: getOperationAccount(quote, destinationDeployment),
    isFirst: isCreatingAccount(operation),
    amount: BigInt(quote.destinationToken.amount),
  })
  const found = getSettlement(chains, chainId).findMismatch(operation, intent)
  return found ? [{ ...found, path: `destinationChainOperation.${found.field}` }] : []
}

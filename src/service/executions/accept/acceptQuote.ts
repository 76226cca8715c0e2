import type { Chain } from '#chains/ports/chain.ts'
import type { Network } from '#networks/network.ts'
import { type Account, toAddressKey } from '#protocol/accounts/account.ts'
import { type AccountAddress, type ChainId, parseRecipient } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { type AnyQuote, type ExecuteQuoteAnswer, getQuoteAccounts } from '#protocol/quotes/quote.ts'
import { verifyQuoteSignature } from '#protocol/quotes/quoteSignature.ts'
import { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { Caller } from '../../caller.ts'
import type { Valuation } from '../../prices/valuation.ts'
import { isEvmAccount } from '../../quotes/request/resolveQuoteRequest.ts'
import { getAccountOrigin, checkAccounts } from '../../quotes/request/checkAccounts.ts'
import { checkOperationGas } from '../../quotes/build/operationGas.ts'
import type { Repricing } from '../../quotes/pricing/repricing.ts'
import type { SessionGuard } from '../../quotes/request/sessionGuard.ts'
import { getPathBetween } from '../../quotes/routing/routePath.ts'
import { checksumAddresses } from '../../restoreRequestCasing.ts'
import { ServiceError } from '../../ServiceError.ts'
import { type Database, getSqlState, type Storage } from '../../storage/database.ts'
import {
  findExecution,
  insertExecution,
  isPrepareExecuted,
} from '../../storage/executions/executionRows.ts'
import { insertLegs } from '../../storage/executions/legRows.ts'
import { findCallQuote } from '../../storage/tables/preparedCalls.ts'
import { insertReservations, lockHoldings } from '../../storage/tables/reservations.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import { checkSignatures } from '../guards/checkSignatures.ts'
import { checkSponsorship, type SponsorLimits } from '../sponsorship/checkSponsorship.ts'
import { checkTerms } from '../guards/checkTerms.ts'
import { getCosts } from './getCosts.ts'
import { getExecutionType } from './getExecutionType.ts'
import { checkCallLife, checkExpiry, checkStart } from './checkTimes.ts'
import {
  checkInFlight,
  getInFlightHoldings,
  type InFlightLimits,
  type PlanValues,
  readValues,
} from '../sponsorship/inFlight.ts'
import { checkFund, type Funds, readFunds } from './funds.ts'
import {
  getGiven,
  type ExecutionPlan,
  type PlanLeg,
  type SettlementChains,
} from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import type { QuoteErrorCache } from './quoteErrorCache.ts'
import {
  reserveSponsorship,
  getSponsoredOperations,
  getSponsorHoldings,
} from '../sponsorship/reserveSponsorship.ts'
import { getSigners } from '../guards/getSignedOperations.ts'
import {
  storeSessionUses,
  readSessionUses,
  getSessionHoldings,
  type SessionUse,
} from '../guards/sessionUse.ts'
import { initialState } from '../state/step.ts'

/** What accepting needs. */
export type AcceptContext = {
  storage: Storage
  network: Network
  chains: SettlementChains
  /** The chains as quotes read them: whose an account is, they say. */
  readers: ReadonlyMap<ChainId, Chain>
  /** Raw Ed25519 public key of the service's quotes, 32 bytes as hex. */
  quoteSigner: Hex
  /** Holds what the solver gives and gets against the prices of this moment. */
  repricing: Repricing
  valuation: Valuation
  sponsorLimits: SponsorLimits
  /** Most gas of one operation that is sponsored; the default unless given. */
  maxOperationGas?: bigint | undefined
  inFlightLimits: InFlightLimits
  /** What an account holds, 1e-8 US dollars. */
  readWorth: (account: AccountAddress) => Promise<bigint>
  /** Says what session keys may do. */
  sessionGuard: SessionGuard
  /** Which quotes were refused, and how often. */
  quoteErrors: QuoteErrorCache
  onFailpoint: OnFailpoint
}

/** A signed quote as it came. */
export type ReceivedQuote = Caller & {
  quote: AnyQuote
  /** The body before decoding: the seal covers added fields too. */
  receivedBody: unknown
}

/** The one answer to an accepted quote. Source: wire, "execute-quote". */
const accepted: ExecuteQuoteAnswer = { success: true, guarantees: null, error: null }

/**
 * Accepts a signed quote for execution, or says why not. Nothing is stored unless all holds.
 *
 * Checks in the order of wire, "execute-quote": seal, known id, expiry, signatures, balances and
 * capacity, and last the prices of this moment (security rule 16). A quote that was accepted before gets the same answer again, whatever else it carries.
 *
 * @throws ServiceError with the reason.
 */
export async function acceptQuote(
  parts: AcceptContext,
  { quote, receivedBody, ...caller }: ReceivedQuote,
): Promise<ExecuteQuoteAnswer> {
  const { storage } = parts
  checkQuoteSignature(quote, { ...parts, receivedBody })
  if (await findExecution(storage, quote.id)) return accepted
  await checkExpiry(quote, storage)
  return parts.quoteErrors.run({ ...caller, quoteId: quote.id }, () =>
    accept(parts, { quote: checksumAddresses(quote), written: quote, ...caller }),
  )
}

async function accept(
  parts: AcceptContext,
  { quote, written, ...caller }: Omit<ReceivedQuote, 'receivedBody'> & { written: AnyQuote },
): Promise<ExecuteQuoteAnswer> {
  const { storage } = parts
  const call = await findQuotedCall(quote, storage)
  const plan = parseExecutionPlan(quote, { ...parts, ...(call && { call }) })
  await checkOwners(quote, parts)
  checkTerms(plan, { ...parts, quote, call })
  await checkStart(plan, { ...parts, quote })
  await checkCallLife(plan, parts)
  for (const { operation, chainId } of getSponsoredOperations(plan))
    checkOperationGas(operation, { ...parts, chainId })
  const sessions = await checkSignatures(quote, {
    ...parts,
    plan,
    terms: call?.terms,
    shortBps: () => getShortBps(plan, { ...parts, quote }),
  })
  const accounts = getAddresses(getSigners(quote, plan))
  await checkSponsorship(storage, { accounts, caller, limits: parts.sponsorLimits })
  const facts = await readFunds(plan, { quote, ...parts })
  await checkPrices(plan, { ...parts, quote, call })
  const values = await readValues(plan, parts.valuation)
  const sessionUses = await readSessionUses(plan, { ...parts, quote, sessions, terms: call?.terms })
  await parts.onFailpoint('before accept', quote.id, { plan })
  try {
    await storage.transaction((database) =>
      store(database, {
        quote: written,
        plan,
        signers: getAddresses(getSigners(written, plan)),
        facts,
        caller,
        call,
        values,
        sessionUses,
        ...parts,
      }),
    )
  } catch (error) {
    if (getSqlState(error) !== '23505') throw error
    // The same quote was accepted by another request in this moment, or the same call by a quote.
    if (!(await findExecution(storage, quote.id))) throw buildAlreadyExecutedError()
  }
  await parts.onFailpoint('after accept', quote.id, { plan })
  return accepted
}

function getAddresses(accounts: readonly Account[]): readonly AccountAddress[] {
  return accounts.map(({ accountAddress }) => accountAddress)
}

/** The contract call that a quote stands for; undefined for swaps and transfers. */
async function findQuotedCall({ id }: AnyQuote, storage: Storage): Promise<QuotedCall | undefined> {
  const row = await findCallQuote(storage, id)
  if (!row) return undefined
  const call = checksumAddresses(QuotedCall.parse(row.call))
  if (await isPrepareExecuted(storage, call.terms.prepareId)) throw buildAlreadyExecutedError()
  return call
}

function buildAlreadyExecutedError(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'Another quote of this prepared call was executed: prepare it again to repeat it.',
  )
}

function checkQuoteSignature(
  quote: AnyQuote,
  options: AcceptContext & { receivedBody: unknown },
): asserts quote is AnyQuote {
  const { receivedBody, network, quoteSigner } = options
  const isWhole =
    typeof receivedBody === 'object' &&
    receivedBody !== null &&
    verifyQuoteSignature(receivedBody, {
      kind: 'quote',
      network: network.name,
      signature: quote.tamperProofSignature,
      quoteSigner,
    })
  if (!isWhole) throw new ServiceError('QUOTE_TAMPERED', 'Incorrect tamper proof signature')
}

/** What an account's keys may do is decided by what the quote says they are. */
async function checkOwners(quote: AnyQuote, { network, readers }: AcceptContext): Promise<void> {
  const accounts = getQuoteAccounts(quote)
  await checkAccounts(accounts.filter(isEvmAccount), {
    origin: getAccountOrigin(network),
    chains: readers,
    pathOf: (account) =>
      'accounts' in quote ? `accounts.${accounts.indexOf(account)}` : 'account',
  })
}

/** What the solver gives and gets, and what the service bears, at the prices of this moment. */
async function checkPrices(
  plan: ExecutionPlan,
  options: AcceptContext & { quote: AnyQuote; call: QuotedCall | undefined },
): Promise<void> {
  const { legs, destination } = plan
  const deposits = destination ? legs : []
  await options.repricing.check({
    given: deposits.map(getGiven),
    delivered: destination?.gives ?? [],
    swap: findSwap(plan, options),
    ...getCosts(plan, options),
  })
}

/** A swap on one chain, as its quote tells it; undefined for all else. */
function findSwap(
  { legs: [leg, ...more], destination }: ExecutionPlan,
  { quote: { destinationToken }, network }: { quote: AnyQuote; network: Network },
) {
  const { assetType, amount } = destinationToken
  if (!leg || leg.isCall || destination || more.length > 0) return undefined
  if (getPathBetween(network, [leg.assetType, assetType]).kind !== 'swap') return undefined
  return { given: getGiven(leg), expected: { assetType, amount: BigInt(amount) } }
}

/** By how much the least that a pool may give, or what the solver gives, is worth less than what is given. */
async function getShortBps(
  plan: ExecutionPlan,
  options: AcceptContext & { quote: AnyQuote },
): Promise<bigint> {
  const { legs, destination } = plan
  const { minimumAmount } = options.quote.destinationToken
  const swap = findSwap(plan, options)
  const least = swap && [{ ...swap.expected, amount: BigInt(minimumAmount) }]
  const delivered = destination?.kind === 'fill' ? destination.gives : least
  return delivered ? options.repricing.shortBps({ given: legs.map(getGiven), delivered }) : 0n
}

async function store(
  database: Database,
  options: Pick<ReceivedQuote, 'quote'> &
    Pick<AcceptContext, 'network' | 'sponsorLimits' | 'inFlightLimits'> & {
      caller: Caller
      plan: ExecutionPlan
      signers: readonly AccountAddress[]
      facts: Funds
      values: PlanValues
      sessionUses: readonly SessionUse[]
      call: QuotedCall | undefined
    },
): Promise<void> {
  const { quote, plan, signers, facts, values, sessionUses, caller, call } = options
  const shared = [
    ...getSponsorHoldings(plan, caller),
    ...getInFlightHoldings(values),
    ...getSessionHoldings(sessionUses),
  ]
  await lockHoldings(database, [...facts.funds, ...shared])
  await checkInFlight(database, options)
  const { recipientAccount } = quote.destinationToken
  const recipient = parseRecipient(recipientAccount)
  await insertExecution(database, {
    quoteId: quote.id,
    phase: initialState.phase,
    type: call ? 'CALL' : getExecutionType(quote, options.network),
    recipient: `${recipient?.chainId ?? ''}/${recipient?.address ?? ''}`,
    quote,
    fromBlocks: facts.fromBlocks,
    signers,
    caller,
    ...values,
    ...(call && { call: { prepareId: call.terms.prepareId, quoted: call } }),
  })
  await storeSessionUses(database, { quoteId: quote.id, uses: sessionUses })
  await insertLegs(database, { quoteId: quote.id, legs: plan.legs.map(toLegRow) })
  await reserveSponsorship(database, {
    plan,
    caller,
    limits: options.sponsorLimits,
    values,
  })
  // One after the other: two legs may draw on the same holding.
  for (const fund of facts.funds) {
    await checkFund(database, fund)
    await insertReservations(database, [{ ...fund.reservation, quoteId: quote.id }])
  }
}

function toLegRow(leg: PlanLeg, index: number) {
  return {
    leg: index,
    chain: leg.chainId,
    account: toAddressKey(leg.sender),
    asset: leg.assetType,
    amount: leg.spends - leg.fee,
    fee: leg.fee,
    orderHash: leg.orderHash ?? null,
    state: 'none',
  }
}

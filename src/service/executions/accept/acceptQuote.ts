import type { Chain } from '#chains/ports/chain.ts'
import type { Network } from '#networks/network.ts'
import { type Account, toAddressKey } from '#protocol/accounts/account.ts'
import {
  type AccountAddress,
  type ChainId,
  parseRecipient,
  isSameAddress,
} from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { type AnyQuote, type ExecuteQuoteAnswer, getQuoteAccounts } from '#protocol/quotes/quote.ts'
import { verifyQuoteSignature } from '#protocol/quotes/quoteSignature.ts'
import { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import type { ExecutionType } from '#protocol/status/status.ts'
import type { Caller } from '../../caller.ts'
import type { Prices } from '../../prices/prices.ts'
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
  insertLegs,
} from '../../storage/executions/executionRows.ts'
import { findCallQuote } from '../../storage/tables/preparedCalls.ts'
import { insertReservations, lockHoldings } from '../../storage/tables/reservations.ts'
import { checkAppOfKey } from '../plan/appFees.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import { checkSignatures } from '../guards/checkSignatures.ts'
import { checkSponsorship, type SponsorLimits } from '../sponsorship/checkSponsorship.ts'
import { checkTerms } from '../guards/checkTerms.ts'
import { checkUnlisted } from '../guards/checkUnlisted.ts'
import { getCosts } from './getCosts.ts'
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
  getAllGiven,
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
  checkSessionsOpen,
  storeSessionUses,
  readSessionUses,
  getSessionHoldings,
  type SessionUse,
} from '../guards/sessionUse.ts'
import { initialState } from '../state/step.ts'
import { indexAssets } from '../../assetIndex.ts'

/** What accepting quotes needs. */
export type AcceptContext = {
  storage: Storage
  network: Network
  chains: SettlementChains
  /** The chains as quotes read them, to check who owns an account. */
  readers: ReadonlyMap<ChainId, Chain>
  /** Raw Ed25519 public key of the quote signer, 32 bytes as hex. */
  quoteSigner: Hex
  /** Of listed assets; read again for tokens that no list names. */
  prices: Prices
  /** Compares what the solver gives and gets at current prices. */
  repricing: Repricing
  valuation: Valuation
  sponsorLimits: SponsorLimits
  /** Most gas sponsored in one operation; the default unless given. */
  maxOperationGas?: bigint | undefined
  inFlightLimits: InFlightLimits
  /** Reads what an account holds, 1e-8 US dollars. */
  readWorth: (account: AccountAddress) => Promise<bigint>
  /** Decides what session keys may do. */
  sessionGuard: SessionGuard
  /** Counts errors by client and quote. */
  quoteErrors: QuoteErrorCache
  onFailpoint: OnFailpoint
}

/** A signed quote as received. */
export type SubmittedQuote = Caller & {
  quote: AnyQuote
  /** The body before decoding: the quote signature covers unknown fields too. */
  receivedBody: unknown
}

/** The answer to every accepted quote. Source: wire, "execute-quote". */
const accepted: ExecuteQuoteAnswer = { success: true, guarantees: null, error: null }

/** A quote whose signature holds and which has not expired. */
type QuoteToAccept = {
  /** With checksummed addresses. */
  quote: AnyQuote
  /** As the client sent it; stored in this form. */
  written: AnyQuote
  caller: Caller
}

/** All that accepting a quote has read and checked, and will store. */
type Acceptance = QuoteToAccept & {
  plan: ExecutionPlan
  /** The contract call that the quote stands for. */
  call: QuotedCall | undefined
  funds: Funds
  values: PlanValues
  sessionUses: readonly SessionUse[]
}

/**
 * Accepts a signed quote for execution. Nothing is stored unless every check passes.
 *
 * Checks in the order of wire, "execute-quote": quote signature, known id, expiry, signatures,
 * balances and capacity, and last the current prices (security rule 16). A quote that was accepted
 * before gets the same answer again, whatever else it carries.
 *
 * @throws ServiceError with the reason.
 */
export async function acceptQuote(
  context: AcceptContext,
  { quote, receivedBody, ...caller }: SubmittedQuote,
): Promise<ExecuteQuoteAnswer> {
  const { storage, quoteErrors } = context
  checkQuoteSignature(context, quote, receivedBody)
  if (await findExecution(storage, quote.id)) return accepted
  await checkExpiry(quote, storage)
  const received = { quote: checksumAddresses(quote), written: quote, caller }
  return quoteErrors.run({ ...caller, quoteId: quote.id }, () => accept(context, received))
}

async function accept(
  context: AcceptContext,
  received: QuoteToAccept,
): Promise<ExecuteQuoteAnswer> {
  const { storage, onFailpoint } = context
  const { quote } = received
  const acceptance = await check(context, received)
  const { plan } = acceptance
  await onFailpoint('before accept', quote.id, { plan })
  try {
    await storage.transaction((database) => store(context, database, acceptance))
  } catch (error) {
    if (getSqlState(error) !== '23505') throw error
    // Another request accepted the same quote just now, or another quote of the same call.
    if (!(await findExecution(storage, quote.id))) throw buildAlreadyExecutedError()
  }
  await onFailpoint('after accept', quote.id, { plan })
  return accepted
}

async function check(
  context: AcceptContext,
  { quote, written, caller }: QuoteToAccept,
): Promise<Acceptance> {
  const { storage, network, chains, sponsorLimits, maxOperationGas } = context
  const { sessionGuard, valuation, readWorth } = context
  const call = await findQuotedCall(quote, storage)
  const terms = call?.terms
  const plan = parseExecutionPlan(quote, { network, chains, call })
  await checkOwners(quote, context)
  checkAppOfKey(plan.legs, caller.appFee)
  const quoted = await checkUnlisted({ quote, plan }, context)
  checkTerms(plan, { quote, call, network: quoted.network, chains })
  await checkStart(plan, { quote, storage, network, chains })
  await checkCallLife(plan, { chains })
  for (const { operation, chainId } of getSponsoredOperations(plan))
    checkOperationGas(operation, { maxOperationGas, chainId })
  const sessions = await checkSignatures(quote, {
    plan,
    chains,
    sessionGuard,
    terms,
    shortBps: () => getShortBps(context, plan, quote),
  })
  if (quote.unlistedToken) checkSessionsOpen(sessions)
  await quoted.tryToken()
  const accounts = getAddresses(getSigners(quote, plan))
  await checkSponsorship(storage, { accounts, caller, limits: sponsorLimits })
  const funds = await readFunds(plan, { quote, chains, network })
  await checkPrices(context, plan, { quote, call, quoted: quoted.network })
  const values = await readValues(plan, valuation)
  const use = { quote, terms, storage, valuation, readWorth }
  const sessionUses = await readSessionUses(plan, sessions, use)
  return { quote, written, caller, plan, call, funds, values, sessionUses }
}

function getAddresses(accounts: readonly Account[]): readonly AccountAddress[] {
  return accounts.map(({ accountAddress }) => accountAddress)
}

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
  { network, quoteSigner }: AcceptContext,
  quote: AnyQuote,
  receivedBody: unknown,
): void {
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

/** Checks who owns the quote's accounts: what their keys may do depends on it. */
async function checkOwners(quote: AnyQuote, { network, readers }: AcceptContext): Promise<void> {
  const accounts = getQuoteAccounts(quote)
  await checkAccounts(accounts.filter(isEvmAccount), {
    origin: getAccountOrigin(network),
    chains: readers,
    pathOf: (account) =>
      'accounts' in quote ? `accounts.${accounts.indexOf(account)}` : 'account',
  })
}

async function checkPrices(
  { network, repricing }: AcceptContext,
  plan: ExecutionPlan,
  { quote, call, quoted }: { quote: AnyQuote; call: QuotedCall | undefined; quoted: Network },
): Promise<void> {
  const { destination } = plan
  await repricing.check({
    given: destination ? getAllGiven(plan) : [],
    delivered: destination?.gives ?? [],
    swap: findSwap(network, plan, quote),
    ...getCosts(plan, { quote, call, network: quoted }),
  })
}

/** The exchange of a swap on one chain, as quoted; undefined for everything else. */
function findSwap(
  network: Network,
  { legs: [leg, ...more], destination }: ExecutionPlan,
  { destinationToken }: AnyQuote,
) {
  const { assetType, amount } = destinationToken
  if (!leg || leg.isCall || destination || more.length > 0) return undefined
  if (getPathBetween(network, [leg.assetType, assetType]).kind !== 'swap') return undefined
  return { given: getGiven(leg), expected: { assetType, amount: BigInt(amount) } }
}

/** The most by which the user may receive less than they give, in basis points. */
async function getShortBps(
  { network, repricing }: AcceptContext,
  plan: ExecutionPlan,
  quote: AnyQuote,
): Promise<bigint> {
  const { destination } = plan
  const { minimumAmount } = quote.destinationToken
  const swap = findSwap(network, plan, quote)
  const least = swap && [{ ...swap.expected, amount: BigInt(minimumAmount) }]
  const delivered = destination?.kind === 'fill' ? destination.gives : least
  return delivered ? repricing.shortBps({ given: getAllGiven(plan), delivered }) : 0n
}

/** Stores the execution and reserves what it takes, or throws when there is not enough left. */
async function store(
  { network, sponsorLimits: limits, inFlightLimits }: AcceptContext,
  database: Database,
  acceptance: Acceptance,
): Promise<void> {
  const { written, caller, plan, call, funds, values, sessionUses } = acceptance
  const signers = getAddresses(getSigners(written, plan))
  await lockHoldings(database, [
    ...funds.funds,
    ...getSponsorHoldings(plan, caller),
    ...getInFlightHoldings(values),
    ...getSessionHoldings(sessionUses),
  ])
  await checkInFlight(database, { values, signers, caller, inFlightLimits })
  const quoteId = written.id
  const recipient = parseRecipient(written.destinationToken.recipientAccount)
  await insertExecution(database, {
    quoteId,
    phase: initialState.phase,
    type: call ? 'CALL' : getExecutionType(written, network),
    recipient: `${recipient?.chainId ?? ''}/${recipient?.address ?? ''}`,
    quote: written,
    fromBlocks: funds.fromBlocks,
    signers,
    caller,
    ...values,
    call: call && { prepareId: call.terms.prepareId, quoted: call },
  })
  await storeSessionUses(database, { quoteId, uses: sessionUses })
  await insertLegs(database, { quoteId, legs: plan.legs.map(toLegRow) })
  await reserveSponsorship(database, { plan, caller, limits, values })
  // One after the other, as two legs may take from the same holding.
  for (const fund of funds.funds) {
    await checkFund(database, fund, network)
    await insertReservations(database, [{ ...fund.reservation, quoteId }])
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

/**
 * The type that the history shows for an execution without a contract call. Sending one asset to
 * somebody else is a transfer; everything else is a swap. Members of one aggregate are the same
 * asset.
 * Source: wire, "Status and history".
 */
export function getExecutionType(quote: AnyQuote, network: Network): ExecutionType {
  const { originToken, destinationToken } = quote
  const recipient = parseRecipient(destinationToken.recipientAccount)?.address ?? ''
  const isOwn = getQuoteAccounts(quote).some(({ accountAddress }) =>
    isSameAddress(accountAddress, recipient),
  )
  const assets = indexAssets(network)
  const [wanted, ...others] = [destinationToken.assetType, ...originToken.assetType].map(
    (assetType) => assets.find(assetType)?.aggregate,
  )
  const isSameAsset = wanted !== undefined && others.every((aggregate) => aggregate === wanted)
  return isSameAsset && !isOwn ? 'TRANSFER' : 'SWAP'
}

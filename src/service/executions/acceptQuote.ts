import type { Network } from '#networks/network.ts'
import { addressKey } from '#protocol/account.ts'
import { type AccountAddress, parseRecipient } from '#protocol/caip.ts'
import type { Hex } from '#protocol/hex.ts'
import type { AnyQuote, ExecuteQuoteAnswer } from '#protocol/quote.ts'
import { isSealed } from '#protocol/seal.ts'
import { QuotedCall } from '#protocol/preparedTerms.ts'
import type { Valuation } from '../prices/valuation.ts'
import type { Reprice } from '../quotes/repricing.ts'
import { ServiceError } from '../ServiceError.ts'
import { type Database, sqlState, type Storage } from '../storage/database.ts'
import { findExecution, insertExecution, isPrepareExecuted } from '../storage/executionRows.ts'
import { insertLegs } from '../storage/legRows.ts'
import { findCallQuote } from '../storage/preparedCalls.ts'
import { insertReservations, lockHoldings } from '../storage/reservations.ts'
import type { OnBoundary } from './boundary.ts'
import { checkSignatures } from './checkSignatures.ts'
import { checkSponsorship, type SponsorLimits } from './checkSponsorship.ts'
import { executionTypeOf } from './executionType.ts'
import { checkInFlight, inFlightHoldings, type PlanValues, readValues } from './inFlight.ts'
import { checkFund, type Funds, readFunds } from './funds.ts'
import { type Plan, type PlanLeg, type SettlementChains, settlementOf } from './plan.ts'
import { planOf } from './planOf.ts'
import { reserveSponsorship, sponsorHoldings } from './reserveSponsorship.ts'
import { signersOf } from './signedOperations.ts'
import { initialState } from './step.ts'

/** What accepting needs. */
export type AcceptParts = {
  storage: Storage
  network: Network
  chains: SettlementChains
  /** Raw Ed25519 public key of the service's quotes, 32 bytes as hex. */
  quoteSigner: Hex
  /** Holds what the solver gives and gets against the prices of this moment. */
  reprice: Reprice
  valuation: Valuation
  sponsorLimits: SponsorLimits
  /** What deposits of executions under way may be worth together, 1e-8 US dollars. */
  maxInFlightUsd: bigint
  onBoundary: OnBoundary
}

/** A signed quote as it came. */
export type ReceivedQuote = {
  quote: AnyQuote
  /** The body before decoding: the seal covers added fields too. */
  receivedBody: unknown
  /** Label of the API key that sent it: what fails is counted against its budget too. */
  apiKey?: string | undefined
}

/** The one answer to an accepted quote. Source: decisions, "execute-quote". */
const accepted: ExecuteQuoteAnswer = { success: true, guarantees: null, error: null }

/**
 * Accepts a signed quote for execution, or says why not. Nothing is stored unless all holds.
 *
 * Checks in the order that decisions.md fixes: seal, known id, expiry, signatures, balances and
 * capacity, and last the prices of this moment (security rule 16). A quote that was accepted before gets the same answer again, whatever else it carries.
 *
 * @throws ServiceError with the reason.
 */
export async function acceptQuote(
  parts: AcceptParts,
  { quote, receivedBody, apiKey }: ReceivedQuote,
): Promise<ExecuteQuoteAnswer> {
  const { storage } = parts
  checkSeal(quote, { ...parts, receivedBody })
  if (await findExecution(storage, quote.id)) return accepted
  await checkExpiry(quote, storage)
  const call = await callOf(quote, storage)
  const plan = planOf(quote, { ...parts, ...(call && { call }) })
  await checkCallLife(plan, parts)
  await checkSignatures(quote, { ...parts, plan })
  const signers = signersOf(quote, plan).map(({ accountAddress }) => accountAddress)
  await checkSponsorship(storage, { accounts: signers, apiKey, limits: parts.sponsorLimits })
  const facts = await readFunds(plan, { quote, ...parts })
  await checkPrices(plan, parts)
  const values = await readValues(plan, parts.valuation)
  await parts.onBoundary('before accept', quote.id, { plan })
  try {
    await storage.transaction((database) =>
      store(database, {
        quote,
        plan,
        signers,
        facts,
        apiKey,
        call,
        values,
        ...parts,
      }),
    )
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    // The same quote was accepted by another request in this moment, or the same call by a quote.
    if (!(await findExecution(storage, quote.id))) throw executedBefore()
  }
  await parts.onBoundary('after accept', quote.id, { plan })
  return accepted
}

/** The contract call that a quote stands for; undefined for swaps and transfers. */
async function callOf({ id }: AnyQuote, storage: Storage): Promise<QuotedCall | undefined> {
  const row = await findCallQuote(storage, id)
  if (!row) return undefined
  const call = QuotedCall.parse(row.call)
  if (await isPrepareExecuted(storage, call.terms.prepareId)) throw executedBefore()
  return call
}

function executedBefore(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'Another quote of this prepared call was executed: prepare it again to repeat it.',
  )
}

function checkSeal(
  quote: AnyQuote,
  options: AcceptParts & { receivedBody: unknown },
): asserts quote is AnyQuote {
  const { receivedBody, network, quoteSigner } = options
  const isWhole =
    typeof receivedBody === 'object' &&
    receivedBody !== null &&
    isSealed(receivedBody, {
      kind: 'quote',
      network: network.name,
      signature: quote.tamperProofSignature,
      quoteSigner,
    })
  if (!isWhole) throw new ServiceError('QUOTE_TAMPERED', 'Incorrect tamper proof signature')
}

async function checkExpiry(quote: AnyQuote, storage: Storage): Promise<void> {
  const now = await storage.now()
  const expiresMs = Number(quote.expirationTimestamp) * 1000
  if (now.getTime() <= expiresMs) return
  throw new ServiceError(
    'QUOTE_EXPIRED',
    `The quote expired at ${new Date(expiresMs).toISOString()}: ask for a new one.`,
  )
}

/** What is deposited for a call that is over by then only costs gas to give back, seconds. */
const leastCallSeconds = 60n

async function checkCallLife({ destination }: Plan, { chains }: AcceptParts): Promise<void> {
  if (destination?.kind !== 'call') return
  const { chainId, validUntil } = destination
  const { time } = await settlementOf(chains, chainId).readHead()
  if (validUntil >= time + leastCallSeconds) return
  throw new ServiceError(
    'QUOTE_EXPIRED',
    `The call is valid until ${validUntil} and it is ${time}: too late for deposits. Prepare it again.`,
  )
}

/** What happens on one chain holds its own limit; the solver's delivery has only this one. */
async function checkPrices({ legs, destination }: Plan, { reprice }: AcceptParts): Promise<void> {
  if (!destination) return
  await reprice({
    given: legs.map(({ spends, fee, ...leg }) => ({
      assetType: leg.assetType,
      amount: spends - fee,
    })),
    delivered: destination.gives,
  })
}

async function store(
  database: Database,
  options: Pick<ReceivedQuote, 'quote' | 'apiKey'> &
    Pick<AcceptParts, 'network' | 'sponsorLimits' | 'maxInFlightUsd'> & {
      plan: Plan
      signers: readonly AccountAddress[]
      facts: Funds
      values: PlanValues
      call: QuotedCall | undefined
    },
): Promise<void> {
  const { quote, plan, signers, facts, values, apiKey, call } = options
  const shared = [...sponsorHoldings(plan, apiKey), ...inFlightHoldings(values)]
  await lockHoldings(database, [...facts.funds, ...shared])
  await checkInFlight(database, options)
  const { recipientAccount } = quote.destinationToken
  const recipient = parseRecipient(recipientAccount)
  await insertExecution(database, {
    quoteId: quote.id,
    phase: initialState.phase,
    type: call ? 'CALL' : executionTypeOf(quote, options.network),
    recipient: `${recipient?.chainId ?? ''}/${recipient?.address ?? ''}`,
    quote,
    fromBlocks: facts.fromBlocks,
    signers,
    apiKey,
    ...values,
    ...(call && { call: { prepareId: call.terms.prepareId, quoted: call } }),
  })
  await insertLegs(database, { quoteId: quote.id, legs: plan.legs.map(legRow) })
  await reserveSponsorship(database, {
    plan,
    apiKey,
    limits: options.sponsorLimits,
    coinRates: values.coinRates,
  })
  // One after the other: two legs may draw on the same holding.
  for (const fund of facts.funds) {
    await checkFund(database, fund)
    await insertReservations(database, [{ ...fund.reservation, quoteId: quote.id }])
  }
}

function legRow(leg: PlanLeg, index: number) {
  return {
    leg: index,
    chain: leg.chainId,
    account: addressKey(leg.sender),
    asset: leg.assetType,
    amount: leg.spends - leg.fee,
    fee: leg.fee,
    orderHash: leg.orderHash ?? null,
    state: 'none',
  }
}

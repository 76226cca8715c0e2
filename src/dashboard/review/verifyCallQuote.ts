import { canonicalizeJson } from '#protocol/quotes/canonicalizeJson.ts'
import type { AssetId } from '#protocol/ids/caip.ts'
import type { Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import { translate } from '../language/translate.ts'
import { type Check, checkThat } from './claims/check.ts'
import {
  checkCallDeposits,
  checkCallFee,
  checkCallTarget,
  type FundedCall,
} from './checks/checkCallQuote.ts'
import { getDeposits } from './checks/checkDeposits.ts'
import { checkAccounts, checkForm, checkQuoteSignature } from './checks/checkForm.ts'
import { checkExpiry, checkGuards } from './checks/checkGuard.ts'
import { checkOperations } from './checks/checkOperations.ts'
import { checkOrigin } from './checks/checkTokens.ts'
import { callQuoteClaims } from './claims/claims.ts'
import { type ClaimList, summarizeChecks } from './claims/finding.ts'
import { parseQuote } from './cases/parseQuote.ts'
import type { Roots } from './cases/roots.ts'
import { isPreparedReview, type PreparedReview } from './verifyPrepared.ts'
import { getFacts, markVerified, getOriginClaims, type Review } from './verifyQuote.ts'
import { applyTrust } from './trust.ts'
import type { ParsedQuote, SolanaVerifier } from './cases/parsedQuote.ts'

/** The input of the verifier of a call's quote. */
export type CallQuoteVerifierInput = {
  /** The JSON as received. */
  received: unknown
  /** The review of the operation that this quote funds. */
  prepared: PreparedReview
  /** The asset to pay with, where the user chose one. */
  fromAssetId?: AssetId
  roots: Roots
  /** Unix seconds on the service's clock. */
  nowSeconds: number
  /**
   * US dollars per whole token by asset type, from the pinned feeds; absent if they were not read.
   */
  prices?: ReadonlyMap<string, number>
  /** Required for quotes that pay from Solana. */
  solana?: SolanaVerifier
}

/** The checklist of a quote with deposits. */
const depositClaims: ClaimList = {
  order: [
    'seal',
    'form',
    'accounts',
    'chain',
    'callData',
    'nonce',
    'calls',
    'amounts',
    'fees',
    'approval',
    'escrow',
    'order',
    'lent',
    'recipient',
    'asset',
    'price',
    'deadlines',
    'sponsor',
    'deployment',
    'expiry',
  ],
}

/** The checklist of a quote without deposits. */
const plainClaims: ClaimList = {
  order: [
    'seal',
    'form',
    'accounts',
    'calls',
    'amounts',
    'fees',
    'lent',
    'recipient',
    'asset',
    'price',
    'deadlines',
    'expiry',
  ],
}

/**
 * Verifies the quote of a prepared call by recomputing it: each deposit must be bound to the
 * operation's loan, and together they must be worth no more than it by the pinned feeds; without a
 * loan there must be no deposit. This is the second review of a contract call, signed like a quote.
 */
export function verifyCallQuote(evidence: CallQuoteVerifierInput): Review {
  const { received, prepared } = evidence
  const { quote, checks } = checkForm(received)
  const request = toQuoteRequest(evidence, quote)
  const { quoted, content } = quote ? readContent(quote, { evidence, request }) : { content: [] }
  const isLent = (prepared.facts?.lent.length ?? 0) > 0
  const findings = applyTrust(
    summarizeChecks([...checks, ...content], {
      ...(isLent ? depositClaims : plainClaims),
      texts: { ...getOriginClaims(quoted?.operations), ...callQuoteClaims },
    }),
    evidence.roots,
  )
  return markVerified({
    quote,
    received,
    request,
    operations: quoted ? quoted.operations.map((read) => getFacts(read, quoted)) : [],
    findings,
    signable: quote !== undefined && findings.every(({ state }) => state !== 'mismatch'),
  })
}

/** Builds the request that a call's quote answers; the service chooses what funds it. */
function toQuoteRequest(
  { prepared, fromAssetId }: CallQuoteVerifierInput,
  quote: Quote | undefined,
): QuoteRequest {
  const asked = fromAssetId ?? prepared.request.fromAssetId
  const group = quote?.originToken.aggregatedAssetId
  const paid = quote?.originToken.assetType[0]
  const isSingle = group?.endsWith(':single') ?? true
  const { facts } = prepared
  const target = facts?.operation.asset.assetType ?? paid ?? 'eip155:0/slip44:0'
  return {
    from: {
      accounts: [...prepared.request.accounts],
      asset: { assetId: asked ?? (isSingle ? (paid ?? target) : (group ?? target)) },
      amount: quote?.originToken.amount ?? '0',
    },
    to: { asset: { assetId: target } },
  }
}

function readContent(
  quote: Quote,
  { evidence, request }: { evidence: CallQuoteVerifierInput; request: QuoteRequest },
): { quoted?: ParsedQuote; content: Check[] } {
  try {
    const quoted = parseQuote(omitSignedOperation(quote, evidence.prepared), {
      ...evidence,
      request,
    })
    return { quoted, content: checkContent(quoted, evidence.prepared) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      content: [
        checkThat('form', false, translate('The quote can’t be read: {reason}', { reason })),
      ],
    }
  }
}

/** Removes the prepared operation from a quote without a loan; it is signed already. */
function omitSignedOperation(quote: Quote, { prepared, facts }: PreparedReview): Quote {
  const [operation, ...others] = quote.originChainsOperations
  if (!operation || others.length > 0 || facts?.lent.length !== 0) return quote
  const isSigned =
    canonicalizeJson(operation) === canonicalizeJson(prepared?.chainOperation ?? null)
  return isSigned ? { ...quote, originChainsOperations: [] } : quote
}

function checkContent(quoted: ParsedQuote, prepared: PreparedReview): Check[] {
  const { facts } = prepared
  const isReviewed = isPreparedReview(prepared) && prepared.signable && facts !== undefined
  if (!isReviewed)
    return [checkThat('calls', false, translate('The operation it pays for failed its own checks'))]
  const call: FundedCall = { quoted, facts }
  return [
    ...checkQuoteSignature(quoted.quote, quoted),
    ...checkAccounts(quoted.quote.accounts, {
      asked: quoted.request.from.accounts,
      roots: quoted.roots,
    }),
    ...checkCallTarget(call),
    ...checkExpiry(quoted),
    ...(facts.lent.length > 0 ? checkFunding(call) : checkCallFee(call)),
  ]
}

function checkFunding(call: FundedCall): Check[] {
  const { quoted } = call
  const deposits = getDeposits(quoted)
  return [
    ...checkOperations(quoted),
    ...checkGuards(quoted),
    ...checkOrigin(quoted),
    ...(deposits
      ? checkCallDeposits(call, deposits)
      : [checkThat('calls', false, translate('An operation makes no deposit'))]),
  ]
}

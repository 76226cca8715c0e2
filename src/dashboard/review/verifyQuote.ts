import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import { isExactOutput, type Quote, type QuoteRequest } from '#protocol/quotes/quote.ts'
import { translate } from '../language/translate.ts'
import { type Check, checkThat } from './claims/check.ts'
import { checkDeposits, getDelivery, getDeposits } from './checks/checkDeposits.ts'
import { checkDirects } from './checks/checkDirect.ts'
import { getAppUnits, getFeeOut, getFeeUnits } from './checks/directBatch.ts'
import { checkAccounts, checkForm, checkQuoteSignature } from './checks/checkForm.ts'
import { exactOutputClaims, solanaClaims, sourceChainClaims } from './claims/claims.ts'
import { checkExpiry, checkGuards } from './checks/checkGuard.ts'
import { checkOperations } from './checks/checkOperations.ts'
import { checkPrices } from './checks/checkPrice.ts'
import { checkDestination, checkOrigin } from './checks/checkTokens.ts'
import { checkUnlisted } from './checks/checkUnlisted.ts'
import { type ClaimList, type Finding, quoteOrder, summarizeChecks } from './claims/finding.ts'
import { findAppFee, type NamedAppFee } from './cases/quoteTerms.ts'
import { parseQuote, getSolanaVerifier } from './cases/parseQuote.ts'
import type { EvmRootAsset, EvmRootChain, RootAsset } from './cases/roots.ts'
import type { SolanaOperationFacts } from './cases/operationFacts.ts'
import type { TradedToken } from './cases/tradedToken.ts'
import { applyTrust } from './trust.ts'
import type {
  ParsedQuote,
  VerifierInput,
  ParsedEvmOperation,
  ParsedOperation,
} from './cases/parsedQuote.ts'

/** What an operation does, decoded only from what is signed. */
export type OperationFacts = EvmOperationFacts | SolanaOperationFacts

/** What an operation on an EVM chain does, decoded from its call data. */
export type EvmOperationFacts = {
  kind: 'evm'
  index: number
  chain: EvmRootChain
  asset: EvmRootAsset
  /** The account that makes and signs it. */
  account: ParsedEvmOperation['account']
  /** The amount it moves, without the fee, and the fee; smallest units. */
  amount: bigint
  fee: bigint
  /** The part of the fee that goes to an app. */
  appFee?: NamedAppFee
  /** The token that no list names, which it buys or sells. */
  traded?: EvmRootAsset
  /** The fee that is paid of what it brings in, smallest units. */
  feeOut?: { asset: RootAsset; units: bigint }
  calls: readonly CallFact[]
  /** Until when the signature is valid, Unix seconds. */
  validUntil: bigint | undefined
  typedData: ParsedEvmOperation['operation']['typedDataToSign']
  userOp: ParsedEvmOperation['operation']['userOp']
  /** The EIP-7702 authorization to sign too, for the account's first operation on its chain. */
  delegation: ParsedEvmOperation['operation']['delegation']
}

/** The review of a quote; made by the verifiers only, see {@link markVerified}. */
export type Review = {
  /** Undefined when the JSON is not a quote. */
  quote: Quote | undefined
  received: unknown
  request: QuoteRequest
  operations: readonly OperationFacts[]
  findings: readonly Finding[]
  /** The token that no list names, by this app's own reading; absent where there is none. */
  traded?: TradedToken
  /** Whether there is no mismatch. Unchecked claims warn but do not block. */
  signable: boolean
}

const ownReviews = new WeakSet<Review>()

/** Freezes a review and marks it as made by a verifier; for the verifiers only. */
export function markVerified(review: Review): Review {
  deepFreeze(review)
  ownReviews.add(review)
  return review
}

/** Whether a review was made by a verifier; it is frozen since. */
export function isVerified(review: Review): boolean {
  return ownReviews.has(review)
}

/**
 * Verifies a quote by recomputing everything the user would sign, from their request and the roots;
 * makes no requests. Exactly the returned review is signed later.
 */
export function verifyQuote(evidence: VerifierInput): Review {
  const { quote, checks } = checkForm(evidence.received)
  const { quoted, content } = quote ? readContent(quote, evidence) : { content: [] }
  const findings = applyTrust(
    summarizeChecks([...checks, ...content], {
      order: quoteOrder,
      texts: {
        ...getOriginClaims(quoted?.operations),
        ...(isExactOutput(evidence.request) && exactOutputClaims),
        ...(evidence.request.from.chains && sourceChainClaims),
      },
    }),
    evidence.roots,
  )
  return markVerified({
    quote,
    received: evidence.received,
    request: evidence.request,
    operations: quoted ? quoted.operations.map((read) => getFacts(read, quoted)) : [],
    findings,
    ...(quoted?.traded && { traded: quoted.traded }),
    signable:
      quote !== undefined &&
      evidence.isPast !== true &&
      findings.every(({ state }) => state !== 'mismatch'),
  })
}

/** The claim texts that depend on the chains that pay. */
export function getOriginClaims(operations: readonly ParsedOperation[] = []): ClaimList['texts'] {
  const isSolana = operations.length > 0 && operations.every(({ kind }) => kind === 'solana')
  return isSolana ? solanaClaims : {}
}

/** Turns exceptions, such as for numbers out of range, into a mismatch instead of an error page. */
function readContent(
  quote: Quote,
  evidence: VerifierInput,
): { quoted?: ParsedQuote; content: Check[] } {
  try {
    const quoted = parseQuote(quote, evidence)
    return { quoted, content: checkContent(quoted) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      content: [
        checkThat('form', false, translate('The quote can’t be read: {reason}', { reason })),
      ],
    }
  }
}

function checkContent(quoted: ParsedQuote): Check[] {
  const deposits = getDeposits(quoted)
  return [
    ...checkQuoteSignature(quoted.quote, quoted),
    ...checkAccounts(quoted.quote.accounts, {
      asked: quoted.request.from.accounts,
      roots: quoted.roots,
    }),
    ...checkOperations(quoted),
    ...checkGuards(quoted),
    ...(deposits
      ? checkDeposits(quoted, { deposits, delivery: getDelivery(quoted, deposits) })
      : checkDirects(quoted)),
    ...checkOrigin(quoted),
    ...checkDestination(quoted),
    ...checkUnlisted(quoted),
    ...checkPrices(quoted),
    ...checkExpiry(quoted),
  ]
}

/** What an operation does, as the page shows it. */
export function getFacts(read: ParsedOperation, quoted: ParsedQuote): OperationFacts {
  const fees = getFees(read, quoted)
  if (read.kind === 'solana') return { ...getSolanaVerifier(quoted).getFacts(read), ...fees }
  const { operation, calls } = read
  const guard = calls.find((call) => call.kind === 'guard')
  return {
    kind: 'evm',
    index: read.index,
    chain: read.chain,
    asset: read.asset,
    account: read.account,
    amount: BigInt(operation.amount),
    ...fees,
    ...getTradedFacts(read, quoted),
    calls,
    validUntil: guard?.validUntil,
    typedData: operation.typedDataToSign,
    userOp: operation.userOp,
    delegation: operation.delegation,
  }
}

function getTradedFacts(
  read: ParsedOperation,
  quoted: ParsedQuote,
): Pick<EvmOperationFacts, 'traded' | 'feeOut'> {
  const { traded, destination } = quoted
  const units = getFeeOut(read, quoted)
  return {
    ...(traded && { traded: traded.asset }),
    ...(destination && units > 0n && { feeOut: { asset: destination.asset, units } }),
  }
}

function getFees(read: ParsedOperation, quoted: ParsedQuote) {
  const app = findAppFee(quoted, read.asset.assetType)
  const units = getAppUnits(read, quoted)
  return {
    fee: getFeeUnits(read, quoted),
    ...(app && units > 0n && { appFee: { units, receiver: app.receiver } }),
  }
}

/** The account that an operation spends from. */
export function getSourceAccount(operation: OperationFacts): AccountAddress {
  return operation.account.accountAddress
}

/** Freezes a value deeply, so that what was verified cannot change before it is signed. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const member of Object.values(value)) deepFreeze(member)
}

import { z } from 'zod/mini'

import { type GivenSignature, Receipt, type SignedQuote } from '#protocol/status/receipt.ts'
import { translate } from '../../language/translate.ts'
import type { SolanaVerifier } from '../cases/parsedQuote.ts'
import type { Roots } from '../cases/roots.ts'
import { type Check, checkSame, checkThat } from '../claims/check.ts'
import { type Finding, summarizeChecks } from '../claims/finding.ts'
import { checkDocumentSignature, checkFields, describeIssue } from '../checks/checkForm.ts'
import { checkGivenSignature } from '../signing/checkGivenSignature.ts'
import { applyTrust } from '../trust.ts'
import { verifyCallQuote } from '../verifyCallQuote.ts'
import { type PreparedReview, verifyPrepared } from '../verifyPrepared.ts'
import { type OperationFacts, type Review, verifyQuote } from '../verifyQuote.ts'

/** What this app knows by itself when it verifies a receipt. */
export type ReceiptRoots = {
  roots: Roots
  /** Without it nothing on Solana is verified. */
  solana?: SolanaVerifier
}

/** The result of verifying a receipt without any request. */
export type ReceiptReview = {
  /** Undefined when the file is not a receipt. */
  receipt: Receipt | undefined
  /**
   * What was agreed and signed: everything here can be recomputed from the file. The service's report
   * in it is signed by nobody, so that nothing is found about it.
   */
  findings: readonly Finding[]
  /** The quote and its operations as the verifier read them; undefined without a signed quote. */
  review: Review | undefined
  call: PreparedReview | undefined
}

/** Verifies a receipt by recomputing it from what this app pins; makes no requests. */
export async function verifyReceipt(
  received: unknown,
  known: ReceiptRoots,
): Promise<ReceiptReview> {
  const read = Receipt.safeParse(received)
  const none = { review: undefined, call: undefined }
  if (!read.success) {
    const evidence = describeIssue(read.error)
    const findings = summarizeChecks([checkThat('file', false, evidence)], { order: [] })
    return { receipt: undefined, findings, ...none }
  }
  const receipt = read.data
  const file = checkFields(receipt, received).map((check) => ({ ...check, id: 'file' as const }))
  const { signed } = receipt
  if (!signed) return { receipt, findings: describeUnsigned(file), ...none }
  const trusted = chooseRoots(receipt, { signed, roots: known.roots })
  const { review, call } = reviewSigned(signed, { ...known, roots: trusted.roots })
  const checks = [...file, ...trusted.checks, ...checkNames(receipt, review)]
  const signatures = await checkSignatures(signed, { review, call })
  const added = applyOwnTrust(summarizeChecks([...checks, ...signatures], { order: own }), trusted)
  return {
    receipt,
    findings: [
      ...mergeFindings(review.findings, call?.findings).filter(
        ({ id }) => id !== 'installation' || trusted.reason === undefined,
      ),
      ...added,
    ].toSorted(compareFindings),
    review,
    call,
  }
}

/** Whether everything that a receipt can prove by itself is verified. */
export function isGenuine({ findings, review }: ReceiptReview): boolean {
  return (
    review !== undefined &&
    findings.length > 0 &&
    findings.every(({ state }) => state === 'verified')
  )
}

/** The claims that a receipt adds to those of the verifier. */
const own = ['file', 'signatures'] as const

/** A receipt without a signed quote proves nothing by itself. */
function describeUnsigned(file: readonly Check[]): readonly Finding[] {
  return summarizeChecks(file, {
    order: ['file', 'seal', 'signatures'],
    unchecked: {
      seal: translate(
        'The browser that created this file hadn’t signed the quote, so the file doesn’t include it.',
      ),
      signatures: translate('The file has no signature.'),
    },
  })
}

type TrustedRoots = { roots: Roots; checks: Check[]; reason: string | undefined }

/**
 * Chooses the key to verify the seal with: the pinned one; where that is another or none, the one
 * that the file names, and then nothing counts as verified. Source: security rule 10.
 */
function chooseRoots(
  { quoteSigner, network }: Receipt,
  { signed, roots }: { signed: SignedQuote; roots: Roots },
): TrustedRoots {
  const unpinned = { ...roots, trust: 'unpinned' as const }
  if (network !== roots.network)
    return {
      roots: unpinned,
      checks: [],
      reason: translate('The file is for the network {network}, but this app runs on {own}.', {
        network,
        own: roots.network,
      }),
    }
  if (quoteSigner === undefined || quoteSigner === roots.quoteSigner)
    return { roots, checks: [], reason: undefined }
  const byFile = { ...unpinned, quoteSigner }
  const isByPinned = isSealed(signed, roots)
  if (!isByPinned && isSealed(signed, byFile))
    return {
      roots: byFile,
      checks: [],
      reason: translate('It’s signed by {key}, which isn’t the key this app has pinned.', {
        key: quoteSigner,
      }),
    }
  return {
    roots,
    checks: [
      checkThat(
        'file',
        false,
        translate('The file has a different key ({key})', { key: quoteSigner }),
      ),
    ],
    reason: undefined,
  }
}

/** What is read of a quote before it is verified. */
const Sealed = z.object({
  tamperProofSignature: z.optional(z.string()),
  expirationTimestamp: z.optional(z.string()),
})

function isSealed({ quote }: SignedQuote, roots: Roots): boolean {
  const { tamperProofSignature = '' } = Sealed.safeParse(quote).data ?? {}
  const [seal] = checkDocumentSignature(quote, {
    kind: 'quote',
    signature: `0x${tamperProofSignature.slice(2)}`,
    roots,
  })
  return seal?.isMet === true
}

function reviewSigned(
  { quote, request, call }: SignedQuote,
  known: ReceiptRoots,
): Pick<ReceiptReview, 'call'> & { review: Review } {
  const at = { ...known, nowSeconds: getMadeAt(quote, known.roots) }
  if (!call) {
    const review = verifyQuote({ received: quote, request, ...at, isPast: true })
    return { review, call: undefined }
  }
  const prepared = verifyPrepared({ received: call.prepared, request: call.request, ...at })
  const fromAssetId = request.from.asset.assetId
  const review = verifyCallQuote({ received: quote, prepared, fromAssetId, ...at })
  return { review, call: prepared }
}

/** When the quote was made, Unix seconds: its bounds are verified as of then, whenever that was. */
function getMadeAt(quote: unknown, { deadlines }: Roots): number {
  const end = Number(Sealed.safeParse(quote).data?.expirationTimestamp ?? Number.NaN)
  return Number.isSafeInteger(end) ? end - deadlines.quoteSeconds : 0
}

/** Checks what the file says of the quote beside the quote. */
function checkNames({ quoteId, signed }: Receipt, { quote }: Review): Check[] {
  if (!quote || !signed) return []
  return [
    checkSame('file', translate('Quote'), { actual: quoteId, expected: quote.id }),
    checkThat(
      'file',
      signed.signedAtMs < Number(quote.expirationTimestamp) * 1000,
      translate('It was signed before the quote expired'),
      translate('It was not signed before the quote expired'),
    ),
  ]
}

async function checkSignatures(
  { signatures, call }: SignedQuote,
  of: { review: Review; call: PreparedReview | undefined },
): Promise<Check[]> {
  const { operations } = of.review
  const indexes = operations.map(({ index }) => index).join(', ')
  const prepared = of.call?.facts?.operation
  const ofCall = call && prepared && (await checkGiven(prepared, call.signature))
  const given = await Promise.all(
    operations.map((operation) => checkOperation(operation, signatures)),
  )
  const isSignedAtAll = operations.length > 0 || prepared !== undefined
  return [
    checkSame('signatures', translate('Operations signed'), {
      actual: signatures.map(({ operation }) => operation).join(', '),
      expected: indexes,
    }),
    checkThat(
      'signatures',
      isSignedAtAll && (call === undefined || call.signature.operation === 0),
      isSignedAtAll
        ? translate('Every operation is signed')
        : translate('No operation could be read'),
    ),
    ...given.flat(),
    ...(ofCall ?? []),
  ]
}

async function checkOperation(
  operation: OperationFacts,
  signatures: SignedQuote['signatures'],
): Promise<Check[]> {
  const given = signatures.find((one) => one.operation === operation.index)
  return given ? checkGiven(operation, given) : []
}

/** What cannot even be hashed, such as typed data without an address, is signed by nobody. */
async function checkGiven(operation: OperationFacts, given: GivenSignature): Promise<Check[]> {
  try {
    return await checkGivenSignature(operation, given)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [
      checkThat(
        'signatures',
        false,
        translate('Couldn’t read what was signed: {reason}', { reason }),
      ),
    ]
  }
}

/** With another key or network nothing that the file adds is verified either. */
function applyOwnTrust(findings: readonly Finding[], trusted: TrustedRoots): readonly Finding[] {
  const { reason, roots } = trusted
  const adjusted = applyTrust(findings, roots).filter(({ id }) => id !== 'installation')
  if (reason === undefined) return adjusted
  return [
    {
      id: 'installation',
      state: 'unchecked',
      claim: translate('Can’t be verified with this app'),
      evidence: reason,
    },
    ...adjusted,
  ]
}

const worst = ['mismatch', 'unchecked', 'verified'] as const

/**
 * Joins the findings of a call's two reviews: the worse of each. What held at the moment of signing
 * only, the price and the simulation, no file can prove later, so that nothing is said of it.
 */
function mergeFindings(
  findings: readonly Finding[],
  others: readonly Finding[] = [],
): readonly Finding[] {
  const all = [...findings, ...others].toSorted(
    (a, b) => worst.indexOf(a.state) - worst.indexOf(b.state),
  )
  const byId = new Map(all.toReversed().map((finding) => [finding.id, finding]))
  return [...byId.values()].filter(
    ({ id, state }) =>
      id !== 'expiry' && id !== 'price' && !(id === 'simulation' && state === 'unchecked'),
  )
}

const first = ['installation', 'file', 'seal', 'signatures']

/** What a reader looks for first stands first; the rest keeps the verifier's order. */
function compareFindings(a: Finding, b: Finding): number {
  return getPlace(a) - getPlace(b)
}

function getPlace({ id }: Finding): number {
  const index = first.indexOf(id)
  return index === -1 ? first.length : index
}

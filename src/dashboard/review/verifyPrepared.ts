import { decodeCallFields, type FieldValue } from '#chains/evm/operation/callFields.ts'
import type { CallFunction } from '#chains/evm/operation/abiFunctions.ts'
import { PreparedCallQuote, type PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { translate } from '../language/translate.ts'
import { type Check, checkThat } from './claims/check.ts'
import {
  checkAccounts,
  checkBlank,
  checkFields,
  checkDocumentSignature,
} from './checks/checkForm.ts'
import { checkOperation } from './checks/checkOperations.ts'
import { checkPrepared } from './checks/checkPrepared.ts'
import { callClaims } from './claims/claims.ts'
import { type ClaimList, type Finding, summarizeChecks } from './claims/finding.ts'
import { type KnownCall, decodeKnownCall } from './cases/decodeKnownCall.ts'
import {
  type ParsedPreparedCall,
  type PreparedVerifierInput,
  parsePreparedCall,
  type RootAmount,
} from './cases/parsePreparedCall.ts'
import { type EvmRootAsset, findRootToken } from './cases/roots.ts'
import { deepFreeze, type EvmOperationFacts } from './verifyQuote.ts'
import { applyTrust } from './trust.ts'

/** One of the user's calls, as contained in the operation. */
export type ReviewedCall = {
  to: EvmAddress
  /** Wei. */
  value: bigint
  data: Hex
  /** Decoded by what the bundle knows about the contract. */
  known: KnownCall | undefined
  /** Decoded by the user's ABI; undefined without one, or where it does not fit exactly. */
  decoded: { function: CallFunction; values: readonly FieldValue[] } | undefined
}

/** What a prepared operation does, decoded from its call data. */
export type PreparedFacts = {
  /** `fee` is the one paid inside the operation, 0 without one. */
  operation: EvmOperationFacts
  /** Undefined when nothing is lent. */
  prepareId: Hash | undefined
  /** What the solver lends; empty when the account holds enough. */
  lent: readonly RootAmount[]
  /** Set before the calls and reset after them; `asset` is undefined for an unlisted token. */
  approvals: readonly {
    token: EvmAddress
    asset: EvmRootAsset | undefined
    spender: EvmAddress
    amount: bigint
  }[]
  calls: readonly ReviewedCall[]
  /** The fee paid inside the operation; undefined when the quote's deposits pay it. */
  fee: RootAmount | undefined
  /** Unix seconds, inclusive. */
  validAfter: bigint
  validUntil: bigint
}

/** The review of a prepared call; made by {@link verifyPrepared} only. */
export type PreparedReview = {
  /** Undefined when the JSON is not a prepared call. */
  prepared: PreparedCallQuote | undefined
  received: unknown
  request: PrepareCallQuoteRequest
  /** Undefined when the operation cannot be decoded. */
  facts: PreparedFacts | undefined
  findings: readonly Finding[]
  /** Whether there is no mismatch. Unchecked claims warn but do not block. */
  signable: boolean
}

const ownReviews = new WeakSet<PreparedReview>()

/** The checklist of a prepared call. */
const preparedClaims: ClaimList = {
  order: [
    'seal',
    'form',
    'accounts',
    'chain',
    'callData',
    'calls',
    'approval',
    'lent',
    'escrow',
    'fees',
    'amounts',
    'asset',
    'nonce',
    'deadlines',
    'sponsor',
    'deployment',
    'simulation',
    'expiry',
  ],
  texts: callClaims,
  unchecked: {
    simulation: translate('It was simulated with your overrides, so the real result is unknown.'),
  },
}

/** Whether a review was made by {@link verifyPrepared}; it is frozen since. */
export function isPreparedReview(review: PreparedReview): boolean {
  return ownReviews.has(review)
}

/**
 * Verifies a prepared call by recomputing everything the user would sign, from their request and
 * the roots; makes no requests. This is the first review of a contract call.
 */
export function verifyPrepared(evidence: PreparedVerifierInput): PreparedReview {
  const { received, request } = evidence
  const parsed = PreparedCallQuote.safeParse(received)
  const { read, checks } = parsed.success
    ? readContent(parsed.data, evidence)
    : { checks: [checkThat('form', false, translate('The response isn’t a prepared call'))] }
  const findings = applyTrust(summarizeChecks(checks, getClaims(evidence, read)), evidence.roots)
  const review: PreparedReview = {
    prepared: parsed.data,
    received,
    request,
    facts: read && getFacts(read),
    findings,
    signable: read !== undefined && findings.every(({ state }) => state !== 'mismatch'),
  }
  deepFreeze(review)
  ownReviews.add(review)
  return review
}

/** Adds the `price` claim where the operation pays a fee. */
function getClaims(
  { prices }: PreparedVerifierInput,
  read: ParsedPreparedCall | undefined,
): ClaimList {
  const { order } = preparedClaims
  if (!read?.fee) return preparedClaims
  const unchecked = prices
    ? {}
    : { price: translate('No price feed could be read, so nothing limits the fee.') }
  return {
    ...preparedClaims,
    order: [...order.slice(0, -1), 'price', 'expiry'],
    unchecked: { ...preparedClaims.unchecked, ...unchecked },
  }
}

function readContent(
  prepared: PreparedCallQuote,
  evidence: PreparedVerifierInput,
): { read?: ParsedPreparedCall; checks: Check[] } {
  const { received, request, roots } = evidence
  const form = checkFields(prepared, received)
  try {
    const read = parsePreparedCall(prepared, evidence)
    if ('reason' in read)
      return {
        checks: [
          ...form,
          checkThat(
            'calls',
            false,
            translate('It can’t be read: {reason}', { reason: read.reason }),
          ),
        ],
      }
    return {
      read,
      checks: [
        ...form,
        ...checkBlank(prepared.chainOperation, {
          number: 1,
          accounts: prepared.accounts,
        }),
        ...checkDocumentSignature(getSignedPart(received), {
          kind: 'prepared',
          signature: prepared.tamperProofSignature,
          roots,
        }),
        ...checkAccounts(prepared.accounts, { asked: request.accounts, roots }),
        ...checkOperation(read.read),
        ...checkPrepared(read),
        ...((request.overrides ?? []).length > 0
          ? []
          : [checkThat('simulation', true, translate('You set no overrides'))]),
      ],
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      checks: [
        ...form,
        checkThat('form', false, translate('It can’t be read: {reason}', { reason })),
      ],
    }
  }
}

/** The part that the document signature covers, as received. */
function getSignedPart(received: unknown): unknown {
  if (typeof received !== 'object' || received === null) return undefined
  const { accounts, chainOperation }: Record<string, unknown> = { ...received }
  return { accounts, chainOperation }
}

function getFacts(prepared: ParsedPreparedCall): PreparedFacts {
  const { read, guard, pull, fee, roots, functions } = prepared
  const { chain, operation } = read
  const at = { chainId: chain.chainId }
  const feeAsset = fee && findRootToken(roots, { ...at, token: fee.token })
  return {
    operation: {
      kind: 'evm',
      index: 0,
      chain,
      asset: read.asset,
      account: read.account,
      amount: BigInt(operation.amount),
      fee: fee?.amount ?? 0n,
      calls: read.calls,
      validUntil: guard?.validUntil,
      typedData: operation.typedDataToSign,
      userOp: operation.userOp,
      delegation: operation.delegation,
    },
    prepareId: pull?.prepareId,
    lent: (pull?.tokens ?? []).flatMap((token, index) => {
      const asset = findRootToken(roots, { ...at, token })
      return asset ? [{ asset, amount: pull?.amounts[index] ?? 0n }] : []
    }),
    approvals: getApprovals(prepared),
    calls: getUserCalls(prepared).map(({ to, value, data }, index) => {
      const chosen = functions?.[index]
      const values = chosen && decodeCallFields(chosen, data)
      return {
        to,
        value,
        data,
        known: decodeKnownCall({ to, value, data }, { roots, chain }),
        decoded: values && { function: chosen, values },
      }
    }),
    fee: fee && feeAsset && { asset: feeAsset, amount: fee.amount },
    validAfter: guard?.validAfter ?? 0n,
    validUntil: guard?.validUntil ?? 0n,
  }
}

function getApprovals({
  read,
  pull,
  request,
  roots,
}: ParsedPreparedCall): PreparedFacts['approvals'] {
  const first = pull ? 2 : 1
  const given = read.calls.slice(first, first + request.allowanceRequirements.length)
  return given.flatMap((call) => {
    if (call.kind !== 'approval') return []
    const { token, spender, amount } = call
    const asset = findRootToken(roots, { chainId: read.chain.chainId, token })
    return [{ token, asset, spender, amount }]
  })
}

/** The user's calls, taken from the batch rather than from the request. */
function getUserCalls({ batch, pull, request }: ParsedPreparedCall) {
  const first = (pull ? 2 : 1) + request.allowanceRequirements.length
  return batch.slice(first, first + request.calls.length)
}

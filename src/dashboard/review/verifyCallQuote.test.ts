import { describe, expect, test } from 'vitest'

import { buildDepositCall } from '#chains/evm/operation/accountCalls.ts'
import { decodeBatch, encodeBatch } from '#chains/evm/operation/batch.ts'
import { decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import { buildApproveTypedData } from '#protocol/orders/approval.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { pickEveryNth } from '#testing/campaign.ts'
import type { FindingId } from './claims/claims.ts'
import {
  countLeaves,
  type Mutation,
  mutateLeaves,
  pickOneOfEachKind,
  pickOneOfEachSigned,
} from '#testing/mutateLeaves.ts'
import {
  callQuoteEvidence,
  preparedEvidence,
  recordedCalls,
  type RecordedCall,
  withCallSignature,
  withDevnetSignature,
} from '#testing/verifier/recordedCalls.ts'
import {
  attackerKey,
  type Harmless,
  harmlessInCalls,
  harmlessInQuotes,
  isHarmless,
  signWith,
  signIfPossible,
} from '#testing/dashboard/quoteMutations.ts'
import { verifyCallQuote } from './verifyCallQuote.ts'
import { verifyPrepared } from './verifyPrepared.ts'
import { isVerified } from './verifyQuote.ts'

const harmless: readonly Harmless[] = [...harmlessInQuotes, ...harmlessInCalls]

/** What may differ in a quote that needs no signature, as nothing depends on it. */
const harmlessUnsigned: readonly Harmless[] = [
  {
    path: /^originChainsOperations$/,
    what: /^(emptied|without its first)$/,
    because: 'the service has the operation, signed, and the app signs none here',
  },
  {
    path: /^id$/,
    what: /./,
    because: 'only names the execution: no operation is bound to it',
  },
]

describe.each([...recordedCalls])('%s', (_name, recorded) => {
  const { quote } = recorded
  const evidence = callQuoteEvidence(recorded, quote)
  const isLent = (evidence.prepared.facts?.lent.length ?? 0) > 0
  const all = mutateLeaves(quote).filter(
    ({ document }) => JSON.stringify(document) !== JSON.stringify(quote),
  )
  const mutations = pickOneOfEachSigned(all)

  function signable(
    changed: readonly Mutation[],
    made: (document: unknown) => unknown = (document) => document,
  ): readonly string[] {
    return changed
      .filter(({ document }) => verifyCallQuote({ ...evidence, received: made(document) }).signable)
      .map(({ path, what }) => `${path}: ${what}`)
  }

  test('is verified in every point as the service made it', () => {
    const review = verifyCallQuote(evidence)
    expect(review.findings.filter(({ state }) => state !== 'verified')).toEqual([])
    expect(review.signable).toBe(true)
    expect(isVerified(review)).toBe(true)
    expect(review.operations).toHaveLength(isLent ? quote.originChainsOperations.length : 0)
  })

  test('cannot be signed with any leaf changed on the way', () => {
    expect(all.length).toBeGreaterThan(countLeaves(quote) * 7)
    expect(mutations.length).toBeGreaterThan(countLeaves(quote))
    expect(signable(mutations)).toEqual([])
  })

  test('cannot be signed with any leaf changed and sealed by another key', () => {
    // The seal is refused, whatever was changed.
    const some = pickEveryNth(mutations, 24)
    expect(signable(some, (document) => signWith(attackerKey, { document }))).toEqual([])
  })

  test('cannot be signed with a leaf that matters changed and sealed by the service itself', () => {
    const found = signable(
      pickOneOfEachKind(all).filter(
        (one) => !isHarmless(one, isLent ? harmless : [...harmless, ...harmlessUnsigned]),
      ),
      (document) => signIfPossible(document, (known) => withDevnetSignature(known)),
    )
    expect(found).toEqual([])
  })
})

const lent = recorded('a vault deposit paid from another chain')
const other = recorded('one paid in another asset')
const unlent = recorded('calls that the account pays for itself')
const several = recorded('two tokens lent and drawn from two accounts')

function recorded(name: string): RecordedCall {
  const found = recordedCalls.get(name)
  if (!found) throw new Error(`${name} is not recorded.`)
  return found
}

function mismatches(review: ReturnType<typeof verifyCallQuote>): readonly FindingId[] {
  return review.findings.filter(({ state }) => state === 'mismatch').map(({ id }) => id)
}

/** A quote whose service changed an order, and hashed and signed it correctly. */
function withOrder({ quote }: RecordedCall, change: (order: Order) => Order): Quote {
  const originChainsOperations = quote.originChainsOperations.map((operation) => {
    if (!isEvmOperation(operation)) return operation
    const { userOp, typedDataToSign } = operation
    const deposit = decodeOperation(userOp.callData)?.at(-1)
    if (deposit?.kind !== 'deposit') throw new Error('Nothing is deposited.')
    const calls = decodeBatch(userOp.callData) ?? []
    const callData = encodeBatch([
      ...calls.slice(0, -1),
      buildDepositCall(deposit.escrow, change(deposit.order)),
    ])
    const { chainId: chainNumber, name, version } = typedDataToSign.domain
    return {
      ...operation,
      userOp: { ...userOp, callData },
      typedDataToSign: buildApproveTypedData(
        { sender: userOp.sender, callData, nonce: BigInt(userOp.nonce) },
        { chainNumber, domain: { name, version } },
      ),
    }
  })
  return withDevnetSignature({ ...quote, originChainsOperations })
}

const tamperings: readonly { what: string; change: (order: Order) => Order; found: FindingId }[] = [
  {
    what: 'names another delivery',
    change: (order) => ({ ...order, fillId: lent.quote.id }),
    found: 'order',
  },
  {
    what: 'binds it to another hash',
    change: (order) => ({ ...order, fillHash: `0x${'11'.repeat(32)}` }),
    found: 'order',
  },
  {
    what: 'moves a unit from the fee to the amount',
    change: (order) => ({ ...order, amount: order.amount + 1n, fee: order.fee - 1n }),
    found: 'lent',
  },
  {
    what: 'pays somebody else',
    change: (order) => ({ ...order, payee: order.depositor }),
    found: 'escrow',
  },
  {
    what: 'refunds later',
    change: (order) => ({ ...order, refundAfter: order.refundAfter + 1n }),
    found: 'deadlines',
  },
]

test.each(tamperings)('a service that $what is refused', ({ change, found }) => {
  const received = withOrder(lent, change)
  const review = verifyCallQuote({ ...callQuoteEvidence(lent, received) })
  expect(mismatches(review)).toContain(found)
  expect(review.signable).toBe(false)
})

test('the quote of another prepared call is refused', () => {
  for (const [mine, theirs] of [
    [lent, other],
    [other, lent],
    [lent, unlent],
    [unlent, lent],
    [lent, several],
  ] as const) {
    const evidence = { ...callQuoteEvidence(mine, theirs.quote), nowSeconds: theirs.madeAt + 1 }
    expect(verifyCallQuote(evidence).signable).toBe(false)
  }
})

test('a first review that did not pass, or that somebody else made, signs nothing', () => {
  const evidence = callQuoteEvidence(lent, lent.quote)
  const tampered = { ...lent.prepared, callType: 'same_chain_exclude_solver' }
  const bad = verifyPrepared(preparedEvidence(lent, withCallSignature(tampered)))
  expect(bad.signable).toBe(false)
  for (const prepared of [bad, { ...bad, signable: true }, { ...evidence.prepared }])
    expect(verifyCallQuote({ ...evidence, prepared }).signable).toBe(false)
})

test('value from another asset than the one asked for is refused', () => {
  const evidence = callQuoteEvidence(lent, lent.quote)
  expect(mismatches(verifyCallQuote({ ...evidence, fromAssetId: 'agg:usdt' }))).toContain('asset')
  expect(verifyCallQuote({ ...evidence, fromAssetId: 'agg:usdc' }).signable).toBe(true)
})

test('an account that was not asked for is refused, several that were are not', () => {
  const evidence = callQuoteEvidence(several, several.quote)
  expect(
    new Set(
      several.quote.originChainsOperations.map((one) => isEvmOperation(one) && one.userOp.sender),
    ).size,
  ).toBe(2)
  expect(verifyCallQuote(evidence).signable).toBe(true)
  const [first] = several.request.accounts
  const prepared = verifyPrepared({
    ...preparedEvidence(several, withCallSignature({ ...several.prepared, accounts: [first] })),
    request: { ...several.request, accounts: first ? [first] : [] },
  })
  expect(prepared.signable).toBe(true)
  expect(mismatches(verifyCallQuote({ ...evidence, prepared }))).toEqual(
    expect.arrayContaining(['accounts', 'calls']),
  )
})

test('deposits dearer than what is lent are refused by the feeds, unchecked without them', () => {
  const evidence = callQuoteEvidence(other, other.quote)
  const prices = new Map(evidence.prices)
  for (const { assetType } of evidence.roots.assets.filter(({ symbol }) => symbol === 'USDT'))
    prices.set(assetType, 1.05)
  expect(mismatches(verifyCallQuote({ ...evidence, prices }))).toEqual(['price'])
  const { prices: _, ...unpriced } = evidence
  const review = verifyCallQuote(unpriced)
  expect(review.findings.find(({ id }) => id === 'price')?.state).toBe('unchecked')
})

test.each([
  { fee: '400000000', usd: '0.4000', paid: '0.6000', isFair: true },
  { fee: '1300000000', usd: '1.30', paid: '1.50', isFair: false },
])('a fee of $usd dollars for a loan of 0.2 is fair: $isFair', ({ fee, usd, paid, isFair }) => {
  const evidence = callQuoteEvidence(lent, lent.quote)
  const cheap = evidence.roots.assets.flatMap(({ assetType, symbol }) =>
    symbol === 'USDC' ? [[assetType, 0.001] as const] : [],
  )
  const { originToken, destinationToken, ...quote } = withOrder(lent, (order) => ({
    ...order,
    fee: BigInt(fee),
  }))
  const received = withDevnetSignature({
    ...quote,
    originToken: {
      ...originToken,
      fiatValue: originToken.fiatValue.map((row) => ({ ...row, fiatValue: paid })),
    },
    destinationToken: { ...destinationToken, fiatValue: '0.3000', minimumFiatValue: '0.3000' },
    fees: { ...quote.fees, cumulativeUSD: usd },
  })
  const prices = new Map([...(evidence.prices ?? []), ...cheap])
  const found = mismatches(verifyCallQuote({ ...evidence, received, prices }))
  expect(found.includes('price')).toBe(!isFair)
})

test('a quote that is over cannot be signed', () => {
  const evidence = callQuoteEvidence(lent, lent.quote)
  const signable = [29, 30].map(
    (seconds) => verifyCallQuote({ ...evidence, nowSeconds: lent.madeAt + seconds }).signable,
  )
  expect(signable).toEqual([true, false])
})

test('anything at all in place of a quote is refused and never throws', () => {
  for (const received of [undefined, null, 0, '', 'quote', [], {}, [{}], { id: '0x' }])
    expect(verifyCallQuote(callQuoteEvidence(lent, received)).signable).toBe(false)
})

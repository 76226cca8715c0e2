import { describe, expect, test } from 'vitest'

import type { OperationIntent } from '#chains/ports/chain.ts'
import { getSqrtPriceAtTick } from '#chains/evm/assets/tickPrice.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { UnlistedPool, UnlistedReading } from '#protocol/quotes/unlistedToken.ts'
import {
  attackerKey,
  type Harmless,
  harmlessInQuotes,
  isHarmless,
  signWith,
} from '#testing/dashboard/quoteMutations.ts'
import { pickEveryNth } from '#testing/campaign.ts'
import { mutateLeaves, pickOneOfEachKind, pickOneOfEachSigned } from '#testing/mutateLeaves.ts'
import { devnetQuoteKey } from '#testing/verifier/sampleQuote.ts'
import {
  unlistedEvidence,
  unlistedPool,
  unlistedQuote,
  unlistedReading,
  type UnlistedTampering,
} from '#testing/verifier/unlistedSample.ts'
import { verifyQuote } from './verifyQuote.ts'

const harmless: readonly Harmless[] = [
  ...harmlessInQuotes,
  {
    path: /^unlistedToken\.pool\.pairedAmount$/,
    what: /^one (more|less)$/,
    because:
      'within a tenth of what this app reads; it moves with every trade, and is for show only',
  },
]

describe.each(['bought', 'sold'] as const)('a token on no list that is %s', (side) => {
  const quote = unlistedQuote(side)
  const all = mutateLeaves(quote)

  test('is verified in every point as the service makes it', () => {
    const { findings, signable } = verifyQuote(unlistedEvidence(side, quote))
    expect(findings.filter(({ state }) => state !== 'verified')).toEqual([])
    expect(signable).toBe(true)
  })

  test('of the past is read as it names token and pool itself, is never signed, and proves no price', () => {
    const { unlisted: _own, prices: _feeds, ...file } = unlistedEvidence(side, quote)
    const past = verifyQuote({ ...file, isPast: true })
    expect(past.findings.filter(({ state }) => state === 'mismatch')).toEqual([])
    expect(past.findings).toContainEqual(
      expect.objectContaining({ id: 'price', state: 'unchecked' }),
    )
    expect(past.signable).toBe(false)
    expect(past.traded?.asset).toMatchObject({ symbol: 'ODD', decimals: 8, isUnlisted: true })
    const changed = removeMark(quote)
    expect(verifyQuote({ ...file, isPast: true, received: changed }).findings).toContainEqual(
      expect.objectContaining({ state: 'mismatch' }),
    )
  })

  test('the one fee of its operation is found, in what it is paid in', () => {
    const { operations } = verifyQuote(unlistedEvidence(side, quote))
    const [operation] = operations
    if (operation?.kind !== 'evm') throw new Error('Expected an operation on an EVM chain.')
    expect(operation.traded?.symbol).toBe('ODD')
    expect([operation.fee, operation.feeOut?.units, operation.feeOut?.asset.symbol]).toEqual(
      side === 'bought' ? [100_000n, undefined, undefined] : [0n, 100_000n, 'USDC'],
    )
  })

  test('cannot be signed with any leaf changed, on the way or sealed by another key', () => {
    const changed = pickOneOfEachSigned(all)
    expect(changed.filter(({ document }) => isSignable(document))).toEqual([])
    // The seal is refused, whatever was changed.
    const some = pickEveryNth(changed, 24)
    expect(some.filter((one) => isSignable(signWith(attackerKey, one)))).toEqual([])
  })

  test('cannot be signed with a leaf that matters changed and sealed by the service itself', () => {
    const signable = pickOneOfEachKind(all, 0)
      .filter((one) => !isHarmless(one, harmless))
      .filter((one) => isSignable(signWith(devnetQuoteKey, one)))
      .map(({ path, what }) => `${path}: ${what}`)
    expect(signable).toEqual([])
  })

  test('every leaf of what is said of token and pool is compared', () => {
    const marks = all.filter(({ path }) => path.startsWith('unlistedToken'))
    expect(marks.length).toBeGreaterThan(60)
    const signable = marks
      .filter((one) => !isHarmless(one, harmless))
      .filter((one) => isSignable(signWith(devnetQuoteKey, one)))
      .map(({ path, what }) => `${path}: ${what}`)
    expect(signable).toEqual([])
  })

  test.each<[string, Partial<UnlistedReading>]>([
    ['another token', { token: '0x00000000000000000000000000000000000000d2' }],
    ['no contract', { hasCode: false }],
    ['other decimals', { decimals: 6 }],
    ['no decimals', { decimals: undefined }],
    ['another symbol', { symbol: 'ODDER' }],
    ['another name', { name: 'Odder token' }],
    ['the name of a listed asset', { name: 'USD Coin' }],
    ['no pool', { pools: [] }],
    ['another pool', inPool({ address: '0x00000000000000000000000000000000000f0002' })],
    ['another fee of the pool', inPool({ fee: 500 })],
    ['too little in the pool', inPool({ held: 20_000_000_000n })],
    ['less in the pool than is shown', inPool({ held: 800_000_000_000n })],
    ['no liquidity', inPool({ liquidity: 0n })],
    ['a pool that forgets', inPool({ tick: undefined })],
    ['a pool with few observations', inPool({ observations: 9 })],
    ['a price away from the average', inPool({ sqrtPrice: getSqrtPriceAtTick(-59_600) })],
    ['another average', inPool(moveTicks(-1_500))],
    ['a better average', inPool(moveTicks(1_500))],
  ])('cannot be signed where this app reads %s', (_, changes) => {
    const evidence = unlistedEvidence(side, quote)
    const unlisted = { ...unlistedReading, ...changes }
    expect(verifyQuote({ ...evidence, unlisted }).signable).toBe(false)
  })

  test('cannot be signed where this app has not read it, has no price, or did not ask', () => {
    const { unlisted: _own, ...unread } = unlistedEvidence(side, quote)
    const { prices: _feeds, ...unpriced } = unlistedEvidence(side, quote)
    const { request } = unread
    const unasked = {
      ...unlistedEvidence(side, quote),
      request: { ...request, acceptsUnlisted: false },
    }
    for (const evidence of [unread, unpriced, unasked])
      expect(verifyQuote(evidence).signable).toBe(false)
  })

  test.each<[string, UnlistedTampering]>([
    ['pays the output to somebody else', inSwap((swap) => ({ ...swap, recipient: thief }))],
    ['pays the fee to somebody else', inSwap((swap) => ({ ...swap, feeReceiver: thief }))],
    ['swaps for less than the minimum', inSwap((swap) => ({ ...swap, minimumOut: 1n }))],
    ['swaps in another pool', inSwap((swap) => ({ ...swap, poolFee: 500 }))],
    ['does not measure, or takes another fee', inSwap(swapSides)],
    ['is not marked', { quote: removeMark }],
  ])('cannot be signed where the service %s', (_, tampering) => {
    expect(isSignable(unlistedQuote(side, tampering))).toBe(false)
  })

  function isSignable(document: unknown): boolean {
    return verifyQuote(unlistedEvidence(side, document)).signable
  }
})

test('what a look-alike resembles has to be said', () => {
  const evidence = unlistedEvidence('bought', sayUsdc('eip155:1/slip44:60'))
  const unlisted = { ...unlistedReading, symbol: 'USDС' }
  const usdc = evidence.roots.assets.find(({ symbol }) => symbol === 'USDC')?.assetType
  const said = verifyQuote({ ...evidence, unlisted, received: sayUsdc(usdc) })
  expect(said.findings.filter(({ state }) => state !== 'verified')).toEqual([])
  expect(verifyQuote({ ...evidence, unlisted }).signable).toBe(false)
  expect(verifyQuote({ ...evidence, unlisted, received: sayUsdc(undefined) }).signable).toBe(false)
})

function sayUsdc(resembles: AssetType | undefined): Quote {
  return unlistedQuote('bought', {
    quote: ({ unlistedToken, destinationToken, ...quote }) => ({
      ...quote,
      destinationToken: { ...destinationToken, symbol: 'USDС' },
      ...(unlistedToken && {
        unlistedToken: {
          ...unlistedToken,
          symbol: 'USDС',
          ...(resembles && { resembles }),
        },
      }),
    }),
  })
}

function removeMark(quote: Quote): Quote {
  const { unlistedToken: _mark, ...rest } = quote
  return rest
}

const thief = '0x000000000000000000000000000000000000dEaD'

type Swap = OperationIntent['action'] & { kind: 'swap' }

function inSwap(change: (swap: Swap) => Swap): UnlistedTampering {
  return {
    intent: (intent) => {
      const { action } = intent
      return action.kind === 'swap' ? { ...intent, action: change(action) } : intent
    },
  }
}

/** The calls of the other side: no measuring of what is bought, a fee out of it instead. */
function swapSides(swap: Swap): Swap {
  const isBought = swap.unlisted?.side === 'bought'
  return { ...swap, unlisted: isBought ? { side: 'sold', feeOut: 5n } : { side: 'bought' } }
}

function inPool(changes: Partial<UnlistedPool>): Partial<UnlistedReading> {
  return { pools: [{ ...unlistedPool, ...changes }] }
}

function moveTicks(by: number): Partial<UnlistedPool> {
  const tick = (unlistedPool.tick ?? 0) + by
  return { tick, sqrtPrice: getSqrtPriceAtTick(tick) }
}

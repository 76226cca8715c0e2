import type { PoolFault } from '#chains/evm/assets/findUnlistedPool.ts'
import { unlistedBounds } from '#protocol/quotes/unlistedToken.ts'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { translate } from '../../../language/translate.ts'

/** Why a token on no list cannot be swapped: in short for a button, and as a sentence. */
export type FaultWords = { short: string; sentence: string }

/** Says why nothing prices a token on no list. */
export function describeFault(fault: PoolFault, formats: Formats): FaultWords {
  const { minPoolUsd, minObservations, priceSeconds } = unlistedBounds
  const minutes = priceSeconds / 60
  switch (fault.kind) {
    case 'noContract':
      return {
        short: translate('No contract found'),
        sentence: translate('There is no contract at this address on this chain.'),
      }
    case 'noToken':
      return {
        short: translate('Not a token'),
        sentence: translate('The contract reports no decimals, so it isn’t a token.'),
      }
    case 'noPool':
      return {
        short: translate('No pool for this token'),
        sentence: translate('The exchange has no pool that pairs it with a listed token.'),
      }
    case 'thin':
      return {
        short: translate('Not enough liquidity'),
        sentence: translate(
          'Its largest pool holds {held}. It needs {least}, so that one trade can’t move the price.',
          { held: formats.dollars(fault.usd), least: formats.dollars(minPoolUsd) },
        ),
      }
    case 'unobserved':
      return {
        short: translate('Its pool is too new'),
        sentence: translate(
          'Its pool stores {count, plural, one {# past price} other {# past prices}}. An average needs {least}.',
          { count: fault.observations, least: minObservations },
        ),
      }
    case 'forgetful':
      return {
        short: translate('Its pool is too new'),
        sentence: translate(
          'Its pool has no price history for the last {minutes} minutes. Try again later.',
          { minutes },
        ),
      }
    case 'apart':
      return {
        short: translate('Pool prices disagree'),
        sentence: translate(
          'Its large pools disagree on the price. Someone may have set one up to mislead.',
        ),
      }
    case 'moved':
      return {
        short: translate('Unstable price'),
        sentence: translate(
          'The pool price is {share} off its {minutes}-minute average. Someone may be manipulating it.',
          { share: formats.share(fault.bps / 10_000), minutes },
        ),
      }
  }
}

/** Said where the token's chain does not answer this browser. */
export function describeSilence(chain: string): FaultWords {
  return {
    short: translate('The chain isn’t responding'),
    sentence: translate('{chain} isn’t responding, so the token can’t be read right now.', {
      chain,
    }),
  }
}

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
        short: translate('No contract there'),
        sentence: translate('There is no contract at this address on this chain.'),
      }
    case 'noToken':
      return {
        short: translate('This is no token'),
        sentence: translate('The contract does not say its decimals, so it is no token.'),
      }
    case 'noPool':
      return {
        short: translate('No pool trades it'),
        sentence: translate('No pool of the exchange trades it against a listed token now.'),
      }
    case 'thin':
      return {
        short: translate('Its pool holds too little'),
        sentence: translate(
          'Its largest pool holds {held} of a listed token. {least} are needed for a price that one trade does not move.',
          { held: formats.dollars(fault.usd), least: formats.dollars(minPoolUsd) },
        ),
      }
    case 'unobserved':
      return {
        short: translate('Its pool is too young'),
        sentence: translate(
          'Its pool keeps {count, plural, one {# price} other {# prices}} of the past. {least} are needed for an average.',
          { count: fault.observations, least: minObservations },
        ),
      }
    case 'forgetful':
      return {
        short: translate('Its pool is too young'),
        sentence: translate(
          'Its pool does not remember its price of the last {minutes} minutes. Try again later.',
          { minutes },
        ),
      }
    case 'apart':
      return {
        short: translate('Its pools disagree'),
        sentence: translate(
          'Its large pools do not agree on its price: somebody may have made one of them for that.',
        ),
      }
    case 'moved':
      return {
        short: translate('Its price is moving'),
        sentence: translate(
          'The price in its pool is {share} from its average of {minutes} minutes: somebody may be moving it.',
          { share: formats.share(fault.bps / 10_000), minutes },
        ),
      }
  }
}

/** Said where the token's chain does not answer this browser. */
export function describeSilence(chain: string): FaultWords {
  return {
    short: translate('The chain does not answer'),
    sentence: translate('{chain} does not answer, so the token cannot be read now.', { chain }),
  }
}

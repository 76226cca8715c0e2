import { translate } from '../../../language/translate.ts'
import type { QuoteErrorMessage } from '../../quoting/describeQuoteError.ts'

/**
 * Says of an amount that only dust makes too large that less of it can be moved, and of a token on no
 * list what the service saw when it tried it.
 */
export function describeSwapError(
  error: QuoteErrorMessage,
  isUnlisted: boolean,
): QuoteErrorMessage {
  if (isUnlisted) return describeUnlistedError(error)
  if (error.most === undefined) return error
  return {
    ...error,
    title: translate('Part of it costs more to move than it’s worth'),
    body: translate('A small balance on another chain can’t cover its own fees. The rest can.'),
    button: translate('Lower the amount'),
  }
}

const untraded: readonly QuoteErrorMessage['code'][] = [
  'NO_ROUTE',
  'PRICE_UNAVAILABLE',
  'INSUFFICIENT_LIQUIDITY',
]

function describeUnlistedError(error: QuoteErrorMessage): QuoteErrorMessage {
  // The service's own sentence says what was seen.
  const seen = error.detail === '' ? error.body : error.detail
  if (error.code === 'SIMULATION_FAILED')
    return {
      ...error,
      title: translate('The token failed simulation'),
      body: translate('The service simulated buying, transferring and selling it: {seen}', {
        seen,
      }),
      detail: '',
    }
  if (!untraded.includes(error.code)) return error
  return {
    ...error,
    title: translate('This token can’t be traded right now'),
    body: seen,
    detail: '',
  }
}

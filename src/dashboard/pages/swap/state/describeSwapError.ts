import { translate } from '../../../language/translate.ts'
import type { QuoteErrorMessage } from '../../quoting/describeQuoteError.ts'

/** Says of an amount that only dust makes too large that less of it can be moved. */
export function describeSwapError(error: QuoteErrorMessage): QuoteErrorMessage {
  if (error.most === undefined) return error
  return {
    ...error,
    title: translate('Part of it costs more to move than it is worth'),
    body: translate('A small balance on another chain cannot pay for its own way. The rest can.'),
    button: translate('Lower the amount'),
  }
}

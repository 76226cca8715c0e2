import { translate } from '../../../language/translate.ts'
import type { QuoteErrorMessage } from '../../quoting/describeQuoteError.ts'

const texts: Partial<
  Record<QuoteErrorMessage['code'], Pick<QuoteErrorMessage, 'title' | 'body' | 'button'>>
> = {
  INSUFFICIENT_BALANCE: {
    title: translate('Not enough with the fees'),
    body: translate('Fees come on top of what arrives. Lower the amount, or send all.'),
    button: translate('Not enough with the fees'),
  },
  NO_ROUTE: {
    title: translate('This cannot be delivered right now'),
    body: translate(
      'Nobody brings it to that chain at the moment. Another chain or amount may work.',
    ),
    button: translate('Cannot be delivered now'),
  },
  INSUFFICIENT_LIQUIDITY: {
    title: translate('Too much to deliver right now'),
    body: translate(
      'Nobody can deliver this much there at the moment. A smaller amount or another chain may work.',
    ),
    button: translate('Cannot be delivered now'),
  },
  AMOUNT_TOO_LOW: {
    title: translate('Too little to send'),
    body: translate(
      'Delivering it costs more than it is worth. Raise the amount, or choose another chain.',
    ),
    button: translate('Raise the amount'),
  },
}

/** Puts the message of a failed quote in the words of a page that only sends. */
export function describeSendError(error: QuoteErrorMessage): QuoteErrorMessage {
  const text = texts[error.code]
  return text ? { ...error, ...text } : error
}

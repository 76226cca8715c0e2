import { translate } from '../../../language/translate.ts'
import type { QuoteErrorMessage } from '../../quoting/describeQuoteError.ts'

const texts: Partial<
  Record<QuoteErrorMessage['code'], Pick<QuoteErrorMessage, 'title' | 'body' | 'button'>>
> = {
  INSUFFICIENT_BALANCE: {
    title: translate('Not enough to cover the fees'),
    body: translate('Fees are added to the amount. Lower it, or send all.'),
    button: translate('Not enough to cover the fees'),
  },
  NO_ROUTE: {
    title: translate('This can’t be delivered right now'),
    body: translate('No route to that chain right now. Try another chain or amount.'),
    button: translate('Can’t deliver right now'),
  },
  INSUFFICIENT_LIQUIDITY: {
    title: translate('Amount too large right now'),
    body: translate('Not enough liquidity there right now. Try a smaller amount or another chain.'),
    button: translate('Lower the amount'),
  },
  AMOUNT_TOO_LOW: {
    title: translate('Amount too small'),
    body: translate(
      'Delivery costs more than it’s worth. Increase the amount, or choose another chain.',
    ),
    button: translate('Increase the amount'),
  },
}

/** Puts the message of a failed quote in the words of a page that only sends. */
export function describeSendError(error: QuoteErrorMessage): QuoteErrorMessage {
  const text = texts[error.code]
  return text ? { ...error, ...text } : error
}

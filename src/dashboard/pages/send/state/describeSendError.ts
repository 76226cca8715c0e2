import type { QuoteErrorMessage } from '../../quoting/describeQuoteError.ts'

const texts: Partial<
  Record<QuoteErrorMessage['code'], Pick<QuoteErrorMessage, 'title' | 'body' | 'button'>>
> = {
  INSUFFICIENT_BALANCE: {
    title: 'Not enough with the fees',
    body: 'Fees come on top of what arrives. Lower the amount, or send all.',
    button: 'Not enough with the fees',
  },
  NO_ROUTE: {
    title: 'This cannot be delivered right now',
    body: 'Nobody brings it to that chain at the moment. Another chain or amount may work.',
    button: 'Cannot be delivered now',
  },
  INSUFFICIENT_LIQUIDITY: {
    title: 'Too much to deliver right now',
    body: 'Nobody can deliver this much there at the moment. A smaller amount or another chain may work.',
    button: 'Cannot be delivered now',
  },
  AMOUNT_TOO_LOW: {
    title: 'Too little to send',
    body: 'Delivering it costs more than it is worth. Raise the amount, or choose another chain.',
    button: 'Raise the amount',
  },
}

/** Puts the message of a failed quote in the words of a page that only sends. */
export function describeSendError(error: QuoteErrorMessage): QuoteErrorMessage {
  const text = texts[error.code]
  return text ? { ...error, ...text } : error
}

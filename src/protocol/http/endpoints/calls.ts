import { PreparedCallQuote } from '../../quotes/callQuote.ts'
import { Quote } from '../../quotes/quote.ts'
import type { EndpointRoute } from './endpoint.ts'

/** `POST /api/v3/quote/prepare-call-quote` */
export const prepareCallQuote = {
  method: 'POST',
  paths: ['/api/v3/quote/prepare-call-quote'],
  response: PreparedCallQuote,
} as const satisfies EndpointRoute

/** `POST /api/v3/quote/call-quote` */
export const callQuote = {
  method: 'POST',
  paths: ['/api/v3/quote/call-quote'],
  response: Quote,
} as const satisfies EndpointRoute

import { IndicativeQuote } from '../../quotes/indicativeQuote.ts'
import { ExecuteQuoteAnswer, Quote } from '../../quotes/quote.ts'
import type { EndpointRoute } from './endpoint.ts'
import { PreparedCallQuote } from '../../quotes/callQuote.ts'

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

/** `POST /api/v3/quote` */
export const quote = {
  method: 'POST',
  paths: ['/api/v3/quote'],
  response: Quote,
} as const satisfies EndpointRoute

/** `POST /api/v3/quote/indicative` */
export const indicativeQuote = {
  method: 'POST',
  paths: ['/api/v3/quote/indicative'],
  response: IndicativeQuote,
} as const satisfies EndpointRoute

/** `POST /api/v3/quote/execute-quote` */
export const executeQuote = {
  method: 'POST',
  paths: ['/api/v3/quote/execute-quote', '/api/v3/quote/execute', '/v3/quote/execute'],
  response: ExecuteQuoteAnswer,
} as const satisfies EndpointRoute

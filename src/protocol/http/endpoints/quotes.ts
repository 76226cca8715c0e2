import { IndicativeQuote, IndicativeQuoteRequest } from '../../quotes/indicativeQuote.ts'
import { ExecuteQuoteAnswer, Quote, QuoteRequest } from '../../quotes/quote.ts'
import type { Endpoint } from './endpoint.ts'
import { quoteUnits } from './units.ts'

/** `POST /api/v3/quote` */
export const quote = {
  method: 'POST',
  paths: ['/api/v3/quote'],
  summary: 'Quote a transfer or swap for 1 to 10 accounts.',
  body: QuoteRequest,
  response: Quote,
  status: 200,
  visitorUnits: quoteUnits,
  solana: 'beta',
} as const satisfies Endpoint

/** `POST /api/v3/quote/indicative` */
export const indicativeQuote = {
  method: 'POST',
  paths: ['/api/v3/quote/indicative'],
  summary: 'Say what a transfer or swap would come to, without an account.',
  body: IndicativeQuoteRequest,
  response: IndicativeQuote,
  status: 200,
  visitorUnits: quoteUnits,
  solana: 'beta',
} as const satisfies Endpoint

/** `POST /api/v3/quote/execute-quote` */
export const executeQuote = {
  method: 'POST',
  paths: ['/api/v3/quote/execute-quote', '/api/v3/quote/execute', '/v3/quote/execute'],
  summary: 'Submit a signed quote for execution.',
  body: Quote,
  response: ExecuteQuoteAnswer,
  status: 200,
  visitorUnits: quoteUnits,
  solana: 'beta',
} as const satisfies Endpoint

import {
  CallQuoteRequest,
  PrepareCallQuoteRequest,
  PreparedCallQuote,
} from '../../quotes/callQuote.ts'
import { Quote } from '../../quotes/quote.ts'
import type { Endpoint } from './endpoint.ts'
import { quoteUnits, simulationUnits } from './units.ts'

/** `POST /api/v3/quote/prepare-call-quote` */
export const prepareCallQuote = {
  method: 'POST',
  paths: ['/api/v3/quote/prepare-call-quote'],
  summary: 'Build the operation to sign for a set of calls.',
  body: PrepareCallQuoteRequest,
  response: PreparedCallQuote,
  status: 200,
  units: simulationUnits,
  solana: 'beta',
} as const satisfies Endpoint

/** `POST /api/v3/quote/call-quote` */
export const callQuote = {
  method: 'POST',
  paths: ['/api/v3/quote/call-quote'],
  summary: 'Quote a signed contract call.',
  body: CallQuoteRequest,
  response: Quote,
  status: 200,
  visitorUnits: quoteUnits,
  solana: 'beta',
} as const satisfies Endpoint

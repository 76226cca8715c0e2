import { BalanceQueryV2, BalanceRecordV2 } from '../../quotes/balance.ts'
import {
  CallQuoteRequestV1,
  PrepareCallQuoteRequestV1,
  PreparedCallQuoteV1,
} from '../../quotes/callQuote.ts'
import { ExecuteQuoteAnswer, QuoteRequestV1, QuoteV1 } from '../../quotes/quote.ts'
import { HistoryPage, HistoryQueryV1 } from '../../status/status.ts'
import type { Endpoint } from './endpoint.ts'
import { quoteUnits, simulationUnits } from './units.ts'

/** `POST /api/v1/quote` */
export const quoteV1 = {
  method: 'POST',
  paths: ['/api/v1/quote'],
  summary: 'Quote a transfer or swap for one EVM account.',
  body: QuoteRequestV1,
  response: QuoteV1,
  status: 200,
  visitorUnits: quoteUnits,
} as const satisfies Endpoint

/** `POST /api/quotes/prepare-call-quote` */
export const prepareCallQuoteV1 = {
  method: 'POST',
  paths: ['/api/quotes/prepare-call-quote'],
  summary: 'Build the operation to sign for a set of calls.',
  body: PrepareCallQuoteRequestV1,
  response: PreparedCallQuoteV1,
  status: 200,
  units: simulationUnits,
} as const satisfies Endpoint

/** `POST /api/quotes/call-quote` */
export const callQuoteV1 = {
  method: 'POST',
  paths: ['/api/quotes/call-quote'],
  summary: 'Quote a signed contract call.',
  body: CallQuoteRequestV1,
  response: QuoteV1,
  status: 200,
  visitorUnits: quoteUnits,
} as const satisfies Endpoint

/** `POST /api/quotes/execute-quote` */
export const executeQuoteV1 = {
  method: 'POST',
  paths: ['/api/quotes/execute-quote'],
  summary: 'Submit a signed quote for execution.',
  body: QuoteV1,
  response: ExecuteQuoteAnswer,
  status: 200,
  visitorUnits: quoteUnits,
} as const satisfies Endpoint

/** `GET /api/status/get-tx-history` */
export const historyV1 = {
  method: 'GET',
  paths: ['/api/status/get-tx-history'],
  summary: 'The executions of an EVM account, newest first.',
  query: HistoryQueryV1,
  response: HistoryPage,
  status: 200,
} as const satisfies Endpoint

/** `GET /api/v2/balances/aggregated-balance` */
export const balancesV2 = {
  method: 'GET',
  paths: ['/api/v2/balances/aggregated-balance'],
  summary: 'What an account holds of every supported asset.',
  query: BalanceQueryV2,
  response: BalanceRecordV2,
  status: 200,
} as const satisfies Endpoint

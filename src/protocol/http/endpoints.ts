import { z } from 'zod/mini'

import { BalanceQuery, BalanceQueryV2, BalanceRecord, BalanceRecordV2 } from '../quotes/balance.ts'
import {
  CallQuoteRequest,
  CallQuoteRequestV1,
  PreparedCallQuote,
  PreparedCallQuoteV1,
  PrepareCallQuoteRequest,
  PrepareCallQuoteRequestV1,
} from '../quotes/callQuote.ts'
import { FaucetAnswer, FaucetRequest, Scenario, ScenarioSwitch } from '../service/devnet.ts'
import {
  AssetRecord,
  Discovery,
  PredictAddressAnswer,
  PredictAddressRequest,
  SupportedChain,
} from '../service/discovery.ts'
import { CurrencyRates } from '../service/rates.ts'
import { IndicativeQuote, IndicativeQuoteRequest } from '../quotes/indicativeQuote.ts'
import {
  ExecuteQuoteAnswer,
  Quote,
  QuoteRequest,
  QuoteRequestV1,
  QuoteV1,
} from '../quotes/quote.ts'
import { AllowSessionRequest, RevokeSessionRequest, SessionRecord } from '../accounts/session.ts'
import {
  HistoryPage,
  HistoryQuery,
  HistoryQueryV1,
  StatusAnswer,
  StatusQuery,
} from '../status/status.ts'

/** One row of the endpoint table. */
export type Endpoint = {
  method: 'GET' | 'POST'
  /** The path of the specification first, then its aliases. */
  paths: readonly [string, ...string[]]
  summary: string
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  response: z.ZodMiniType
  status: 200 | 201
  /** What one request costs against the caller's rate limit; 1 by default. */
  units?: number
  /** The cost for callers without an API key, where it is higher. */
  visitorUnits?: number
  /** Only on devnets; 404 elsewhere. */
  devnetOnly?: true
  /** Accepts Solana accounts, operations and recipients, which are beta. */
  solana?: 'beta'
}

/** Two simulations of arbitrary calls chosen by an unknown caller. */
const simulationUnits = 5
/** About ten milliseconds of CPU: callers without a key do not need fifty a second. */
const quoteUnits = 4

/**
 * The endpoint table, from which routes, client, OpenAPI document and tests derive. Source:
 * specification section 4, where some paths lack `/api`; wire, "Paths" and "Extensions".
 */
export const endpoints = {
  quoteV1: {
    method: 'POST',
    paths: ['/api/v1/quote'],
    summary: 'Quote a transfer or swap for one EVM account.',
    body: QuoteRequestV1,
    response: QuoteV1,
    status: 200,
    visitorUnits: quoteUnits,
  },
  prepareCallQuoteV1: {
    method: 'POST',
    paths: ['/api/quotes/prepare-call-quote'],
    summary: 'Build the operation to sign for a set of calls.',
    body: PrepareCallQuoteRequestV1,
    response: PreparedCallQuoteV1,
    status: 200,
    units: simulationUnits,
  },
  callQuoteV1: {
    method: 'POST',
    paths: ['/api/quotes/call-quote'],
    summary: 'Quote a signed contract call.',
    body: CallQuoteRequestV1,
    response: QuoteV1,
    status: 200,
    visitorUnits: quoteUnits,
  },
  executeQuoteV1: {
    method: 'POST',
    paths: ['/api/quotes/execute-quote'],
    summary: 'Submit a signed quote for execution.',
    body: QuoteV1,
    response: ExecuteQuoteAnswer,
    status: 200,
    visitorUnits: quoteUnits,
  },
  quote: {
    method: 'POST',
    paths: ['/api/v3/quote'],
    summary: 'Quote a transfer or swap for 1 to 10 accounts.',
    body: QuoteRequest,
    response: Quote,
    status: 200,
    visitorUnits: quoteUnits,
    solana: 'beta',
  },
  indicativeQuote: {
    method: 'POST',
    paths: ['/api/v3/quote/indicative'],
    summary: 'Say what a transfer or swap would come to, without an account.',
    body: IndicativeQuoteRequest,
    response: IndicativeQuote,
    status: 200,
    visitorUnits: quoteUnits,
    solana: 'beta',
  },
  prepareCallQuote: {
    method: 'POST',
    paths: ['/api/v3/quote/prepare-call-quote'],
    summary: 'Build the operation to sign for a set of calls.',
    body: PrepareCallQuoteRequest,
    response: PreparedCallQuote,
    status: 200,
    units: simulationUnits,
    solana: 'beta',
  },
  callQuote: {
    method: 'POST',
    paths: ['/api/v3/quote/call-quote'],
    summary: 'Quote a signed contract call.',
    body: CallQuoteRequest,
    response: Quote,
    status: 200,
    visitorUnits: quoteUnits,
    solana: 'beta',
  },
  executeQuote: {
    method: 'POST',
    paths: ['/api/v3/quote/execute-quote', '/api/v3/quote/execute', '/v3/quote/execute'],
    summary: 'Submit a signed quote for execution.',
    body: Quote,
    response: ExecuteQuoteAnswer,
    status: 200,
    visitorUnits: quoteUnits,
    solana: 'beta',
  },
  status: {
    method: 'GET',
    paths: [
      '/api/v3/status/get-execution-status',
      '/api/status/get-execution-status',
      '/v3/status/get-execution-status',
    ],
    summary: 'The state of an execution.',
    query: StatusQuery,
    response: StatusAnswer,
    status: 200,
    solana: 'beta',
  },
  history: {
    method: 'GET',
    paths: ['/api/v3/status/get-tx-history'],
    summary: 'The executions of an account, newest first.',
    query: HistoryQuery,
    response: HistoryPage,
    status: 200,
    solana: 'beta',
  },
  historyV1: {
    method: 'GET',
    paths: ['/api/status/get-tx-history'],
    summary: 'The executions of an EVM account, newest first.',
    query: HistoryQueryV1,
    response: HistoryPage,
    status: 200,
  },
  balancesV2: {
    method: 'GET',
    paths: ['/api/v2/balances/aggregated-balance'],
    summary: 'What an account holds of every supported asset.',
    query: BalanceQueryV2,
    response: BalanceRecordV2,
    status: 200,
  },
  balances: {
    method: 'GET',
    paths: ['/api/v3/balances/aggregated-balance', '/v3/balances/aggregated-balance'],
    summary: 'What accounts hold of the assets asked for.',
    query: BalanceQuery,
    response: BalanceRecord,
    status: 200,
    solana: 'beta',
  },
  chains: {
    method: 'GET',
    paths: ['/api/chains/supported-list'],
    summary: 'The supported chains.',
    response: z.array(SupportedChain),
    status: 200,
  },
  assets: {
    method: 'GET',
    paths: ['/api/assets/list'],
    summary: 'The aggregated assets and their members.',
    response: z.array(AssetRecord),
    status: 200,
  },
  rates: {
    method: 'GET',
    paths: ['/api/rates'],
    summary: 'What a US dollar is worth in other currencies, for showing values.',
    response: CurrencyRates,
    status: 200,
  },
  discovery: {
    method: 'GET',
    paths: ['/api/discovery'],
    summary: 'Network, contracts and names of this deployment.',
    response: Discovery,
    status: 200,
  },
  predictAddress: {
    method: 'POST',
    paths: ['/api/account/predict-address'],
    summary: 'The address an account has on every EVM chain.',
    body: PredictAddressRequest,
    response: PredictAddressAnswer,
    status: 201,
  },
  revokeSession: {
    method: 'POST',
    paths: ['/api/account/revoke-session'],
    summary: 'End a session key on every chain; signed by the admin.',
    body: RevokeSessionRequest,
    response: SessionRecord,
    status: 200,
  },
  allowSession: {
    method: 'POST',
    paths: ['/api/account/allow-session'],
    summary: 'Say what a session key may do; signed by the admin.',
    body: AllowSessionRequest,
    response: SessionRecord,
    status: 200,
  },
  faucet: {
    method: 'POST',
    paths: ['/api/devnet/faucet'],
    summary: 'Fund an address with devnet tokens.',
    body: FaucetRequest,
    response: FaucetAnswer,
    status: 200,
    devnetOnly: true,
    solana: 'beta',
  },
  scenarios: {
    method: 'GET',
    paths: ['/api/devnet/scenarios'],
    summary: 'The causes of failure the devnet can play.',
    response: z.array(Scenario),
    status: 200,
    devnetOnly: true,
  },
  setScenario: {
    method: 'POST',
    paths: ['/api/devnet/scenarios'],
    summary: 'Switch a cause of failure on or off.',
    body: ScenarioSwitch,
    response: z.array(Scenario),
    status: 200,
    devnetOnly: true,
  },
} as const satisfies Record<string, Endpoint>

/** Name of an endpoint in {@link endpoints}. */
export type EndpointName = keyof typeof endpoints

import { z } from 'zod/mini'

import { PredictAddressRequest } from '../accounts/account.ts'
import { AllowSessionRequest, RevokeSessionRequest } from '../accounts/session.ts'
import { BalanceQuery, BalanceQueryV2, BalanceRecordV2 } from '../quotes/balance.ts'
import {
  CallQuoteRequest,
  CallQuoteRequestV1,
  maxCallData,
  maxOverrideCode,
  PreparedCallQuoteV1,
  PrepareCallQuoteRequest,
  PrepareCallQuoteRequestV1,
} from '../quotes/callQuote.ts'
import { IndicativeQuoteRequest } from '../quotes/indicativeQuote.ts'
import {
  ExecuteQuoteAnswer,
  Quote,
  QuoteRequest,
  QuoteRequestV1,
  QuoteV1,
} from '../quotes/quote.ts'
import { AssetRecord, SupportedChain } from '../service/assets.ts'
import { FaucetRequest, ScenarioSwitch } from '../service/devnet.ts'
import { HistoryPage, HistoryQuery, HistoryQueryV1, StatusQuery } from '../status/status.ts'
import * as accounts from './endpoints/accounts.ts'
import * as devnet from './endpoints/devnet.ts'
import * as network from './endpoints/network.ts'
import * as quotes from './endpoints/quotes.ts'
import * as status from './endpoints/status.ts'
import type { Endpoint, EndpointRoute } from './endpoints/endpoint.ts'

/** `GET /api/chains/supported-list` */
const chains = {
  method: 'GET',
  paths: ['/api/chains/supported-list'],
  response: z.array(SupportedChain),
} as const satisfies EndpointRoute

/** `GET /api/assets/list` */
const assets = {
  method: 'GET',
  paths: ['/api/assets/list'],
  response: z.array(AssetRecord),
} as const satisfies EndpointRoute

/** Two simulations of arbitrary calls chosen by an unknown caller. */
const simulationUnits = 5

/** About ten milliseconds of CPU: callers without a key do not need fifty a second. */
const quoteUnits = 4

/**
 * Largest bodies in bytes. A byte of call data is two digits. A call stands in its own operation, and a
 * quote of generation 1 repeats that as what it delivers; `quote` is one without a call.
 */
const maxBytes = {
  calls: 2 * (maxCallData + maxOverrideCode) + 64 * 1024,
  operation: 2 * maxCallData + 64 * 1024,
  quote: 256 * 1024 + 4 * maxCallData,
}

/**
 * The endpoint table, from which routes, OpenAPI document and tests derive. Where an endpoint is and what it
 * answers stands in files of its own: a page imports just those it asks, and builds only their schemas.
 * Source: specification section 4, where some paths lack `/api`; wire, "Paths" and "Extensions".
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
    maxBodyBytes: maxBytes.calls,
    response: PreparedCallQuoteV1,
    status: 200,
    units: simulationUnits,
  },
  callQuoteV1: {
    method: 'POST',
    paths: ['/api/quotes/call-quote'],
    summary: 'Quote a signed contract call.',
    body: CallQuoteRequestV1,
    maxBodyBytes: maxBytes.operation,
    response: QuoteV1,
    status: 200,
    visitorUnits: quoteUnits,
  },
  executeQuoteV1: {
    method: 'POST',
    paths: ['/api/quotes/execute-quote'],
    summary: 'Submit a signed quote for execution.',
    body: QuoteV1,
    maxBodyBytes: maxBytes.quote,
    response: ExecuteQuoteAnswer,
    status: 200,
    visitorUnits: quoteUnits,
  },
  quote: {
    ...quotes.quote,
    summary: 'Quote a transfer or swap for 1 to 10 accounts.',
    body: QuoteRequest,
    status: 200,
    visitorUnits: quoteUnits,
    solana: 'beta',
  },
  indicativeQuote: {
    ...quotes.indicativeQuote,
    summary: 'Say what a transfer or swap would come to, without an account.',
    body: IndicativeQuoteRequest,
    status: 200,
    visitorUnits: quoteUnits,
    solana: 'beta',
  },
  prepareCallQuote: {
    ...quotes.prepareCallQuote,
    summary: 'Build the operation to sign for a set of calls.',
    body: PrepareCallQuoteRequest,
    maxBodyBytes: maxBytes.calls,
    status: 200,
    units: simulationUnits,
    solana: 'beta',
  },
  callQuote: {
    ...quotes.callQuote,
    summary: 'Quote a signed contract call.',
    body: CallQuoteRequest,
    maxBodyBytes: maxBytes.operation,
    status: 200,
    visitorUnits: quoteUnits,
    solana: 'beta',
  },
  executeQuote: {
    ...quotes.executeQuote,
    summary: 'Submit a signed quote for execution.',
    body: Quote,
    maxBodyBytes: maxBytes.quote,
    status: 200,
    visitorUnits: quoteUnits,
    solana: 'beta',
  },
  status: {
    ...status.status,
    summary: 'The state of an execution.',
    query: StatusQuery,
    status: 200,
    solana: 'beta',
  },
  history: {
    ...status.history,
    summary: 'The executions of an account, newest first.',
    query: HistoryQuery,
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
    ...accounts.balances,
    summary: 'What accounts hold of the assets asked for.',
    query: BalanceQuery,
    status: 200,
    solana: 'beta',
  },
  chains: {
    ...chains,
    summary: 'The supported chains.',
    status: 200,
  },
  assets: {
    ...assets,
    summary: 'The aggregated assets and their members.',
    status: 200,
  },
  rates: {
    ...network.rates,
    summary: 'What a US dollar is worth in other currencies, for showing values.',
    status: 200,
  },
  discovery: {
    ...network.discovery,
    summary: 'Network, contracts and names of this deployment.',
    status: 200,
  },
  predictAddress: {
    ...accounts.predictAddress,
    summary: 'The address an account has on every EVM chain.',
    body: PredictAddressRequest,
    status: 201,
  },
  revokeSession: {
    ...accounts.revokeSession,
    summary: 'End a session key on every chain; signed by the admin.',
    body: RevokeSessionRequest,
    status: 200,
  },
  allowSession: {
    ...accounts.allowSession,
    summary: 'Say what a session key may do; signed by the admin.',
    body: AllowSessionRequest,
    status: 200,
  },
  faucet: {
    ...devnet.faucet,
    summary: 'Fund an address with devnet tokens.',
    body: FaucetRequest,
    status: 200,
    devnetOnly: true,
    solana: 'beta',
  },
  scenarios: {
    ...devnet.scenarios,
    summary: 'The causes of failure the devnet can play.',
    status: 200,
    devnetOnly: true,
  },
  setScenario: {
    ...devnet.setScenario,
    summary: 'Switch a cause of failure on or off.',
    body: ScenarioSwitch,
    status: 200,
    devnetOnly: true,
  },
} as const satisfies Record<string, Endpoint>

/** Name of an endpoint in {@link endpoints}. */
export type EndpointName = keyof typeof endpoints

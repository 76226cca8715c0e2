import { quote, indicativeQuote, executeQuote } from './endpoints/quotes.ts'
import { prepareCallQuote, callQuote } from './endpoints/calls.ts'
import { status, history } from './endpoints/status.ts'
import { balances } from './endpoints/balances.ts'
import { chains, assets, rates, discovery } from './endpoints/network.ts'
import { predictAddress, revokeSession, allowSession } from './endpoints/accounts.ts'
import { faucet, scenarios, setScenario } from './endpoints/devnet.ts'
import {
  quoteV1,
  prepareCallQuoteV1,
  callQuoteV1,
  executeQuoteV1,
  historyV1,
  balancesV2,
} from './endpoints/earlierGenerations.ts'
import type { Endpoint } from './endpoints/endpoint.ts'

/**
 * The endpoint table, from which routes, OpenAPI document and tests derive. The dashboard imports the
 * rows it calls one by one, so that a page builds only their schemas. Source: specification section
 * 4, where some paths lack `/api`; wire, "Paths" and "Extensions".
 */
export const endpoints = {
  quoteV1,
  prepareCallQuoteV1,
  callQuoteV1,
  executeQuoteV1,
  quote,
  indicativeQuote,
  prepareCallQuote,
  callQuote,
  executeQuote,
  status,
  history,
  historyV1,
  balancesV2,
  balances,
  chains,
  assets,
  rates,
  discovery,
  predictAddress,
  revokeSession,
  allowSession,
  faucet,
  scenarios,
  setScenario,
} as const satisfies Record<string, Endpoint>

/** Name of an endpoint in {@link endpoints}. */
export type EndpointName = keyof typeof endpoints

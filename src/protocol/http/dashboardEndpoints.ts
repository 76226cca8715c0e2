import type { EndpointName } from './endpoints.ts'

/**
 * The endpoints that the dashboard's pages use, and all that its host forwards for them without a
 * key of their own; the client of the dashboard can be asked for no other. What makes a devnet's
 * executions fail is not among them: it asks for a key. Source: security rule 28.
 */
export const dashboardEndpoints = [
  'assets',
  'balances',
  'callQuote',
  'chains',
  'discovery',
  'executeQuote',
  'faucet',
  'history',
  'predictAddress',
  'prepareCallQuote',
  'quote',
  'status',
] as const satisfies readonly EndpointName[]

/** Name of an endpoint that the dashboard uses. */
export type DashboardEndpointName = (typeof dashboardEndpoints)[number]

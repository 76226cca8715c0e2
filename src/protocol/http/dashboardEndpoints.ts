import type { EndpointName } from './endpoints.ts'

/**
 * The endpoints that the dashboard uses. Its host forwards only these without an API key of the
 * caller, and the dashboard's client can call no others. Devnet fault scenarios are excluded
 * because they require a key. Source: security rule 28.
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
  'indicativeQuote',
  'predictAddress',
  'prepareCallQuote',
  'quote',
  'rates',
  'status',
] as const satisfies readonly EndpointName[]

/** Name of an endpoint in {@link dashboardEndpoints}. */
export type DashboardEndpointName = (typeof dashboardEndpoints)[number]

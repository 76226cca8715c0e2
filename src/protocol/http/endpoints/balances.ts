import { BalanceRecord } from '../../quotes/balance.ts'
import type { EndpointRoute } from './endpoint.ts'

/** `GET /api/v3/balances/aggregated-balance` */
export const balances = {
  method: 'GET',
  paths: ['/api/v3/balances/aggregated-balance', '/v3/balances/aggregated-balance'],
  response: BalanceRecord,
} as const satisfies EndpointRoute

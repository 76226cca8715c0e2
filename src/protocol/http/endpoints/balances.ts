import { BalanceQuery, BalanceRecord } from '../../quotes/balance.ts'
import type { Endpoint } from './endpoint.ts'

/** `GET /api/v3/balances/aggregated-balance` */
export const balances = {
  method: 'GET',
  paths: ['/api/v3/balances/aggregated-balance', '/v3/balances/aggregated-balance'],
  summary: 'What accounts hold of the assets asked for.',
  query: BalanceQuery,
  response: BalanceRecord,
  status: 200,
  solana: 'beta',
} as const satisfies Endpoint

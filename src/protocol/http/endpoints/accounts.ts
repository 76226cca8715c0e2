import { SessionRecord } from '../../accounts/session.ts'
import { PredictAddressAnswer } from '../../accounts/account.ts'
import type { EndpointRoute } from './endpoint.ts'
import { BalanceRecord } from '../../quotes/balance.ts'

/** `GET /api/v3/balances/aggregated-balance` */
export const balances = {
  method: 'GET',
  paths: ['/api/v3/balances/aggregated-balance', '/v3/balances/aggregated-balance'],
  response: BalanceRecord,
} as const satisfies EndpointRoute

/** `POST /api/account/predict-address` */
export const predictAddress = {
  method: 'POST',
  paths: ['/api/account/predict-address'],
  response: PredictAddressAnswer,
} as const satisfies EndpointRoute

/** `POST /api/account/revoke-session` */
export const revokeSession = {
  method: 'POST',
  paths: ['/api/account/revoke-session'],
  response: SessionRecord,
} as const satisfies EndpointRoute

/** `POST /api/account/allow-session` */
export const allowSession = {
  method: 'POST',
  paths: ['/api/account/allow-session'],
  response: SessionRecord,
} as const satisfies EndpointRoute

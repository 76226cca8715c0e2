import { HistoryPage, StatusAnswer } from '../../status/status.ts'
import type { EndpointRoute } from './endpoint.ts'

/** `GET /api/v3/status/get-execution-status` */
export const status = {
  method: 'GET',
  paths: [
    '/api/v3/status/get-execution-status',
    '/api/status/get-execution-status',
    '/v3/status/get-execution-status',
  ],
  response: StatusAnswer,
} as const satisfies EndpointRoute

/** `GET /api/v3/status/get-tx-history` */
export const history = {
  method: 'GET',
  paths: ['/api/v3/status/get-tx-history'],
  response: HistoryPage,
} as const satisfies EndpointRoute

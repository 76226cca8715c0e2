import { HistoryPage, HistoryQuery, StatusAnswer, StatusQuery } from '../../status/status.ts'
import type { Endpoint } from './endpoint.ts'

/** `GET /api/v3/status/get-execution-status` */
export const status = {
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
} as const satisfies Endpoint

/** `GET /api/v3/status/get-tx-history` */
export const history = {
  method: 'GET',
  paths: ['/api/v3/status/get-tx-history'],
  summary: 'The executions of an account, newest first.',
  query: HistoryQuery,
  response: HistoryPage,
  status: 200,
  solana: 'beta',
} as const satisfies Endpoint

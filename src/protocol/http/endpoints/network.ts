import { Discovery } from '../../service/discovery.ts'
import { CurrencyRates } from '../../service/rates.ts'
import type { EndpointRoute } from './endpoint.ts'

/** `GET /api/rates` */
export const rates = {
  method: 'GET',
  paths: ['/api/rates'],
  response: CurrencyRates,
} as const satisfies EndpointRoute

/** `GET /api/discovery` */
export const discovery = {
  method: 'GET',
  paths: ['/api/discovery'],
  response: Discovery,
} as const satisfies EndpointRoute

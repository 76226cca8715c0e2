import { z } from 'zod/mini'

import { AssetRecord, Discovery, SupportedChain } from '../../service/discovery.ts'
import { CurrencyRates } from '../../service/rates.ts'
import type { EndpointRoute } from './endpoint.ts'

/** `GET /api/chains/supported-list` */
export const chains = {
  method: 'GET',
  paths: ['/api/chains/supported-list'],
  response: z.array(SupportedChain),
} as const satisfies EndpointRoute

/** `GET /api/assets/list` */
export const assets = {
  method: 'GET',
  paths: ['/api/assets/list'],
  response: z.array(AssetRecord),
} as const satisfies EndpointRoute

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

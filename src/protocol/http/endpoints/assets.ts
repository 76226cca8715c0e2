import { z } from 'zod/mini'

import { AssetRecord, SupportedChain } from '../../service/assets.ts'
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

import { z } from 'zod/mini'

import { AssetRecord, Discovery, SupportedChain } from '../../service/discovery.ts'
import { CurrencyRates } from '../../service/rates.ts'
import type { Endpoint } from './endpoint.ts'

/** `GET /api/chains/supported-list` */
export const chains = {
  method: 'GET',
  paths: ['/api/chains/supported-list'],
  summary: 'The supported chains.',
  response: z.array(SupportedChain),
  status: 200,
} as const satisfies Endpoint

/** `GET /api/assets/list` */
export const assets = {
  method: 'GET',
  paths: ['/api/assets/list'],
  summary: 'The aggregated assets and their members.',
  response: z.array(AssetRecord),
  status: 200,
} as const satisfies Endpoint

/** `GET /api/rates` */
export const rates = {
  method: 'GET',
  paths: ['/api/rates'],
  summary: 'What a US dollar is worth in other currencies, for showing values.',
  response: CurrencyRates,
  status: 200,
} as const satisfies Endpoint

/** `GET /api/discovery` */
export const discovery = {
  method: 'GET',
  paths: ['/api/discovery'],
  summary: 'Network, contracts and names of this deployment.',
  response: Discovery,
  status: 200,
} as const satisfies Endpoint

import { z } from 'zod/mini'

import { FaucetAnswer, Scenario } from '../../service/devnet.ts'
import type { EndpointRoute } from './endpoint.ts'

/** `POST /api/devnet/faucet` */
export const faucet = {
  method: 'POST',
  paths: ['/api/devnet/faucet'],
  response: FaucetAnswer,
} as const satisfies EndpointRoute

/** `GET /api/devnet/scenarios` */
export const scenarios = {
  method: 'GET',
  paths: ['/api/devnet/scenarios'],
  response: z.array(Scenario),
} as const satisfies EndpointRoute

/** `POST /api/devnet/scenarios` */
export const setScenario = {
  method: 'POST',
  paths: ['/api/devnet/scenarios'],
  response: z.array(Scenario),
} as const satisfies EndpointRoute

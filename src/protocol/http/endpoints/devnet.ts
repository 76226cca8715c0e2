import { z } from 'zod/mini'

import { FaucetAnswer, FaucetRequest, Scenario, ScenarioSwitch } from '../../service/devnet.ts'
import type { Endpoint } from './endpoint.ts'

/** `POST /api/devnet/faucet` */
export const faucet = {
  method: 'POST',
  paths: ['/api/devnet/faucet'],
  summary: 'Fund an address with devnet tokens.',
  body: FaucetRequest,
  response: FaucetAnswer,
  status: 200,
  devnetOnly: true,
  solana: 'beta',
} as const satisfies Endpoint

/** `GET /api/devnet/scenarios` */
export const scenarios = {
  method: 'GET',
  paths: ['/api/devnet/scenarios'],
  summary: 'The causes of failure the devnet can play.',
  response: z.array(Scenario),
  status: 200,
  devnetOnly: true,
} as const satisfies Endpoint

/** `POST /api/devnet/scenarios` */
export const setScenario = {
  method: 'POST',
  paths: ['/api/devnet/scenarios'],
  summary: 'Switch a cause of failure on or off.',
  body: ScenarioSwitch,
  response: z.array(Scenario),
  status: 200,
  devnetOnly: true,
} as const satisfies Endpoint

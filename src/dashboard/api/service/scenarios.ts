import { useMutation } from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/devnet.ts'
import type { Scenario, ScenarioSwitch } from '#protocol/service/devnet.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'

/** An operator's key, which is sent and never stored, and what to switch; without it they are read. */
type ScenarioRequest = { key: string; change?: ScenarioSwitch }

/**
 * Reads and switches the devnet's scenarios. The page's own host passes no such request on without a
 * key. Source: security rule 28.
 */
export function useScenarios() {
  const api = useApi()
  return useMutation({
    mutationFn: (request: ScenarioRequest) => askScenarios(api, request),
    gcTime: 0,
  })
}

async function askScenarios(api: Api, { key, change }: ScenarioRequest): Promise<Scenario[]> {
  const operator: Api = {
    ...api,
    baseUrl: api.baseUrl.replace(/\/dashboard-api$/, '/api'),
    fetch(input, init) {
      const headers = new Headers(init?.headers)
      headers.set('x-api-key', key)
      return api.fetch(input, { ...init, headers })
    },
  }
  return change
    ? call(operator, endpoints.setScenario, { body: change })
    : call(operator, endpoints.scenarios)
}

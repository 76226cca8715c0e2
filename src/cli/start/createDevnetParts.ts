import { z } from 'zod'
import type { DevnetRoute } from '#devnet/explorer/page.ts'
import type { AnswerOf } from '#protocol/http/endpointShape.ts'
import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '#protocol/http/endpoints.ts'
import type { ErrorCode } from '#protocol/status/errors.ts'
import type { DevnetHandlers } from '#service/http/api/serviceHandlers.ts'
import type { DevnetParts } from '#service/roles/startApi.ts'
import { ServiceError } from '#service/ServiceError.ts'

const codeByStatus: Record<number, ErrorCode> = {
  400: 'INVALID_REQUEST',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  503: 'CHAIN_UNAVAILABLE',
}

/**
 * Converts the devnet's routes for the service: those in the endpoint table become handlers, plain pages
 * become pages.
 */
export function createDevnetParts(routes: readonly DevnetRoute[]): DevnetParts {
  const faucet = findRoute('faucet', routes)
  const scenarios = findRoute('scenarios', routes)
  const setScenario = findRoute('setScenario', routes)
  const handlers: DevnetHandlers = {
    ...(faucet && { faucet: ({ body }) => ask('faucet', { route: faucet, body }) }),
    ...(scenarios && { scenarios: () => ask('scenarios', { route: scenarios }) }),
    ...(setScenario && {
      setScenario: ({ body }) => ask('setScenario', { route: setScenario, body }),
    }),
  }
  return {
    handlers,
    pages: routes.filter(({ method, path }) => method === 'GET' && !path.startsWith('/api/')),
  }
}

function findRoute(name: EndpointName, routes: readonly DevnetRoute[]): DevnetRoute | undefined {
  const endpoint: Endpoint = endpoints[name]
  return routes.find(
    ({ method, path }) => method === endpoint.method && endpoint.paths.includes(path),
  )
}

/** @throws ServiceError with the devnet's error message. */
async function ask<name extends 'faucet' | 'scenarios' | 'setScenario'>(
  name: name,
  { route, body }: { route: DevnetRoute; body?: unknown },
): Promise<AnswerOf<name>> {
  const response = await route.handle({ body, params: {}, query: {} })
  const answer: unknown = JSON.parse(response.body)
  if (response.status >= 400) {
    const code = codeByStatus[response.status]
    if (code) throw new ServiceError(code, Refusal.parse(answer).message)
    throw new Error(`The devnet answered ${response.status} to ${name}.`)
  }
  const checked = endpoints[name].response.safeParse(answer)
  if (!isAnswer(name, checked)) throw new Error(`The devnet's answer to ${name} does not fit.`)
  return checked.data
}

function isAnswer<name extends EndpointName>(
  _name: name,
  checked: { success: boolean; data?: unknown },
): checked is { success: true; data: AnswerOf<name> } {
  return checked.success
}

const Refusal = z.object({ message: z.string().catch('The devnet refused.') })

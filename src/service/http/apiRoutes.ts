import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { EndpointName, Endpoint } from '#protocol/endpoints.ts'
import { endpoints } from '#protocol/endpoints.ts'
import { ServiceError } from '../ServiceError.ts'
import { keyOf } from './allowance.ts'
import type { ApiKey, ApiKeys } from './apiKeys.ts'
import type { Handler, HandlerInput, Handlers } from './handlers.ts'
import { readRequest } from './readRequest.ts'
import { checkSameOrigin } from './sameOrigin.ts'

/** A row of the endpoint table with its name and its handler, whatever its types. */
type Served = {
  name: EndpointName
  endpoint: Endpoint
  handle: (input: DecodedRequest) => unknown
}

type DecodedRequest = { query: unknown; body: unknown; receivedBody: unknown }

/** The names of the table's endpoints that have a handler. */
export function servedEndpoints(handlers: Handlers): EndpointName[] {
  return servedRows(handlers).map(({ name }) => name)
}

/**
 * Adds every endpoint that has a handler, under the paths of the table: a key is asked for before
 * anything of the request is looked at.
 */
export function addApiRoutes(
  scope: FastifyInstance,
  options: { handlers: Handlers; keys: ApiKeys },
): void {
  addRoutes(scope, {
    handlers: options.handlers,
    pathOf: (path) => path,
    guard: async (request, name) =>
      checkKey(request, { key: await keyOf(request, options.keys), name }),
  })
}

/**
 * Adds the same endpoints under `/dashboard-api`, for the dashboard's own pages only: its host vouches
 * for them, so no key reaches the browser (security rule 28).
 */
export function addDashboardApiRoutes(
  scope: FastifyInstance,
  options: { handlers: Handlers; publicUrl: string },
): void {
  addRoutes(scope, {
    handlers: options.handlers,
    pathOf: (path) => path.replace(/^\/api\//, '/dashboard-api/'),
    guard: async (request) => checkSameOrigin(request, { publicUrl: options.publicUrl }),
  })
}

function addRoutes(
  scope: FastifyInstance,
  options: {
    handlers: Handlers
    pathOf: (path: string) => string
    guard: (request: FastifyRequest, name: EndpointName) => Promise<void>
  },
): void {
  for (const served of servedRows(options.handlers))
    for (const path of served.endpoint.paths)
      scope.route({
        method: served.endpoint.method,
        url: options.pathOf(path),
        onRequest: (request) => options.guard(request, served.name),
        handler: (request, reply) => serve(request, { reply, served }),
      })
}

async function serve(
  request: FastifyRequest,
  { reply, served }: { reply: FastifyReply; served: Served },
): Promise<void> {
  const { endpoint, handle } = served
  const { query, body } = readRequest(endpoint, { query: request.query, body: request.body })
  const answer = await handle({ query, body, receivedBody: request.body })
  const checked = endpoint.response.safeParse(answer)
  if (!checked.success)
    throw new Error(`The answer of ${served.name} does not fit its schema.`, {
      cause: checked.error,
    })
  await reply.code(endpoint.status).header('cache-control', 'no-store').send(checked.data)
}

function checkKey(
  request: FastifyRequest,
  { key, name }: { key: ApiKey | undefined; name: EndpointName },
): void {
  if (!key)
    throw new ServiceError('UNAUTHENTICATED', 'The header x-api-key is missing or not a known key.')
  const { origin } = request.headers
  if (origin !== undefined && key.allowedOrigins && !key.allowedOrigins.includes(origin))
    throw new ServiceError('FORBIDDEN', 'This key may not be used from this origin.')
  if (key.allowedEndpoints && !key.allowedEndpoints.includes(name))
    throw new ServiceError('FORBIDDEN', 'This key may not use this endpoint.')
}

function servedRows(handlers: Handlers): Served[] {
  const names = Object.keys(endpoints).filter(isEndpointName)
  return names.flatMap((name) => {
    const handler = handlers[name]
    return handler ? [servedRow({ name, handler })] : []
  })
}

/** Ties a row to its handler; what the row's own schemas made has the types the handler takes. */
function servedRow<name extends EndpointName>(row: { name: name; handler: Handler<name> }): Served {
  const endpoint: Endpoint = endpoints[row.name]
  return {
    name: row.name,
    endpoint,
    handle(input) {
      if (!isInputOf(row.name, input)) throw new Error(`${row.name} got no decoded request.`)
      return row.handler(input)
    },
  }
}

function isInputOf<name extends EndpointName>(
  name: name,
  input: DecodedRequest,
): input is HandlerInput<name> {
  const endpoint: Endpoint = endpoints[name]
  const hasQuery = (endpoint.query === undefined) === (input.query === undefined)
  return hasQuery && (endpoint.body === undefined) === (input.body === undefined)
}

function isEndpointName(name: string): name is EndpointName {
  return name in endpoints
}

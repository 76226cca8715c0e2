import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultMaxBodyBytes, type Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '#protocol/http/endpoints.ts'
import type { Caller } from '../../caller.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { AdmissionControl } from '../access/admission.ts'
import { getApiKey, toClientAddress } from '../access/allowance.ts'
import type { Client } from '../access/apiKeys.ts'
import type { Handler, HandlerInput, Handlers } from './handlers.ts'
import { readRequest } from './readRequest.ts'
import { checkSameOrigin } from '../server/sameOrigin.ts'

/** A row of the endpoint table with its name and handler, types erased. */
type Served = {
  name: EndpointName
  endpoint: Endpoint
  handle: (input: DecodedRequest) => unknown
}

type DecodedRequest = { query: unknown; body: unknown; receivedBody: unknown; caller: Caller }

/** Returns the names of the endpoints that have a handler. */
export function getServedEndpoints(handlers: Handlers): EndpointName[] {
  return getServedRows(handlers).map(({ name }) => name)
}

/**
 * Adds every endpoint with a handler under the paths of the table. Host and key are checked before
 * any other part of the request is read.
 *
 * @param options.checkHost - Throws when the Host header is not of this service.
 */
export function addApiRoutes(
  scope: FastifyInstance,
  options: {
    handlers: Handlers
    admission: AdmissionControl
    checkHost: (host: string | undefined) => void
  },
): void {
  const { handlers, admission, checkHost } = options
  for (const served of getServedRows(handlers))
    addRoute(scope, {
      served,
      admission,
      paths: served.endpoint.paths,
      async admit(request) {
        checkHost(request.headers.host)
        const { label, appFee } = await admitKey(request, served.name)
        return { apiKey: label, appFee }
      },
    })
}

/**
 * Adds the dashboard's endpoints under `/dashboard-api`, for pages of the own origin only: the host
 * adds the credentials, so no key reaches the browser (security rule 28).
 *
 * @param options.client - The client shared by all visitors; only endpoints it may use get a route.
 */
export function addDashboardApiRoutes(
  scope: FastifyInstance,
  options: { handlers: Handlers; admission: AdmissionControl; client: Client; publicUrl: string },
): void {
  const { admission, client, publicUrl } = options
  for (const served of getServedRows(options.handlers).filter(({ name }) => mayUse(client, name)))
    addRoute(scope, {
      served,
      admission,
      paths: served.endpoint.paths.flatMap((path) =>
        path.startsWith('/api/') ? [path.replace('/api/', '/dashboard-api/')] : [],
      ),
      async admit(request) {
        checkSameOrigin(request, { publicUrl })
        return { apiKey: client.label, visitor: toClientAddress(request.ip) }
      },
    })
}

/** Callers of admitted requests. */
const admitted = new WeakMap<FastifyRequest, Caller>()

/** @param options.admit - Returns the caller; throws when the request is not allowed. */
function addRoute(
  scope: FastifyInstance,
  options: {
    served: Served
    admission: AdmissionControl
    paths: readonly string[]
    admit: (request: FastifyRequest) => Promise<Caller>
  },
): void {
  const { served, admission, paths, admit } = options
  for (const url of paths)
    scope.route({
      method: served.endpoint.method,
      url,
      bodyLimit: served.endpoint.maxBodyBytes ?? defaultMaxBodyBytes,
      async onRequest(request) {
        admitted.set(request, { ...(await admit(request)), requestId: request.id })
      },
      handler: (request, reply) => serve(request, { reply, served, admission }),
    })
}

async function serve(
  request: FastifyRequest,
  {
    reply,
    served,
    admission,
  }: { reply: FastifyReply; served: Served; admission: AdmissionControl },
): Promise<void> {
  const { endpoint, handle } = served
  const read = readRequest(endpoint, { query: request.query, body: request.body })
  const caller = admitted.get(request)
  if (caller === undefined) throw new Error(`No caller was admitted to ${served.name}.`)
  const answer = await admission.run({ name: served.name, who: getCallerKey(caller) }, async () =>
    handle({ ...read, caller }),
  )
  const checked = endpoint.response.safeParse(answer)
  if (!checked.success)
    throw new Error(`The answer of ${served.name} does not fit its schema.`, {
      cause: checked.error,
    })
  await reply.code(endpoint.status).header('cache-control', 'no-store').send(checked.data)
}

/** Identity for fair queuing: the key, and for visitors of the dashboard also the address. */
function getCallerKey({ apiKey = '', visitor = '' }: Caller): string {
  return `${apiKey} ${visitor}`
}

async function admitKey(request: FastifyRequest, name: EndpointName): Promise<Client> {
  const key = await getApiKey(request)
  if (!key)
    throw new ServiceError('UNAUTHENTICATED', 'The header x-api-key is missing or not a known key.')
  const { origin } = request.headers
  if (origin !== undefined && key.allowedOrigins && !key.allowedOrigins.includes(origin))
    throw new ServiceError('FORBIDDEN', 'This key may not be used from this origin.')
  if (!mayUse(key, name)) throw new ServiceError('FORBIDDEN', 'This key may not use this endpoint.')
  return key
}

function mayUse({ allowedEndpoints }: Client, name: EndpointName): boolean {
  return allowedEndpoints === undefined || allowedEndpoints.includes(name)
}

function getServedRows(handlers: Handlers): Served[] {
  const names = Object.keys(endpoints).filter(isEndpointName)
  return names.flatMap((name) => {
    const handler = handlers[name]
    return handler ? [toServedRow({ name, handler })] : []
  })
}

/** Binds a row to its handler; the row's schemas produce the types that the handler takes. */
function toServedRow<name extends EndpointName>(row: {
  name: name
  handler: Handler<name>
}): Served {
  const endpoint: Endpoint = endpoints[row.name]
  return {
    name: row.name,
    endpoint,
    handle(input) {
      if (!getIsInput(row.name, input)) throw new Error(`${row.name} got no decoded request.`)
      return row.handler(input)
    },
  }
}

function getIsInput<name extends EndpointName>(
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

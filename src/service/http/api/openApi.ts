import type { FastifyInstance } from 'fastify'

import { solanaBeta } from '#protocol/ids/beta.ts'
import { ErrorBody } from '#protocol/status/errors.ts'
import {
  type JsonSchema,
  getEndpointJsonSchemas,
  toJsonSchema,
} from '#protocol/http/endpointShape.ts'
import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '#protocol/http/endpoints.ts'
import { getServedEndpoints } from './apiRoutes.ts'
import type { Handlers } from './handlers.ts'

/** Adds `/docs/openapi.json`, the endpoint table as OpenAPI 3.1; needs no API key. */
export function addOpenApi(
  app: FastifyInstance,
  { handlers, publicUrl }: { handlers: Handlers; publicUrl: string },
): void {
  const names = getServedEndpoints(handlers)
  let document: string | undefined
  app.get('/docs/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(names, { publicUrl }))
    await reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
      .send(document)
  })
}

/** An OpenAPI 3.1 document, typed as far as it is read here. */
export type OpenApiDocument = JsonSchema & {
  openapi: string
  components: JsonSchema & { schemas: { Error: JsonSchema } }
  /** By path, then by lower-case method. */
  paths: Record<string, Record<string, OpenApiOperation>>
}

/** An operation; responses by status, `default` for all of 400 and above. */
export type OpenApiOperation = JsonSchema & {
  responses: Record<
    string,
    { description: string; content: { 'application/json': { schema: JsonSchema } } }
  >
}

/** Builds the document of some endpoints; every alias becomes a path of its own. */
export function openApiDocument(
  names: readonly EndpointName[],
  { publicUrl }: { publicUrl: string },
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const name of names) {
    const endpoint: Endpoint = endpoints[name]
    for (const [index, path] of endpoint.paths.entries())
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: {
          operationId: index === 0 ? name : `${name}Alias${index}`,
          ...buildOperation(endpoint),
        },
      }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Estuary',
      version: '1.0.0',
      description:
        'One balance over many chains. A field of a request that is null is as if absent. A list in a query is one parameter with commas, or several of its name.',
    },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: [{ name: solanaTag, description: solanaBeta, 'x-beta': true }],
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: { Error: toJsonSchema(ErrorBody, 'output') },
    },
    paths,
  }
}

/** Tag of operations that support Solana. */
const solanaTag = 'Solana (beta)'

function buildOperation(endpoint: Endpoint): OpenApiOperation {
  const { query, body, response } = getEndpointJsonSchemas(endpoint)
  return {
    summary: endpoint.summary,
    // Extensions are used on operations only, so that schemas need no vendor keywords.
    ...(endpoint.solana && {
      tags: [solanaTag],
      description: solanaBeta,
      'x-beta': ['solana'],
    }),
    ...(query && { parameters: queryParameters(query) }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      [String(endpoint.status)]: {
        description: 'Done.',
        content: { 'application/json': { schema: response } },
      },
      default: {
        description: 'Refused; `code` and `message` say why.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function queryParameters({ properties, required }: JsonSchema): JsonSchema[] {
  if (typeof properties !== 'object' || properties === null) return []
  const needed: unknown[] = Array.isArray(required) ? required : []
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    style: 'form',
    explode: true,
    required: needed.includes(name),
    schema,
  }))
}

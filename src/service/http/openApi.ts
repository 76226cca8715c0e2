import type { FastifyInstance } from 'fastify'

import { ErrorBody } from '#protocol/errors.ts'
import { type JsonSchema, endpointJsonSchemas, jsonSchemaOf } from '#protocol/endpointShape.ts'
import { type Endpoint, endpoints } from '#protocol/endpoints.ts'
import { servedEndpoints } from './apiRoutes.ts'
import type { Handlers } from './handlers.ts'

/** Adds `/docs/openapi.json`: the endpoint table as OpenAPI 3.1, without a key. */
export function addOpenApi(
  app: FastifyInstance,
  options: { handlers: Handlers; publicUrl: string },
): void {
  let document: string | undefined
  app.get('/docs/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(options))
    await reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
      .send(document)
  })
}

/** The document of the endpoints that have a handler; every alias stands as a path of its own. */
export function openApiDocument(options: { handlers: Handlers; publicUrl: string }): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const name of servedEndpoints(options.handlers)) {
    const endpoint: Endpoint = endpoints[name]
    for (const [index, path] of endpoint.paths.entries())
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: {
          operationId: index === 0 ? name : `${name}Alias${index}`,
          ...operation(endpoint),
        },
      }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Estuary', version: '1.0.0', description: 'One balance over many chains.' },
    servers: [{ url: options.publicUrl }],
    security: [{ apiKey: [] }],
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      schemas: { Error: jsonSchemaOf(ErrorBody) },
    },
    paths,
  }
}

function operation(endpoint: Endpoint): JsonSchema {
  const { query, body, response } = endpointJsonSchemas(endpoint)
  return {
    summary: endpoint.summary,
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
    required: needed.includes(name),
    schema,
  }))
}

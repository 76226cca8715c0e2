import { z } from 'zod/mini'

import type { Endpoint } from './endpoints/endpoint.ts'
import type { EndpointName, endpoints } from './endpoints.ts'

type Row<name extends EndpointName> = (typeof endpoints)[name]

/** The decoded query of an endpoint; `undefined` when it takes none. */
export type QueryOf<name extends EndpointName> =
  Row<name> extends { query: infer schema extends z.ZodMiniType } ? z.output<schema> : undefined

/** The decoded body of an endpoint; `undefined` when it takes none. */
export type BodyOf<name extends EndpointName> =
  Row<name> extends { body: infer schema extends z.ZodMiniType } ? z.output<schema> : undefined

/** The decoded response of an endpoint. */
export type AnswerOf<name extends EndpointName> = z.output<Row<name>['response']>

/** A JSON Schema (draft 2020-12), as used by OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>

/**
 * Returns the schemas of an endpoint as JSON Schema: query and body as input, response as output.
 */
export function getEndpointJsonSchemas(endpoint: Endpoint): {
  query: JsonSchema | undefined
  body: JsonSchema | undefined
  response: JsonSchema
} {
  return {
    query: endpoint.query && toJsonSchema(endpoint.query, 'input'),
    body: endpoint.body && toJsonSchema(endpoint.body, 'input'),
    response: toJsonSchema(endpoint.response, 'output'),
  }
}

/**
 * Converts a schema to JSON Schema; constraints that JSON Schema cannot express are dropped.
 *
 * @param side - `input` allows unknown fields, `output` does not.
 */
export function toJsonSchema(schema: z.ZodMiniType, side: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...document } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
  })
  return document
}

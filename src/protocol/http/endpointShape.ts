import { z } from 'zod'

import type { Endpoint, EndpointName, endpoints } from './endpoints.ts'

type Row<name extends EndpointName> = (typeof endpoints)[name]

/** The decoded query of an endpoint; `undefined` when it takes none. */
export type QueryOf<name extends EndpointName> =
  Row<name> extends { query: infer schema extends z.ZodType } ? z.output<schema> : undefined

/** The decoded body of an endpoint; `undefined` when it takes none. */
export type BodyOf<name extends EndpointName> =
  Row<name> extends { body: infer schema extends z.ZodType } ? z.output<schema> : undefined

/** What an endpoint answers. */
export type AnswerOf<name extends EndpointName> = z.output<Row<name>['response']>

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>

/** The schemas of one endpoint as JSON Schema: what it takes (input side) and what it answers. */
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
 * One schema as JSON Schema; what JSON Schema cannot say is left open.
 *
 * @param side - `input`: what is taken, unknown fields too; `output`: what is given, no other field.
 */
export function toJsonSchema(schema: z.ZodType, side: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...document } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
  })
  return document
}

import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  jsonValue,
  oneof,
  record,
  string,
  stringMatching,
  uint8Array,
} from 'fast-check'

import { type JsonSchema, getEndpointJsonSchemas } from '#protocol/http/endpointShape.ts'
import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'

/** A request of a test. */
export type TestRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

const json = { 'content-type': 'application/json' }

/** Values that break parsers: wrong types, limits, lookalikes. */
const evil = oneof(
  jsonValue({ maxDepth: 2 }),
  string(),
  constantFrom<unknown>(
    null,
    '',
    '-1',
    '1e5',
    '0x',
    '9'.repeat(79),
    -0,
    1e308,
    '\u0000',
    '__proto__',
    'agg:',
    'agg:single',
    `0X${'a'.repeat(40)}`,
    `eip155:1:0x${'a'.repeat(40)}`,
    [],
    {},
  ),
)

/** Requests that match an endpoint's JSON Schema; its refinements may still refuse them. */
export function buildFittingRequests(endpoint: Endpoint): Arbitrary<TestRequest> {
  const { query, body } = getEndpointJsonSchemas(endpoint)
  if (body) return toArbitrary(body).map((value) => buildPost(endpoint, JSON.stringify(value)))
  return toArbitrary(query ?? { type: 'object' }).map((value) => buildGet(endpoint, value))
}

/** Requests with one leaf replaced, removed or added. */
export function buildDamagedRequests(endpoint: Endpoint): Arbitrary<TestRequest> {
  const { query, body } = getEndpointJsonSchemas(endpoint)
  const damaged = record({
    value: toArbitrary(body ?? query ?? { type: 'object' }),
    at: integer({ min: 0, max: 1000 }),
    how: constantFrom<Damage>('replace', 'remove', 'add'),
    evil,
  }).map(({ value, ...damage }) => withDamage(value, damage))
  return body
    ? damaged.map((value) => buildPost(endpoint, JSON.stringify(value) ?? 'null'))
    : damaged.map((value) => buildGet(endpoint, value))
}

/** Random bytes under various content types, with random queries. */
export function buildRawRequests(endpoint: Endpoint): Arbitrary<TestRequest> {
  return record({
    bytes: uint8Array({ maxLength: 300 }),
    query: oneof(constant(''), stringMatching(/^[!"$-~]{0,60}$/)),
    type: constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'text/plain',
      'multipart/form-data',
      '',
    ),
  }).map(({ bytes, query, type }) => ({
    method: endpoint.method,
    url: query === '' ? endpoint.paths[0] : `${endpoint.paths[0]}?${query}`,
    headers: { 'content-type': type },
    payload: Buffer.from(bytes),
  }))
}

type Damage = 'replace' | 'remove' | 'add'

function withDamage(
  value: unknown,
  { at, how, evil: other }: { at: number; how: Damage; evil: unknown },
): unknown {
  const places = getPlaces(value, [])
  const place = places[at % places.length] ?? []
  return changeAt(value, { place, how, other })
}

function changeAt(
  value: unknown,
  change: { place: readonly string[]; how: Damage; other: unknown },
): unknown {
  const [key, ...rest] = change.place
  if (key === undefined) return change.how === 'add' ? addAt(value, change.other) : change.other
  const entries = Object.entries(Object(value)).flatMap(([name, inner]) => {
    if (name !== key) return [[name, inner] as const]
    if (rest.length === 0 && change.how === 'remove') return []
    return [[name, changeAt(inner, { ...change, place: rest })] as const]
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

function addAt(value: unknown, other: unknown): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value
    return [...items, other]
  }
  return isRecord(value) ? { ...value, more: other } : other
}

function getPlaces(value: unknown, base: readonly string[]): string[][] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, child]) => getPlaces(child, [...base, key]))
      : []
  return [[...base], ...inner]
}

function buildPost(endpoint: Endpoint, payload: string): TestRequest {
  return { method: 'POST', url: endpoint.paths[0], headers: json, payload }
}

function buildGet(endpoint: Endpoint, value: unknown): TestRequest {
  const entries = Object.entries(Object(value)).map(([name, text]) => [
    name,
    typeof text === 'string' ? text : JSON.stringify(text),
  ])
  const query = new URLSearchParams(Object.fromEntries(entries)).toString()
  return { method: 'GET', url: `${endpoint.paths[0]}?${query}`, headers: {} }
}

/** Values that match a JSON schema. */
function toArbitrary(schema: unknown): Arbitrary<unknown> {
  if (!isRecord(schema)) return jsonValue()
  const branches = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(branches)) return oneof(...branches.map(toArbitrary))
  if ('const' in schema) return constant(schema['const'])
  if (Array.isArray(schema['enum'])) return constantFrom<unknown>(...schema['enum'])
  switch (schema['type']) {
    case 'string':
      return toStrings(schema)
    case 'integer':
      return integer({
        min: Math.max(Number(schema['minimum'] ?? -(2 ** 31)), -(2 ** 31)),
        max: Math.min(Number(schema['maximum'] ?? 2 ** 31 - 1), 2 ** 31 - 1),
      })
    case 'number':
      return double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return boolean()
    case 'array':
      return array(toArbitrary(schema['items']), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(Number(schema['maxItems'] ?? 3), 3),
      })
    case 'object':
      return toObjects(schema)
    default:
      return jsonValue()
  }
}

function toStrings(schema: JsonSchema): Arbitrary<string> {
  if (typeof schema['pattern'] === 'string') return stringMatching(new RegExp(schema['pattern']))
  return string({ minLength: Number(schema['minLength'] ?? 0), maxLength: 60 })
}

function toObjects(schema: JsonSchema): Arbitrary<unknown> {
  const properties = Object.entries(Object(schema['properties'] ?? {}))
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  return record(Object.fromEntries(properties.map(([key, value]) => [key, toArbitrary(value)])), {
    requiredKeys: properties.map(([key]) => key).filter((key) => required.includes(key)),
  })
}

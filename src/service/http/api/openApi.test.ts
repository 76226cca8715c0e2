import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'

import { EvmAccount } from '#protocol/accounts/account.ts'
import { getEndpointJsonSchemas, toJsonSchema } from '#protocol/http/endpointShape.ts'
import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '#protocol/http/endpoints.ts'
import { EvmChainOperation } from '#protocol/orders/operation.ts'
import { openApiDocument } from './openApi.ts'

const names = Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)
const document = openApiDocument(names, { publicUrl: 'http://127.0.0.1:8080' })

/** Every path of the specification (section 4) and those we added. */
const specified = [
  'POST /api/v1/quote',
  'POST /api/quotes/call-quote',
  'POST /api/quotes/prepare-call-quote',
  'POST /api/quotes/execute-quote',
  'POST /api/v3/quote',
  'POST /api/v3/quote/indicative',
  'POST /api/v3/quote/call-quote',
  'POST /api/v3/quote/prepare-call-quote',
  'POST /api/v3/quote/execute-quote',
  'POST /api/v3/quote/execute',
  'POST /v3/quote/execute',
  'GET /v3/status/get-execution-status',
  'GET /v3/balances/aggregated-balance',
  'GET /api/status/get-execution-status',
  'GET /api/v3/status/get-execution-status',
  'GET /api/status/get-tx-history',
  'GET /api/v3/status/get-tx-history',
  'GET /api/v2/balances/aggregated-balance',
  'GET /api/v3/balances/aggregated-balance',
  'GET /api/chains/supported-list',
  'GET /api/assets/list',
  'GET /api/discovery',
  'GET /api/rates',
  'POST /api/account/predict-address',
  'POST /api/account/revoke-session',
  'POST /api/account/allow-session',
  'POST /api/devnet/faucet',
  'GET /api/devnet/scenarios',
  'POST /api/devnet/scenarios',
]

test('it is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  const result = await validator.validate(structuredClone(document))
  expect(result).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('it has no tuples, which generators of clients do not know', () => {
  expect(JSON.stringify(document)).not.toContain('prefixItems')
})

test('a document with a fault is told', async () => {
  const broken = { ...structuredClone(document), paths: { 'no-slash': {} } }
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
})

test('it names every path of the specification and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.toSorted()).toEqual(specified.toSorted())
})

test('says of generation 3 and of the faucet that Solana stands there as beta, and of nothing else', () => {
  const marked = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap((operation) =>
      operation['x-beta'] === undefined ? [] : [{ path, operation }],
    ),
  )
  const newest = specified
    .map((text) => text.slice(text.indexOf(' ') + 1))
    .filter((path) => /v3|faucet/.test(path))
  const aliases = ['/api/status/get-execution-status']
  expect(marked.map(({ path }) => path).toSorted()).toEqual([...newest, ...aliases].toSorted())
  for (const { operation } of marked)
    expect(operation).toMatchObject({
      'x-beta': ['solana'],
      tags: ['Solana (beta)'],
      description: expect.stringContaining('no third party has audited its program'),
    })
  expect(document['tags']).toMatchObject([{ name: 'Solana (beta)', 'x-beta': true }])
})

test('the forms of Solana are marked beta wherever they stand, and those of EVM chains are not', () => {
  expect(new Set(forms('quote'))).toEqual(
    new Set(['Solana account (beta)', 'Solana chain operation (beta)']),
  )
  expect(forms('executeQuote')).toHaveLength(2)
  expect(forms('balances')).toEqual(['Solana address (beta)'])
  expect(JSON.stringify(toJsonSchema(EvmChainOperation, 'output'))).not.toContain('beta')
  expect(JSON.stringify(toJsonSchema(EvmAccount, 'output'))).not.toContain('beta')
})

function forms(name: EndpointName): string[] | null {
  const schemas = JSON.stringify(getEndpointJsonSchemas(endpoints[name]))
  return schemas.match(/Solana \w+( operation)? \(beta\)/g)
}

test.each(names)('%s says what it takes, what it answers and how it refuses', (name) => {
  const endpoint: Endpoint = endpoints[name]
  const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false })
  for (const path of endpoint.paths) {
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
    const parameters = operation?.['parameters']
    expect(Array.isArray(parameters) && parameters.length > 0).toBe(endpoint.query !== undefined)
    expect(operation?.['requestBody'] !== undefined).toBe(endpoint.body !== undefined)
    expect(Object.keys(operation?.responses ?? {})).toEqual([String(endpoint.status), 'default'])
    expect(operation?.responses['default']?.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/Error',
    })
    const schema = operation?.responses[String(endpoint.status)]?.content['application/json'].schema
    expect(() => ajv.compile(schema ?? false)).not.toThrow()
  }
})

test('a list in a query is documented as a text with commas and as several parameters', () => {
  const { query } = getEndpointJsonSchemas(endpoints.balances)
  const [text, list] = [{ type: 'string' }, { type: 'array', items: { type: 'string' } }]
  expect(query?.['properties']).toMatchObject({
    account: { anyOf: [text, list] },
    aggregatedAssetId: { anyOf: [text, list] },
  })
})

test('documents what of a call binds nothing, and whose state cannot be overridden', () => {
  const text = JSON.stringify(document.paths['/api/v3/quote/prepare-call-quote'])
  expect(text).toContain('it binds nothing')
  expect(text).toContain('Overrides of the account itself')
})

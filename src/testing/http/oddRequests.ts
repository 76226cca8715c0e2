import { type Agent, request as httpRequest } from 'node:http'

import { type Arbitrary, array, constant, constantFrom, oneof, record, string } from 'fast-check'
import type { FastifyInstance } from 'fastify'

import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { type TestRequest, buildFittingRequests } from './requests.ts'

/** A request whose path is sent verbatim, without normalization by a client. */
export type OddRequest = { method: string; path: string; headers: Record<string, string> }

/** A response to an {@link OddRequest}. */
export type OddAnswer = { statusCode: number; headers: Record<string, unknown>; body: string }

const names = ['api', 'dashboard-api', 'docs', 'explorer', 'assets', 'healthz', 'readyz', 'metrics']
const files = ['index.html', 'main-1a2b.js', 'main-1a2b.js.br', 'openapi.json', '.hidden']
/** Parent segments, separators and suffixes that parsers interpret differently, space-separated. */
const tricks =
  String.raw`.. . %2e%2e %2E. %252e%252e ..%5c %2f %2F.. \ ..\ %5c %00 %00.js % %zz %4 %c0%ae %ff
  %e0%a4%a %u002e %ed%a0%80 %0d%0a * :id ; ~ __proto__ constructor C: http://evil.example %F0%9F%98%80`
    .split(/\s+/)
    .concat('')

const segment = oneof(
  { weight: 3, arbitrary: constantFrom(...tricks) },
  constantFrom(...names, ...files),
  string({ maxLength: 8 }).map(encodeURIComponent),
  constant('a'.repeat(300)),
)

/** Valid and invalid paths with segments that parsers interpret differently. */
export const oddPaths: Arbitrary<string> = record({
  segments: array(segment, { maxLength: 6 }),
  query: constantFrom('', '', '?', '?%', '?a=%00', '?%2e%2e/', '?a=1#b'),
}).map(({ segments, query }) => `/${segments.join('/')}${query}`)

const dates = ['Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT', 'no date', '0']
const tags = ['*', '"other"', 'W/"5-0"', 'W/"', '"a", W/"b",,', '\\']
const ranges = [
  '0-1',
  '99-',
  '-0',
  '-1',
  '5-2',
  '0-0,2-3,-1',
  '0-99999999999999999999',
  'x',
  '--',
  '',
]
const hosts =
  '127.0.0.1|localhost:8080|[::1]:80|evil.example|a b|127.0.0.1@evil.example|127.0.0.1:99999'
const encodings = 'br|gzip;q=0|*|*;q=x|identity;q=0|,;,|deflate, br'
const types = 'application/json|APPLICATION/JSON;;|application/json; charset=x|text/html|/|;|a/b/c'
const origins = ['null', 'http://127.0.0.1:8080', 'https://evil.example', '*', '']

/** Headers read by file servers, caches, proxies and browsers; each may be missing. */
export const oddHeaders: Arbitrary<Record<string, string>> = record(
  {
    host: constantFrom(...hosts.split('|'), '.', '[', '', 'xn--', 'app.example', '%31'),
    range: constantFrom(...ranges.flatMap((range) => [`bytes=${range}`, range, `lines=${range}`])),
    'if-match': constantFrom(...tags),
    'if-none-match': constantFrom(...tags),
    'if-modified-since': constantFrom(...dates),
    'if-unmodified-since': constantFrom(...dates),
    'if-range': constantFrom(...tags, ...dates),
    'accept-encoding': constantFrom(...encodings.split('|')),
    accept: constantFrom('text/html', '*/*', 'application/json', ';', ''),
    'cache-control': constantFrom('no-cache', 'max-age=0', '='),
    'content-type': constantFrom(...types.split('|'), 'application/json, text/plain', ''),
    'content-encoding': constantFrom('gzip', 'identity', 'x'),
    origin: constantFrom(...origins),
    'sec-fetch-site': constantFrom('same-origin', 'cross-site', 'none', 'x'),
    'x-forwarded-for': constantFrom('127.0.0.1', '::', 'unknown', ','),
    'x-http-method-override': constantFrom('DELETE', 'POST'),
    'access-control-request-method': constantFrom('POST', 'X'),
  },
  { requiredKeys: [] },
)

/** Any path with any method and headers. */
export const oddRequests: Arbitrary<OddRequest> = record({
  method: constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE', 'PUT', 'PATCH'),
  path: oddPaths,
  headers: oddHeaders,
})

/** Requests that match an endpoint's schema, with arbitrary headers. */
export function buildOddlyHeadedRequests(endpoint: Endpoint): Arbitrary<TestRequest> {
  return record({ request: buildFittingRequests(endpoint), headers: oddHeaders }).map(
    ({ request, headers }) => ({ ...request, headers: { ...request.headers, ...headers } }),
  )
}

/** Sends a request to a listening service verbatim. */
export function sendOdd(
  app: FastifyInstance,
  { method, path, headers, agent }: OddRequest & { agent: Agent },
): Promise<OddAnswer> {
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('No port.')
  const to = { host: '127.0.0.1', port: address.port, agent, method, path, headers }
  return new Promise((resolve, reject) => {
    const request = httpRequest(to, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () =>
        resolve({ statusCode: response.statusCode ?? 0, headers: response.headers, body }),
      )
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end()
  })
}

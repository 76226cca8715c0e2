import { expect, test } from 'vitest'

import { type OpenApiDocument, openApiDocument } from '#service/http/api/openApi.ts'
import { findAnswerDeviations } from './findAnswerDeviations.ts'

const document: OpenApiDocument = openApiDocument(['chains', 'status', 'predictAddress'], {
  publicUrl: 'http://127.0.0.1',
})
const chainsPath = '/api/chains/supported-list'
const chain = {
  chain: { chain: 'eip155:1', namespace: 'eip155', reference: '1' },
  isTestnet: false,
}
const good = { method: 'GET', path: chainsPath, status: 200, body: [chain] }
const refusal = {
  error: 'Bad Request',
  message: 'No.',
  statusCode: 400,
  timestamp: new Date(0).toISOString(),
  path: chainsPath,
}

test('valid responses have no deviation, nor do errors for unknown paths', () => {
  const answers = [
    good,
    { method: 'GET', path: '/api/nowhere', status: 404, body: { ...refusal, statusCode: 404 } },
    { method: 'GET', path: '/api/status/get-execution-status', status: 200, body: {} },
  ]
  expect(findAnswerDeviations(answers, document)).toEqual([])
})

test.each([
  ['a field of another type', { ...good, body: [{ ...chain, isTestnet: 'no' }] }, /isTestnet/],
  ['a field too many', { ...good, body: [{ ...chain, more: 1 }] }, /more/],
  ['a field too few', { ...good, body: [{ isTestnet: false }] }, /chain/],
  ['another status', { ...good, status: 201 }, /no such status/],
  ['another path', { ...good, path: '/api/elsewhere' }, /no such operation/],
  ['another method', { ...good, method: 'POST' }, /no such operation/],
  ['no JSON', { ...good, body: '<html>' }, /array/],
  ['an error without its body', { ...good, status: 500, body: {} }, /required/],
  ['an error with a stack', { ...good, status: 400, body: { ...refusal, stack: '' } }, /stack/],
  ['another status inside', { ...good, status: 404, body: refusal }, /its body says 400/],
  ['an unknown code', { ...good, status: 400, body: { ...refusal, code: 'NO' } }, /code/],
  ['no time', { ...good, status: 400, body: { ...refusal, timestamp: 'now' } }, /timestamp/],
])('%s is a deviation', (_name, answer, why) => {
  const [deviation, ...others] = findAnswerDeviations([answer], document)
  expect(others).toEqual([])
  expect(deviation?.why).toMatch(why)
})

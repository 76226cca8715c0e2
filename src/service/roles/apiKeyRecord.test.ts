import { expect, test } from 'vitest'

import { endpoints } from '#protocol/http/endpoints.ts'
import { toApiKey, rowToApiKey } from './apiKeyRecord.ts'
import type { ApiKeyRow } from '../storage/tables/apiKeys.ts'

const row: ApiKeyRow = {
  hash: 'ab',
  label: 'a client',
  allowedOrigins: [],
  permissions: [],
  requestsPerSecond: 5,
}

function allowed(...permissions: string[]) {
  return rowToApiKey({ ...row, permissions }).allowedEndpoints
}

test('a stored key may do what its permissions name, by kind or one by one', () => {
  expect(allowed('execute')).toEqual([
    'executeQuoteV1',
    'executeQuote',
    'revokeSession',
    'allowSession',
  ])
  expect(allowed('devnet', 'status')).toEqual(['status', 'faucet'])
  expect(allowed('read')).not.toContain('quote')
  const all = allowed('read', 'quote', 'execute', 'devnet', 'operate')
  expect(all).toEqual(Object.keys(endpoints))
})

test('a stored key without permissions may do nothing, with * everything', () => {
  expect(allowed()).toEqual([])
  expect(allowed('admin', 'READ', '')).toEqual([])
  expect(allowed('*')).toBeUndefined()
})

test('the published key makes no chain fail where others reach the service', () => {
  const published = { apiKey: 'estuary-devnet', isPublishedApiKey: true, publicUrl: undefined }
  expect(toApiKey({ ...published, host: '127.0.0.1' }).allowedEndpoints).toBeUndefined()
  for (const open of [
    { host: '0.0.0.0' },
    { host: '127.0.0.1', publicUrl: 'https://show.example' },
  ]) {
    const { allowedEndpoints } = toApiKey({ ...published, ...open })
    expect(allowedEndpoints).toContain('faucet')
    expect(allowedEndpoints).not.toContain('setScenario')
    const own = {
      apiKey: 'of an operator',
      isPublishedApiKey: false,
      publicUrl: undefined,
      ...open,
    }
    expect(toApiKey(own).allowedEndpoints).toBeUndefined()
  }
})

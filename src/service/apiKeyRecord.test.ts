import { expect, test } from 'vitest'

import { endpoints } from '#protocol/endpoints.ts'
import { apiKeyOfRow } from './apiKeyRecord.ts'
import type { ApiKeyRow } from './storage/apiKeys.ts'

const row: ApiKeyRow = {
  hash: 'ab',
  label: 'a client',
  allowedOrigins: [],
  permissions: [],
  requestsPerSecond: 5,
}

function allowed(...permissions: string[]) {
  return apiKeyOfRow({ ...row, permissions }).allowedEndpoints
}

test('a stored key may do what its permissions name, by kind or one by one', () => {
  expect(allowed('execute')).toEqual([
    'executeQuoteV1',
    'executeQuote',
    'revokeSession',
    'allowSession',
  ])
  expect(allowed('devnet', 'status')).toEqual(['status', 'faucet', 'scenarios', 'setScenario'])
  expect(allowed('read')).not.toContain('quote')
  const all = allowed('read', 'quote', 'execute', 'devnet')
  expect(all).toEqual(Object.keys(endpoints))
})

test('a stored key without permissions may do nothing, with * everything', () => {
  expect(allowed()).toEqual([])
  expect(allowed('admin', 'READ', '')).toEqual([])
  expect(allowed('*')).toBeUndefined()
})

import { expect, test } from 'vitest'

import { disableApiKeys, findApiKey, listApiKeys, saveApiKey } from './apiKeys.ts'
import { setUpDatabase } from '#testing/harness/database.ts'

const database = setUpDatabase()

test('a key is found by its hash until it is disabled', async () => {
  const row = {
    hash: 'ab'.repeat(32),
    label: 'somebody',
    allowedOrigins: ['https://a.example'],
    permissions: [],
    requestsPerSecond: 5,
  }
  await saveApiKey(database.storage, row)
  expect(await findApiKey(database.storage, row.hash)).toEqual(row)
  expect(await disableApiKeys(database.storage, 'ab'.repeat(3))).toEqual([])
  expect(await disableApiKeys(database.storage, row.hash.slice(0, 8))).toHaveLength(1)
  expect(await findApiKey(database.storage, row.hash)).toBeUndefined()
  const [listed] = await listApiKeys(database.storage)
  expect(listed).toMatchObject({ ...row, disabledAt: expect.any(Date) })
})

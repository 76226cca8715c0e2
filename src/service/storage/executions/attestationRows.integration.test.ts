import { expect, test } from 'vitest'

import { bindAttestation } from './attestationRows.ts'
import { setUpDatabase } from '#testing/harness/database.ts'

const database = setUpDatabase()

test('an attestor stays bound to its first word', async () => {
  const row = { orderHash: '0x01', fillHash: '0x02', attestor: '0xa' }
  await bindAttestation(database.storage, { ...row, verdict: 'Filled' })
  const bound = await bindAttestation(database.storage, { ...row, verdict: 'Cancelled' })
  expect(bound).toMatchObject({ verdict: 'Filled', signature: null })
  const other = { ...row, attestor: '0xb', verdict: 'Cancelled' } as const
  expect(await bindAttestation(database.storage, other)).toMatchObject({ verdict: 'Cancelled' })
})

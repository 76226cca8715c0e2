import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'

import { setUpDatabase } from '#testing/harness/database.ts'
import { addExecution } from '#testing/harness/rows.ts'
import { createStorage } from '../storage.ts'

const database = setUpDatabase()

test('what ids of stored quotes said about rent stands in these quotes after an upgrade', async () => {
  const { storage, databaseUrl } = database
  const drawn = randomBytes(24)
  const word = createHash('sha256').update('estuary quote with rent ').update(drawn).digest('hex')
  const priced = `0x${drawn.toString('hex')}${word.slice(0, 16)}`
  const other = `0x${randomBytes(32).toString('hex')}`
  for (const id of [priced, other, 'short']) {
    await addExecution(database, id)
    await storage.query(
      'insert into attestation_requests (order_hash, verdict, request) values ($1, $2, $3)',
      [`order of ${id}`, 'release', JSON.stringify({ quote: { id }, leg: 0 })],
    )
  }
  await storage.query(
    `drop table served_network;
     drop table heartbeats;
     alter table executions drop column last_error;
     alter table prepared_calls drop column caller, drop column bytes;
     alter table call_quotes drop column caller, drop column bytes;
     alter table api_keys drop column app_fee;
     drop index steps_hash;
     drop function history_keys(jsonb, text);
     alter table execution_accounts drop column type, drop column status, drop column keys;
     delete from migrations where version >= 17`,
  )

  const upgraded = await createStorage({ databaseUrl })

  const rows = await upgraded.query<{ id: string; quote: unknown; asked: unknown }>(
    `select quote_id as id, quote, request -> 'quote' as asked from executions
     join attestation_requests on order_hash = 'order of ' || quote_id`,
  )
  await upgraded.stop()
  const marked = { id: priced, createsRecipientAccount: true }
  expect(rows.toSorted((one, two) => (one.id < two.id ? -1 : 1))).toEqual(
    [
      { id: priced, quote: marked, asked: marked },
      { id: other, quote: { id: other }, asked: { id: other } },
      { id: 'short', quote: { id: 'short' }, asked: { id: 'short' } },
    ].toSorted((one, two) => (one.id < two.id ? -1 : 1)),
  )
})

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import type { Role } from '../role.ts'
import type { Storage } from '../storage/database.ts'
import { readRoleHealth } from '../storage/tables/heartbeats.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { Loop } from './metrics.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.stop())

test('the API raises one alarm for a role that no process has, and one more when it is lost again', async () => {
  const { storage } = database
  const missing: unknown[] = []
  const loop: Loop = { name: 'worker', sinceRoundMs: () => sinceRoundMs }
  let sinceRoundMs = 0
  const quiet = { storage, log: () => undefined, everyMs: 10, loops: () => [] }
  const api = startHeartbeat(new Set(['api']), {
    ...quiet,
    graceMs: 0,
    log: (event, details) => missing.push({ event, ...details }),
  })
  await expect.poll(() => missing).toHaveLength(2)
  expect(missing).toMatchObject([
    { event: 'role_missing', missing: 'worker' },
    { event: 'role_missing', missing: 'attestor' },
  ])
  const worker = startHeartbeat(new Set(['worker']), { ...quiet, loops: () => [loop] })
  await expect
    .poll(() => readRoleHealth(storage))
    .toMatchObject([
      { role: 'api', processes: 1 },
      { role: 'worker', processes: 1, ageSeconds: expect.any(Number) },
      { role: 'attestor', processes: 0, ageSeconds: undefined },
    ])
  for (let round = 0; round < 2; round++) await waitForBeat(storage, 'api')

  // A worker that hangs tells nothing, like one that was killed.
  sinceRoundMs = 61_000
  await expect
    .poll(async () => {
      await storage.query(
        `update heartbeats set beat_at = now() - interval '40 s' where role = 'worker'`,
      )
      return missing
    })
    .toHaveLength(3)
  expect(missing[2]).toMatchObject({ missing: 'worker', ageSeconds: expect.closeTo(40, -1) })
  await worker.stop()
  await api.stop()
  expect(await storage.query('select 1 from heartbeats')).toEqual([])
})

/** Waits for the next beat of a role. */
async function waitForBeat(storage: Storage, role: Role): Promise<void> {
  const sql = 'select beat_at::text as at from heartbeats where role = $1'
  const before = await storage.query(sql, [role])
  await expect.poll(() => storage.query(sql, [role])).not.toEqual(before)
}

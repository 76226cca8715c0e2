import { afterAll, beforeAll, expect, test } from 'vitest'

import { getSqlState } from './database.ts'
import { checkSchema, migrate, migrations } from './migrations/migrate.ts'
import { createStorage, openStorage } from './storage.ts'
import { storeFingerprint } from '../roles/fingerprint.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.stop())

test('amounts and 64-bit numbers come as bigint, exact', async () => {
  const rows = await database.storage.query<{ a: bigint; b: bigint }>(
    'select $1::numeric(78, 0) as a, $2::int8 as b',
    [(2n ** 256n - 1n).toString(), '9007199254740993'],
  )
  expect(rows).toEqual([{ a: 2n ** 256n - 1n, b: 9007199254740993n }])
})

test('a transaction that throws leaves nothing behind', async () => {
  await expect(
    database.storage.transaction(async (inside) => {
      await inside.query("insert into signer_nonces values ('c', 'throws', 1)")
      throw new Error('stop here')
    }),
  ).rejects.toThrow('stop here')
  expect(
    await database.storage.query("select 1 from signer_nonces where signer = 'throws'"),
  ).toEqual([])
})

test('two transactions that deadlock both go through', async () => {
  const { storage } = database
  await storage.query("insert into signer_nonces values ('c', 'a', 0), ('c', 'b', 0)")
  function add(first: string, second: string) {
    return storage.transaction(async (inside) => {
      const sql = 'update signer_nonces set next_nonce = next_nonce + 1 where signer = $1'
      await inside.query(sql, [first])
      await inside.query('select pg_sleep(0.2)')
      await inside.query(sql, [second])
    })
  }
  await Promise.all([add('a', 'b'), add('b', 'a')])
  const rows = await storage.query<{ next_nonce: bigint }>(
    "select next_nonce from signer_nonces where signer in ('a', 'b')",
  )
  expect(rows.map((row) => row.next_nonce)).toEqual([2n, 2n])
})

test('a second process on the same database finds the schema and migrates nothing', async () => {
  const again = await createStorage({ databaseUrl: database.databaseUrl })
  expect(await again.isReady()).toBe(true)
  await again.stop()
})

test('a database that a newer program changed is refused, with what it changed', async () => {
  const copied = await database.copy()
  await copied.storage.query("insert into migrations values (9999, 'things to come')")
  const { databaseUrl } = copied
  const sentence = /changed by a newer Estuary \(9999, things to come\): run that version/
  await expect(createStorage({ databaseUrl })).rejects.toThrow(sentence)
  await expect(openStorage({ databaseUrl })).rejects.toThrow(sentence)
  await copied.stop()
})

test('an address that is none, or where nobody answers, is said in one sentence', async () => {
  await expect(createStorage({ databaseUrl: 'foo' })).rejects.toThrow(
    'DATABASE_URL is no address of a database, such as postgres://',
  )
  const silent = createStorage({ databaseUrl: 'postgres://u:secret@127.0.0.1:1/x' })
  await expect(silent).rejects.toThrow(
    /^The database at 127\.0\.0\.1:1 does not answer \(ECONNREFUSED\): check DATABASE_URL\.$/,
  )
})

test('a database serves the network that first used it, and is refused to another', async () => {
  const copied = await database.copy()
  const { databaseUrl } = copied
  for (const network of ['mirror', 'mirror'])
    await (await createStorage({ databaseUrl, network })).stop()
  await expect(createStorage({ databaseUrl, network: 'devnet' })).rejects.toThrow(
    'The database belongs to the network mirror, and NETWORK is devnet: set another DATABASE_URL, DATA_DIR or NETWORK.',
  )
  await copied.stop()
})

test('the fingerprint of the last start is told when it was another, and only once', async () => {
  const copied = await database.copy()
  const storage = await createStorage({ databaseUrl: copied.databaseUrl, network: 'mirror' })
  const told = []
  // oxlint-disable-next-line no-await-in-loop -- each start finds what the last one stored
  for (const now of ['a', 'a', 'b', 'b', 'a']) told.push(await storeFingerprint(storage, now))
  expect(told).toEqual([undefined, undefined, 'a', undefined, 'b'])
  await storage.stop()
  await copied.stop()
})

test('a migration after the schema is applied once, whole or not at all, and its rows stay', async () => {
  const copied = await database.copy()
  const { databaseUrl, storage } = copied
  await storage.query("insert into signer_nonces values ('eip155:1', 'kept', 7)")
  const sql = 'alter table signer_nonces add column note text not null default $$none$$'
  const next = [...migrations, { version: 2, name: 'notes', sql }]
  await expect(checkSchema(storage, next)).rejects.toThrow('start a service of this version first')
  const broken = [
    ...next,
    { version: 3, name: 'broken', sql: 'alter table nowhere add column a int' },
  ]
  await expect(migrate(storage.transaction, broken)).rejects.toThrow('nowhere')
  await expect(checkSchema(storage)).resolves.toBeUndefined()

  await Promise.all([migrate(storage.transaction, next), migrate(storage.transaction, next)])

  await checkSchema(storage, next)
  expect(await storage.query("select note from signer_nonces where signer = 'kept'")).toEqual([
    { note: 'none' },
  ])
  await expect(createStorage({ databaseUrl })).rejects.toThrow(
    'changed by a newer Estuary (2, notes)',
  )
  await copied.stop()
})

test('a database from before the first release is refused, with what to do', async () => {
  const copied = await database.copy()
  const { databaseUrl, storage } = copied
  await storage.query("update migrations set name = 'executions'")
  const sentence =
    /from before the first release.*pg_dump.*"npm run reset".*empty database in DATABASE_URL/
  await expect(createStorage({ databaseUrl })).rejects.toThrow(sentence)
  await expect(openStorage({ databaseUrl })).rejects.toThrow(sentence)
  await copied.stop()
})

test('a database without the tables is not opened, and left as it is', async () => {
  const copied = await database.copy()
  const { databaseUrl, storage } = copied
  await (await openStorage({ databaseUrl })).stop()
  await storage.query('drop table migrations')
  await expect(openStorage({ databaseUrl })).rejects.toThrow('holds nothing of Estuary')
  expect(await storage.query("select to_regclass('migrations') as found")).toEqual([
    { found: null },
  ])
  await copied.stop()
})

test('an idle connection that the server ends does not end the process', async () => {
  const broken: Error[] = []
  const other = await createStorage({
    databaseUrl: database.databaseUrl,
    onError: (error) => broken.push(error),
  })
  await other.query("set application_name = 'doomed'")
  await database.storage.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed'",
  )
  await expect.poll(() => broken.length).toBeGreaterThan(0)
  expect(await other.isReady()).toBe(true)
  await other.stop()
})

test('a broken rule is told by its code', async () => {
  await database.storage.query("insert into signer_nonces values ('c', 'twice', 0)")
  const error = await database.storage
    .query("insert into signer_nonces values ('c', 'twice', 0)")
    .catch((caught: unknown) => caught)
  expect(getSqlState(error)).toBe('23505')
})

test('many transactions that want one lock get it one after the other, and leave room for reading', async () => {
  const { storage } = database
  await storage.query('create table locks (id int primary key)')
  await storage.query('insert into locks values (1)')
  // Together they hold the lock for longer than anybody waits for a connection.
  const all = Promise.all(
    Array.from({ length: 40 }, () =>
      storage.transaction(async (inside) => {
        await inside.query('select 1 from locks where id = 1 for update')
        await inside.query('select pg_sleep(0.1)')
      }),
    ),
  )
  await expect(storage.query('select 1 as one')).resolves.toEqual([{ one: 1 }])
  await expect(all).resolves.toHaveLength(40)
})

test('a connection that breaks between two statements of a transaction ends that, and nothing else', async () => {
  const { storage } = database
  const work = storage.transaction(async (inside) => {
    const [row] = await inside.query<{ pid: number }>('select pg_backend_pid() as pid')
    await storage.query('select pg_terminate_backend($1)', [row?.pid])
    await new Promise((resolve) => setTimeout(resolve, 200))
    return inside.query('select 1')
  })
  await expect(work).rejects.toThrow(/connection/)
  expect(await storage.isReady()).toBe(true)
})

import { schema } from './schema.ts'
import type { Database, Storage } from '../database.ts'

/** One change of the schema. It is applied once, in order, and never edited after a release. */
export type Migration = { version: number; name: string; sql: string }

/** The schema, as the list of its changes. */
export const migrations: readonly Migration[] = [{ version: 1, name: 'schema', sql: schema }]

/** Key of the advisory lock; any number nothing else uses. */
const migrationLock = 7_111_700_100

type Applied = { version: number; name: string }

/**
 * Applies all outstanding migrations in order, in one transaction. Several processes may start at
 * once: one migrates and the others wait.
 *
 * @param known - Replaceable in tests.
 * @throws Error with one sentence when a newer program has changed the database, or one from before the
 *   first release has made it.
 */
export async function migrate(
  transaction: Storage['transaction'],
  known: readonly Migration[] = migrations,
): Promise<void> {
  await transaction(async (database) => {
    await database.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await database.query(
      `create table if not exists migrations (
         version int primary key, name text not null, applied_at timestamptz not null default now()
       )`,
    )
    for (const { version, name, sql } of findOutstanding(await readApplied(database), known)) {
      await database.query(sql)
      await database.query('insert into migrations (version, name) values ($1, $2)', [
        version,
        name,
      ])
    }
  })
}

/**
 * Checks that a database has exactly the tables of this program.
 *
 * @param known - Replaceable in tests.
 * @throws Error with one sentence when it has none, older or newer ones.
 */
export async function checkSchema(
  database: Database,
  known: readonly Migration[] = migrations,
): Promise<void> {
  const [table] = await database.query<{ found: string | null }>(
    "select to_regclass('migrations')::text as found",
  )
  if (!table?.found)
    throw new Error(
      'The database holds nothing of Estuary: check DATABASE_URL; the first service that starts creates the tables.',
    )
  if (findOutstanding(await readApplied(database), known).length > 0)
    throw new Error(
      'The tables are those of an older Estuary: start a service of this version first, which changes them.',
    )
}

function readApplied(database: Database): Promise<Applied[]> {
  return database.query<Applied>('select version, name from migrations order by version')
}

function findOutstanding(applied: readonly Applied[], known: readonly Migration[]) {
  const [first] = applied
  if (first && first.name !== known[0]?.name)
    throw new Error(
      'The database is of an Estuary from before the first release, whose tables no later one reads: keep it with pg_dump if you need it, then start anew with "npm run reset", or with an empty database in DATABASE_URL.',
    )
  const newer = applied.find(({ version }) => known.every((one) => one.version !== version))
  if (newer)
    throw new Error(
      `The database was changed by a newer Estuary (${newer.version}, ${newer.name}): run that version, or restore a backup made before it.`,
    )
  return known.filter(({ version }) => applied.every((one) => one.version !== version))
}

import { migrations } from './migrations.ts'
import type { Storage } from '../database.ts'

/** Key of the advisory lock; any number nothing else uses. */
const migrationLock = 7_111_700_100

/**
 * Applies all outstanding migrations in order, in one transaction. Several processes may start at
 * once: one migrates and the others wait.
 */
export async function migrate(transaction: Storage['transaction']): Promise<void> {
  await transaction(async (database) => {
    await database.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await database.query(
      `create table if not exists migrations (
         version int primary key, name text not null, applied_at timestamptz not null default now()
       )`,
    )
    const applied = await database.query<{ version: number }>('select version from migrations')
    const done = new Set(applied.map(({ version }) => version))
    for (const { version, name, sql } of migrations) {
      if (done.has(version)) continue
      await database.query(sql)
      await database.query('insert into migrations (version, name) values ($1, $2)', [
        version,
        name,
      ])
    }
  })
}

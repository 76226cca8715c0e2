import type { Role } from '../../role.ts'
import type { Database } from '../database.ts'

/** The processes of a role that were alive lately. */
export type RoleHealth = {
  role: Role
  /** Processes that have told within half a minute that they are alive. */
  processes: number
  /** Seconds since the last of them told so; undefined if none ever did. */
  ageSeconds: number | undefined
}

const roles: readonly Role[] = ['api', 'worker', 'attestor']

/** Stores that a process of these roles is alive, and forgets those silent for a day. */
export async function storeHeartbeat(
  database: Database,
  { process, alive }: { process: string; alive: readonly Role[] },
): Promise<void> {
  await database.query(
    `insert into heartbeats (process, role) select $1, unnest($2::text[])
     on conflict (process, role) do update set beat_at = clock_timestamp()`,
    [process, alive],
  )
  await database.query(`delete from heartbeats where beat_at < now() - interval '1 day'`)
}

/** Forgets a process that ends in order. */
export async function dropHeartbeat(database: Database, process: string): Promise<void> {
  await database.query('delete from heartbeats where process = $1', [process])
}

/** Reads every role, also those that no process has. */
export async function readRoleHealth(database: Database): Promise<RoleHealth[]> {
  const rows = await database.query<{ role: string; processes: number; ageSeconds: number }>(
    `select role,
       (count(*) filter (where beat_at > clock_timestamp() - interval '30 s'))::int as processes,
       greatest(0, extract(epoch from clock_timestamp() - max(beat_at)))::float8 as "ageSeconds"
     from heartbeats group by role`,
  )
  return roles.map((role) => {
    const { processes = 0, ageSeconds } = rows.find((row) => row.role === role) ?? {}
    return { role, processes, ageSeconds }
  })
}

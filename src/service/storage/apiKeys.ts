import type { Database } from './database.ts'

/** A key of a client. The key itself is nowhere stored: `hash` is its SHA-256 in hex. */
export type ApiKeyRow = {
  hash: string
  label: string
  /** Browser origins that may use it; empty means any that CORS allows. */
  allowedOrigins: string[]
  permissions: string[]
  requestsPerSecond: number
}

/** Finds a key that is in use by its SHA-256 in hex; undefined when there is none. */
export async function findApiKey(database: Database, hash: string): Promise<ApiKeyRow | undefined> {
  const [row] = await database.query<ApiKeyRow>(
    `select hash, label, allowed_origins as "allowedOrigins", permissions,
            requests_per_second as "requestsPerSecond"
     from api_keys where hash = $1 and disabled_at is null`,
    [hash],
  )
  return row
}

/** Stores a key, or changes what the same key may do. */
export async function saveApiKey(database: Database, row: ApiKeyRow): Promise<void> {
  await database.query(
    `insert into api_keys (hash, label, allowed_origins, permissions, requests_per_second)
     values ($1, $2, $3, $4, $5)
     on conflict (hash) do update
     set label = excluded.label, allowed_origins = excluded.allowed_origins,
         permissions = excluded.permissions, requests_per_second = excluded.requests_per_second,
         disabled_at = null`,
    [row.hash, row.label, row.allowedOrigins, row.permissions, row.requestsPerSecond],
  )
}

/** Takes a key out of use; processes that remember it refuse it ten seconds later at most. */
export async function disableApiKey(database: Database, hash: string): Promise<void> {
  await database.query('update api_keys set disabled_at = now() where hash = $1', [hash])
}

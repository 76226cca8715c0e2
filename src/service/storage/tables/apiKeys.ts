import type { Database } from '../database.ts'

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

/** A stored key as an operator sees it. */
export type ListedApiKey = ApiKeyRow & { createdAt: Date; disabledAt: Date | null }

/** Every stored key, those out of use too, the oldest first. */
export async function listApiKeys(database: Database): Promise<ListedApiKey[]> {
  return database.query<ListedApiKey>(
    `select hash, label, allowed_origins as "allowedOrigins", permissions,
            requests_per_second as "requestsPerSecond", created_at as "createdAt",
            disabled_at as "disabledAt"
     from api_keys order by created_at, hash`,
  )
}

/**
 * Takes keys out of use: all of a label, or those whose digest begins with 8 or more digits. Processes
 * that remember them refuse them ten seconds later at most.
 *
 * @returns What was in use until now.
 */
export async function disableApiKeys(
  database: Database,
  which: string,
): Promise<{ hash: string; label: string }[]> {
  const prefix = /^[0-9a-f]{8,64}$/.test(which) ? which : null
  return database.query<{ hash: string; label: string }>(
    `update api_keys set disabled_at = now()
     where disabled_at is null and (label = $1 or starts_with(hash, $2))
     returning hash, label`,
    [which, prefix],
  )
}

import type { AccountAddress, ChainKind } from '#protocol/ids/caip.ts'
import type { Database } from '../database.ts'

/** An API key. The key itself is not stored; `hash` is its SHA-256 in hex. */
export type ApiKeyRow = {
  hash: string
  label: string
  /** Browser origins that may use it; empty for any that CORS allows. */
  allowedOrigins: string[]
  permissions: string[]
  requestsPerSecond: number
  /** What its quotes charge for its app; nothing when absent. */
  appFee?: StoredAppFee
}

/** A fee in basis points, and who gets it in each ecosystem that charges it. */
export type StoredAppFee = { bps: number; receivers: Partial<Record<ChainKind, AccountAddress>> }

const columns = `hash, label, allowed_origins as "allowedOrigins", permissions,
            requests_per_second as "requestsPerSecond", app_fee as "appFee"`

/** Finds an enabled key by its SHA-256 in hex; undefined when there is none. */
export async function findApiKey(database: Database, hash: string): Promise<ApiKeyRow | undefined> {
  const [row] = await database.query<Stored>(
    `select ${columns} from api_keys where hash = $1 and disabled_at is null`,
    [hash],
  )
  return row && toRow(row)
}

type Stored<row extends ApiKeyRow = ApiKeyRow> = Omit<row, 'appFee'> & {
  appFee: StoredAppFee | null
}

function toRow<row extends ApiKeyRow>({ appFee, ...row }: Stored<row>) {
  return { ...row, ...(appFee && { appFee }) }
}

/** Stores a key, or changes and enables an existing one. */
export async function saveApiKey(database: Database, row: ApiKeyRow): Promise<void> {
  await database.query(
    `insert into api_keys (hash, label, allowed_origins, permissions, requests_per_second, app_fee)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (hash) do update
     set label = excluded.label, allowed_origins = excluded.allowed_origins,
         permissions = excluded.permissions, requests_per_second = excluded.requests_per_second,
         app_fee = excluded.app_fee, disabled_at = null`,
    [
      row.hash,
      row.label,
      row.allowedOrigins,
      row.permissions,
      row.requestsPerSecond,
      row.appFee ?? null,
    ],
  )
}

/** A stored key, as listed for operators. */
export type ListedApiKey = ApiKeyRow & { createdAt: Date; disabledAt: Date | null }

/** Every stored key, disabled ones too, oldest first. */
export async function listApiKeys(database: Database): Promise<ListedApiKey[]> {
  const rows = await database.query<Stored<ListedApiKey>>(
    `select ${columns}, created_at as "createdAt", disabled_at as "disabledAt"
     from api_keys order by created_at, hash`,
  )
  return rows.map(toRow)
}

/**
 * Disables keys. Processes that cached them refuse them at most ten seconds later.
 *
 * @param which - A label, or the first 8 or more hex digits of a key's hash.
 * @returns The keys that were enabled until now.
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

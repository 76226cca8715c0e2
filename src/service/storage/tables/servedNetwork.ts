import type { Database } from '../database.ts'

/**
 * Stores the fingerprint of the instance that the database serves.
 *
 * @returns The one that was stored before, if it was another.
 */
export async function storeFingerprint(
  { query }: Database,
  fingerprint: string,
): Promise<string | undefined> {
  const [last] = await query<{ before: string | null }>(
    `update served_network served set fingerprint = $1
     from (select id, fingerprint from served_network for update) last
     where served.id = last.id and served.fingerprint is distinct from $1
     returning last.fingerprint as before`,
    [fingerprint],
  )
  return last?.before ?? undefined
}

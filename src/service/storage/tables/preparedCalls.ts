import type { Database } from '../database.ts'

/** A prepared call as stored; `terms` is a `PreparedTerms`. */
export type PreparedCallRow = { prepareId: string; terms: unknown; expiresAt: Date }

/**
 * Stores a prepared call under its quote signature, and deletes some that expired.
 *
 * @param row.seal - Its `tamperProofSignature`, lower case.
 */
export async function insertPreparedCall(
  database: Database,
  row: PreparedCallRow & { seal: string },
): Promise<void> {
  await database.query(
    `delete from prepared_calls where prepare_id in (
       select p.prepare_id from prepared_calls p
       where p.expires_at < now() - interval '1 hour' order by p.expires_at limit 20)`,
  )
  await database.query(
    `insert into prepared_calls (prepare_id, seal, terms, expires_at) values ($1, $2, $3, $4)`,
    [row.prepareId, row.seal, JSON.stringify(row.terms), row.expiresAt],
  )
}

/** The prepared call with this signature (lower case); undefined when there is none. */
export async function findPreparedCall(
  database: Database,
  seal: string,
): Promise<PreparedCallRow | undefined> {
  const [row] = await database.query<PreparedCallRow>(
    `select prepare_id as "prepareId", terms, expires_at as "expiresAt"
     from prepared_calls where seal = $1`,
    [seal],
  )
  return row
}

/** Stores the signed operation of a call quote until it expires; `call` is a `QuotedCall`. */
export async function insertCallQuote(
  database: Database,
  row: { quoteId: string; prepareId: string; call: unknown; expiresAt: Date },
): Promise<void> {
  await database.query(
    `delete from call_quotes where quote_id in (
       select c.quote_id from call_quotes c
       where c.expires_at < now() - interval '1 hour' order by c.expires_at limit 20)`,
  )
  await database.query(
    `insert into call_quotes (quote_id, prepare_id, call, expires_at) values ($1, $2, $3, $4)`,
    [row.quoteId, row.prepareId, JSON.stringify(row.call), row.expiresAt],
  )
}

/** The `QuotedCall` of a call quote; undefined for other quotes. */
export async function findCallQuote(
  database: Database,
  quoteId: string,
): Promise<{ call: unknown } | undefined> {
  const [row] = await database.query<{ call: unknown }>(
    'select call from call_quotes where quote_id = $1',
    [quoteId],
  )
  return row
}

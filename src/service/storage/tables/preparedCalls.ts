import type { Database } from '../database.ts'

/** A prepared call as stored; `terms` is a `PreparedTerms`. */
export type PreparedCallRow = { prepareId: string; terms: unknown; expiresAt: Date }

/** Who stores a row, and how many bytes all rows of the same caller may have. */
export type KeptFor = { caller: string; maxBytes: number }

/** Longest that a call without its owner's signature is kept for a caller without a key. */
const unsignedSeconds = 3_600

/**
 * Stores a prepared call under its quote signature, and deletes some that expired. A caller without
 * a key has it kept for an hour at most, until {@link keepSignedCall}.
 *
 * @param row.seal - Its `tamperProofSignature`, lower case.
 * @returns False, and nothing is stored, when the caller's rows would pass their bound.
 */
export async function insertPreparedCall(
  database: Database,
  row: PreparedCallRow & { seal: string },
  { caller, maxBytes, isKeyless }: KeptFor & { isKeyless: boolean },
): Promise<boolean> {
  await database.query(
    `delete from prepared_calls where prepare_id in (
       select p.prepare_id from prepared_calls p
       where p.expires_at < now() - interval '10 minutes' order by p.expires_at limit 50)`,
  )
  const terms = JSON.stringify(row.terms)
  const rows = await database.query(
    `insert into prepared_calls (prepare_id, seal, terms, expires_at, caller, bytes)
     select $1, $2, $3::jsonb,
       case when $7 then least($4::timestamptz, now() + $8 * interval '1 second') else $4 end,
       $5::text, $6::int where ${keptBytes} + $6 <= $9::bigint returning prepare_id`,
    [
      row.prepareId,
      row.seal,
      terms,
      row.expiresAt,
      caller,
      terms.length,
      isKeyless,
      unsignedSeconds,
      maxBytes,
    ],
  )
  return rows.length > 0
}

/** Bytes stored for the caller `$5`. */
const keptBytes = `(select coalesce(sum(bytes), 0) from (
  select bytes from prepared_calls where caller = $5::text and expires_at > now()
  union all select bytes from call_quotes where caller = $5::text and expires_at > now()) kept)`

/** Keeps a prepared call that its owner has signed until it expires. */
export async function keepSignedCall(
  database: Database,
  { prepareId, expiresAt }: Pick<PreparedCallRow, 'prepareId' | 'expiresAt'>,
): Promise<void> {
  await database.query('update prepared_calls set expires_at = $2 where prepare_id = $1', [
    prepareId,
    expiresAt,
  ])
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

/**
 * Stores the signed operation of a call quote until it expires; `call` is a `QuotedCall`.
 *
 * @returns False, and nothing is stored, when the caller's rows would pass their bound.
 */
export async function insertCallQuote(
  database: Database,
  row: { quoteId: string; prepareId: string; call: unknown; expiresAt: Date },
  { caller, maxBytes }: KeptFor,
): Promise<boolean> {
  await database.query(
    `delete from call_quotes where quote_id in (
       select c.quote_id from call_quotes c
       where c.expires_at < now() - interval '1 minute' order by c.expires_at limit 50)`,
  )
  const call = JSON.stringify(row.call)
  const rows = await database.query(
    `insert into call_quotes (quote_id, prepare_id, call, expires_at, caller, bytes)
     select $1, $2, $3::jsonb, $4::timestamptz, $5::text, $6::int
     where ${keptBytes} + $6 <= $7::bigint returning quote_id`,
    [row.quoteId, row.prepareId, call, row.expiresAt, caller, call.length, maxBytes],
  )
  return rows.length > 0
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

import { DatabaseError, type QueryResultRow } from 'pg'

/** Runs one SQL statement and gives its rows. Values of `$1`, `$2` ... stand in `values`. */
export type Database = {
  query: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>
}

/** The database of the service: single statements, transactions, and how it lives. */
export type Storage = Database & {
  /**
   * Runs `work` in one transaction; what it throws rolls everything back.
   * Tried again from the start on a serialization failure (40001) or a deadlock (40P01), so `work`
   * does nothing outside the database that must not happen twice.
   */
  transaction: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>
  /** Whether the database answers now. */
  isReady: () => Promise<boolean>
  /** The database's clock: what leases and expiries are compared with. */
  now: () => Promise<Date>
  /** Address of the database, with its password: for child processes only, never for logs. */
  databaseUrl: string
  /** Closes the connections, and the embedded server when no other process uses it. */
  stop: () => Promise<void>
}

/** The error code of PostgreSQL, such as `23505`; undefined when the error is another one. */
export function getSqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

import { DatabaseError, type QueryResultRow } from 'pg'

/** Runs one SQL statement and returns its rows; `values` are those of `$1`, `$2` ... */
export type Database = {
  query: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>
}

/** The database of the service: single statements, transactions and lifecycle. */
export type Storage = Database & {
  /**
   * Runs `work` in one transaction, and rolls back if it throws. Runs it again after a
   * serialization failure (40001) or a deadlock (40P01), so its other side effects must be safe to
   * repeat.
   */
  transaction: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>
  /** Whether the database answers now. */
  isReady: () => Promise<boolean>
  /** The time of the database's clock, which leases and expiries are compared with. */
  now: () => Promise<Date>
  /** URL of the database with its password: for child processes only, never for logs. */
  databaseUrl: string
  /** Closes the connections, and stops the embedded server unless another process uses it. */
  stop: () => Promise<void>
}

/** The SQLSTATE of a PostgreSQL error, such as `23505`; undefined for other errors. */
export function getSqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined
}

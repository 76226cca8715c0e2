import type { Database } from '../database.ts'

/** An account whose rent we pay until it is closed; `key` is an order hash or a fill id. */
export type RentRow = { chain: string; kind: 'order' | 'fill'; key: string }

/** Rent to reclaim `afterSeconds` from now; `usd` is the rent in 1e-8 US dollars. */
export type LentRent = RentRow & { account: string; usd: bigint; afterSeconds: number }

/**
 * Records the accounts to close some time after an execution ended. Until then, their rent counts
 * towards the budgets of those it was paid for, see `readSponsorHeld`.
 */
export async function recordRents(
  database: Database,
  { quoteId, rents }: { quoteId: string; rents: readonly LentRent[] },
): Promise<void> {
  for (const { chain, kind, key, account, usd, afterSeconds } of rents)
    await database.query(
      `insert into rents (chain, kind, key, quote_id, due_at, account, usd, api_key, visitor)
       select $1, $2, $3, e.quote_id, clock_timestamp() + make_interval(secs => $5), $6, $7,
         e.api_key, e.visitor
       from executions e where e.quote_id = $4
       on conflict do nothing`,
      [chain, kind, key, quoteId, afterSeconds, account, usd],
    )
}

/**
 * Takes the due rents of a chain, oldest first. They are due again in two minutes unless ended with
 * {@link endRent}.
 */
export async function takeRents(
  database: Database,
  { chain, limit }: { chain: string; limit: number },
): Promise<RentRow[]> {
  return database.query<RentRow>(
    `update rents set due_at = clock_timestamp() + interval '2 minutes'
     where (chain, kind, key) in (
       select chain, kind, key from rents where chain = $1 and due_at <= clock_timestamp()
       order by due_at limit $2 for update skip locked)
     returning chain, kind, key`,
    [chain, limit],
  )
}

/** Deletes the record of an account that is closed. */
export async function endRent(database: Database, { chain, kind, key }: RentRow): Promise<void> {
  await database.query('delete from rents where chain = $1 and kind = $2 and key = $3', [
    chain,
    kind,
    key,
  ])
}

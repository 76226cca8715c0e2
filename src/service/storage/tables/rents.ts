import type { Database } from '../database.ts'

/** An account of ours on a chain that is paid for until it is closed; `key`: order hash or fill id. */
export type RentRow = { chain: string; kind: 'order' | 'fill'; key: string }

/** What is closed `afterSeconds` from now; `usd`: what is laid out for it until then, 1e-8 US dollars. */
export type LentRent = RentRow & { account: string; usd: bigint; afterSeconds: number }

/**
 * Notes what is to be closed some time after an execution has ended, and for whom it is laid out: until
 * then it counts among what is held for them, see `readSponsorHeld`.
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
 * Takes those of a chain that are due, oldest first; they are due again in two minutes, unless
 * {@link endRent} says that they are gone.
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

/** Ends the matter: the account is gone. */
export async function endRent(database: Database, { chain, kind, key }: RentRow): Promise<void> {
  await database.query('delete from rents where chain = $1 and kind = $2 and key = $3', [
    chain,
    kind,
    key,
  ])
}

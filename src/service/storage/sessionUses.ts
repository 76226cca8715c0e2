import type { Database } from './database.ts'

/** What an account may lose by an execution that its session key signed, 1e-8 US dollars. */
export type SessionLossRow = { account: string; usd: bigint }

/** Stores what an execution may lose. */
export async function insertSessionLosses(
  database: Database,
  { quoteId, losses }: { quoteId: string; losses: readonly SessionLossRow[] },
): Promise<void> {
  for (const { account, usd } of losses)
    await database.query(
      'insert into session_losses (quote_id, account, usd) values ($1, $2, $3)',
      [quoteId, account, usd],
    )
}

/**
 * What an account may have lost within a day by what its session keys signed, 1e-8 US dollars. What was given
 * back does not count.
 */
export async function sessionLossOfDay(database: Database, account: string): Promise<bigint> {
  const [row] = await database.query<{ usd: bigint }>(
    `select coalesce(sum(l.usd), 0)::numeric(78, 0) as usd
     from session_losses l join executions e using (quote_id)
     where l.account = $1 and l.created_at > now() - interval '1 day' and e.status <> 'REFUNDED'`,
    [account],
  )
  return row?.usd ?? 0n
}

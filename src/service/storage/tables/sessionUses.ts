import type { Database } from '../database.ts'

/** What an account may lose and spends in an execution a session key signed; 1e-8 US dollars. */
export type SessionUseRow = { account: string; session: string; lostUsd: bigint; spentUsd: bigint }

/** Stores the session uses of an execution. */
export async function insertSessionUses(
  database: Database,
  { quoteId, uses }: { quoteId: string; uses: readonly SessionUseRow[] },
): Promise<void> {
  for (const { account, session, lostUsd, spentUsd } of uses)
    await database.query(
      `insert into session_uses (quote_id, account, session, lost_usd, spent_usd)
       values ($1, $2, $3, $4, $5)`,
      [quoteId, account, session, lostUsd, spentUsd],
    )
}

/**
 * Raises what an account's session key spends in an execution.
 *
 * @param use.spentUsd - Ignored when more is stored.
 */
export async function raiseSessionUse(
  database: Database,
  { quoteId, account, session, spentUsd }: Omit<SessionUseRow, 'lostUsd'> & { quoteId: string },
): Promise<void> {
  await database.query(
    `insert into session_uses (quote_id, account, session, lost_usd, spent_usd)
     values ($1, $2, $3, 0, $4)
     on conflict (quote_id, account) do update
       set spent_usd = greatest(session_uses.spent_usd, excluded.spent_usd)`,
    [quoteId, account, session, spentUsd],
  )
}

const ofDay = `from session_uses u join executions e using (quote_id)
     where u.account = $1 and u.created_at > now() - interval '1 day' and e.status <> 'REFUNDED'`

/** What an account's session keys may have lost within a day, 1e-8 US dollars, without refunds. */
export async function readSessionLossOfDay(database: Database, account: string): Promise<bigint> {
  const [row] = await database.query<{ usd: bigint }>(
    `select coalesce(sum(u.lost_usd), 0)::numeric(78, 0) as usd ${ofDay}`,
    [account],
  )
  return row?.usd ?? 0n
}

/**
 * What a session key spent within a day, 1e-8 US dollars, without refunds.
 *
 * @param of.exceptQuoteId - An execution that does not count.
 */
export async function readSessionSpentOfDay(
  database: Database,
  of: { account: string; session: string; exceptQuoteId?: string },
): Promise<bigint> {
  const [row] = await database.query<{ usd: bigint }>(
    `select coalesce(sum(u.spent_usd), 0)::numeric(78, 0) as usd ${ofDay} and u.session = $2
       and u.quote_id is distinct from $3`,
    [of.account, of.session, of.exceptQuoteId ?? null],
  )
  return row?.usd ?? 0n
}

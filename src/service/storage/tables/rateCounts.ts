import type { Database } from '../database.ts'

/**
 * Adds units to what callers have used in the current second of the database's clock, and returns
 * the new totals. Rows are locked in one order, so that concurrent processes do not deadlock.
 */
export async function addRateCounts(
  database: Database,
  taken: readonly { caller: string; units: number }[],
): Promise<{ atMs: number; totals: { caller: string; units: number }[] }> {
  const rows = await database.query<{ caller: string; units: number; atMs: number }>(
    `with clock as (select clock_timestamp() as at)
     insert into rate_counts as counted (caller, second, units)
     select caller, date_trunc('second', clock.at), units
     from unnest($1::text[], $2::int[]) as taken (caller, units), clock
     order by caller
     on conflict (caller) do update set
       units = case when counted.second >= excluded.second
         then counted.units + excluded.units else excluded.units end,
       second = greatest(counted.second, excluded.second)
     returning caller, units,
       (select (extract(epoch from at) * 1000)::float8 from clock) as "atMs"`,
    [taken.map(({ caller }) => caller), taken.map(({ units }) => units)],
  )
  return {
    atMs: rows[0]?.atMs ?? Date.now(),
    totals: rows.map(({ caller, units }) => ({ caller, units })),
  }
}

/** Deletes the counts of past minutes. */
export async function dropOldRateCounts(database: Database): Promise<void> {
  await database.query(`delete from rate_counts where second < now() - interval '1 minute'`)
}

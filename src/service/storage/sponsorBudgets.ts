import type { Database } from './database.ts'

/** Stands for all accounts together. */
const everybody = '*'
/** Begins the name of an API key's budget; no account's begins so. */
const ofKey = 'key '

/** Today in UTC, whatever zone the server of the database is in. */
const today = "(now() at time zone 'utc')::date"

/** Gas of one day (UTC) that was not paid for, in 1e-8 US dollars: the chains have different coins. */
export type SponsorLosses = { accountUsd: bigint; keyUsd: bigint; totalUsd: bigint }

/**
 * Counts gas that was borne and not paid for: against the account that caused it, against the API key
 * that asked for the execution, and against everybody.
 *
 * @param options.account - Absent: nobody caused it.
 * @param options.quoteId - Names the execution, and so its key; absent: no key pays.
 * Source: security rules 4 and 32.
 */
export async function addSponsorLoss(
  database: Database,
  options: { account?: string; usd: bigint; quoteId?: string },
): Promise<void> {
  await database.query(
    `insert into sponsor_budgets (account, day, spent_usd, failures)
     select subject, ${today}, $2::numeric, 1
     from (select $1::text as subject where $1 is not null union select '${everybody}'
           union select '${ofKey}' || api_key from executions
           where quote_id = $3 and api_key is not null) subjects
     order by subject
     on conflict (account, day) do update
     set spent_usd = sponsor_budgets.spent_usd + excluded.spent_usd,
         failures = sponsor_budgets.failures + 1`,
    [options.account ?? null, options.usd, options.quoteId ?? null],
  )
}

/** What an account, an API key (by its label) and everybody together lost the sponsor today. */
export async function sponsorLosses(
  database: Database,
  { account, apiKey }: { account: string; apiKey?: string | undefined },
): Promise<SponsorLosses> {
  const key = apiKey === undefined ? '' : ofKey + apiKey
  const rows = await database.query<{ account: string; usd: bigint }>(
    `select account, spent_usd as usd from sponsor_budgets
     where account = any($1) and day = ${today}`,
    [[account, key, everybody]],
  )
  function usdFor(subject: string): bigint {
    return rows.find((row) => row.account === subject)?.usd ?? 0n
  }
  return { accountUsd: usdFor(account), keyUsd: usdFor(key), totalUsd: usdFor(everybody) }
}

/** Gas that may still be lost on one operation; `leg` is -1 for the one at the destination. */
export type SponsorReservation = { leg: number; account: string; usd: bigint }

/** Holds gas of an execution's operations until the execution ends. */
export async function reserveSponsoring(
  database: Database,
  options: {
    quoteId: string
    apiKey: string | undefined
    reservations: readonly SponsorReservation[]
  },
): Promise<void> {
  for (const { leg, account, usd } of options.reservations)
    await database.query(
      `insert into sponsor_reservations (quote_id, leg, account, api_key, usd)
       values ($1, $2, $3, $4, $5)`,
      [options.quoteId, leg, account, options.apiKey ?? null, usd],
    )
}

/** Frees what an execution held: what it lost is counted now. */
export async function endSponsoring(database: Database, quoteId: string): Promise<void> {
  await database.query('delete from sponsor_reservations where quote_id = $1', [quoteId])
}

/** What is held now for an account, an API key and everybody together. */
export async function sponsorHeld(
  database: Database,
  { account, apiKey }: { account: string; apiKey?: string | undefined },
): Promise<SponsorLosses> {
  const [row] = await database.query<SponsorLosses>(
    `select coalesce(sum(usd) filter (where account = $1), 0)::numeric(78, 0) as "accountUsd",
       coalesce(sum(usd) filter (where api_key = $2), 0)::numeric(78, 0) as "keyUsd",
       coalesce(sum(usd), 0)::numeric(78, 0) as "totalUsd"
     from sponsor_reservations`,
    [account, apiKey ?? null],
  )
  return row ?? nothing
}

/**
 * What an operation and all that were accepted before it may cost at most, beyond what is lost.
 *
 * @returns Undefined when nothing is held for it.
 */
export async function sponsorHeldUpTo(
  database: Database,
  { quoteId, leg }: { quoteId: string; leg: number },
): Promise<(SponsorLosses & { account: string; apiKey: string | null }) | undefined> {
  const [row] = await database.query<SponsorLosses & { account: string; apiKey: string | null }>(
    `select own.account, own.api_key as "apiKey",
       coalesce(sum(r.usd) filter (where r.account = own.account), 0)::numeric(78, 0)
         as "accountUsd",
       coalesce(sum(r.usd) filter (where r.api_key = own.api_key), 0)::numeric(78, 0) as "keyUsd",
       coalesce(sum(r.usd), 0)::numeric(78, 0) as "totalUsd"
     from sponsor_reservations own join sponsor_reservations r on r.id <= own.id
     where own.quote_id = $1 and own.leg = $2
     group by own.id`,
    [quoteId, leg],
  )
  return row
}

const nothing: SponsorLosses = { accountUsd: 0n, keyUsd: 0n, totalUsd: 0n }

/** What everybody together lost the sponsor today, 1e-8 US dollars. */
export async function sponsorTotal(database: Database): Promise<bigint> {
  return (await sponsorLosses(database, { account: everybody })).totalUsd
}

/**
 * Gas of an execution's landed transactions that no budget was charged with yet, beyond its fee where
 * that was paid; 1e-8 US dollars. Accepted by a version that did not note the fee, it paid enough.
 */
export async function unpaidGas(
  database: Database,
  { quoteId, isPaid }: { quoteId: string; isPaid: boolean },
): Promise<bigint> {
  const [row] = await database.query<{ usd: bigint }>(
    `select greatest(0, coalesce(sum(${inUsd("(s.detail->>'gasWei')::numeric")}), 0)
         - case when $2 then coalesce(max(e.fee_usd), 'Infinity') else 0 end)::numeric(78, 0) as usd
     from steps s join executions e using (quote_id)
     where quote_id = $1 and s.detail->>'isCounted' = 'false'`,
    [quoteId, isPaid],
  )
  return row?.usd ?? 0n
}

/** What gas on a chain is worth by the prices at which an execution was accepted, 1e-8 US dollars. */
export async function gasUsd(
  database: Database,
  options: { quoteId: string; chain: string; wei: bigint },
): Promise<bigint> {
  const [row] = await database.query<{ usd: bigint }>(
    `select coalesce(${inUsd('$3::numeric')}, 0)::numeric(78, 0) as usd
     from executions e, (select $2::text as chain) s where quote_id = $1`,
    [options.quoteId, options.chain, options.wei],
  )
  return row?.usd ?? 0n
}

/**
 * SQL for wei on the chain of `s` in dollars, by the rates (for 10^18 wei) of the execution `e`,
 * rounded up.
 */
function inUsd(wei: string): string {
  return `ceil(${wei} * (e.coin_rates->>s.chain)::numeric / ${10n ** 18n})`
}

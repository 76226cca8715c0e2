import type { Database } from './database.ts'

/** Stands for all accounts together. */
const everybody = '*'
/** Begins the name of an API key's budget; no account's begins so. */
const ofKey = 'key '

/** Today in UTC, whatever zone the server of the database is in. */
const today = "(now() at time zone 'utc')::date"

/** Failed sponsored gas of one day (UTC), in wei of the chains' native coins. */
export type SponsorLosses = { accountWei: bigint; keyWei: bigint; totalWei: bigint }

/**
 * Counts gas that was sponsored for an operation that then failed: against its account, against the
 * API key that asked for the execution, and against everybody.
 *
 * @param options.quoteId - Names the execution, and so its key; absent: no key pays.
 * Source: security rule 4.
 */
export async function addSponsorLoss(
  database: Database,
  options: { account: string; wei: bigint; quoteId?: string },
): Promise<void> {
  await database.query(
    `insert into sponsor_budgets (account, day, spent_wei, failures)
     select subject, ${today}, $2::numeric, 1
     from (select $1::text as subject union select '${everybody}'
           union select '${ofKey}' || api_key from executions
           where quote_id = $3 and api_key is not null) subjects
     order by subject
     on conflict (account, day) do update
     set spent_wei = sponsor_budgets.spent_wei + excluded.spent_wei,
         failures = sponsor_budgets.failures + 1`,
    [options.account, options.wei, options.quoteId ?? null],
  )
}

/** What an account, an API key (by its label) and everybody together lost the sponsor today. */
export async function sponsorLosses(
  database: Database,
  { account, apiKey }: { account: string; apiKey?: string | undefined },
): Promise<SponsorLosses> {
  const key = apiKey === undefined ? '' : ofKey + apiKey
  const rows = await database.query<{ account: string; wei: bigint }>(
    `select account, spent_wei as wei from sponsor_budgets
     where account = any($1) and day = ${today}`,
    [[account, key, everybody]],
  )
  function weiOf(subject: string): bigint {
    return rows.find((row) => row.account === subject)?.wei ?? 0n
  }
  return { accountWei: weiOf(account), keyWei: weiOf(key), totalWei: weiOf(everybody) }
}

/** Gas that may still be lost on one operation; `leg` is -1 for the one at the destination. */
export type SponsorReservation = { leg: number; account: string; wei: bigint }

/** Holds gas of an execution's operations until the execution ends. */
export async function reserveSponsoring(
  database: Database,
  options: {
    quoteId: string
    apiKey: string | undefined
    reservations: readonly SponsorReservation[]
  },
): Promise<void> {
  for (const { leg, account, wei } of options.reservations)
    await database.query(
      `insert into sponsor_reservations (quote_id, leg, account, api_key, wei)
       values ($1, $2, $3, $4, $5)`,
      [options.quoteId, leg, account, options.apiKey ?? null, wei],
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
    `select coalesce(sum(wei) filter (where account = $1), 0)::numeric(78, 0) as "accountWei",
       coalesce(sum(wei) filter (where api_key = $2), 0)::numeric(78, 0) as "keyWei",
       coalesce(sum(wei), 0)::numeric(78, 0) as "totalWei"
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
       coalesce(sum(r.wei) filter (where r.account = own.account), 0)::numeric(78, 0)
         as "accountWei",
       coalesce(sum(r.wei) filter (where r.api_key = own.api_key), 0)::numeric(78, 0) as "keyWei",
       coalesce(sum(r.wei), 0)::numeric(78, 0) as "totalWei"
     from sponsor_reservations own join sponsor_reservations r on r.id <= own.id
     where own.quote_id = $1 and own.leg = $2
     group by own.id`,
    [quoteId, leg],
  )
  return row
}

const nothing: SponsorLosses = { accountWei: 0n, keyWei: 0n, totalWei: 0n }

/** What everybody together lost the sponsor today, wei. */
export async function sponsorTotal(database: Database): Promise<bigint> {
  return (await sponsorLosses(database, { account: everybody })).totalWei
}

/** Gas of an execution's landed transactions that no budget was charged with yet, wei. */
export async function uncountedGas(database: Database, quoteId: string): Promise<bigint> {
  const [row] = await database.query<{ wei: string }>(
    `select coalesce(sum((detail->>'gasWei')::numeric), 0)::text as wei from steps
     where quote_id = $1 and detail->>'isCounted' = 'false'`,
    [quoteId],
  )
  return BigInt(row?.wei ?? 0)
}

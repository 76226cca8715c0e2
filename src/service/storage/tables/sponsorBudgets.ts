import { toAddressKey } from '#protocol/accounts/account.ts'
import type { Caller } from '../../caller.ts'
import type { Database } from '../database.ts'
import { type StepLeg, toLegColumn } from './legColumn.ts'

/** Name of the budget of everybody together. */
const everybody = '*'
/** Prefixes of the budget names of an API key and of a visitor; no account key begins so. */
const ofKey = 'key '
const ofVisitor = 'visitor '

/** SQL: today in UTC, whatever the database's time zone. */
const today = "(now() at time zone 'utc')::date"

/** Unpaid gas of one day (UTC) by budget, 1e-8 US dollars. */
export type SponsorLosses = {
  accountUsd: bigint
  keyUsd: bigint
  visitorUsd: bigint
  totalUsd: bigint
}

/** The account whose operations are sponsored, and its caller. */
export type Sponsored = Caller & { account: string }

/**
 * Charges unpaid gas to the budgets of the account that caused it, of the execution's API key and
 * visitor, and of everybody.
 *
 * @param options.account - Absent if no account caused it.
 * @param options.quoteId - The execution, whose API key and visitor are charged; absent for none.
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
           where quote_id = $3 and api_key is not null
           union select '${ofVisitor}' || visitor from executions
           where quote_id = $3 and visitor is not null) subjects
     order by subject
     on conflict (account, day) do update
     set spent_usd = sponsor_budgets.spent_usd + excluded.spent_usd,
         failures = sponsor_budgets.failures + 1`,
    [options.account ?? null, options.usd, options.quoteId ?? null],
  )
}

/** Reads today's unpaid gas of an account, an API key (by its label), a visitor and everybody. */
export async function readSponsorLosses(
  database: Database,
  { account, apiKey, visitor }: Sponsored,
): Promise<SponsorLosses> {
  const key = apiKey === undefined ? '' : ofKey + apiKey
  const guest = visitor === undefined ? '' : ofVisitor + visitor
  const rows = await database.query<{ account: string; usd: bigint }>(
    `select account, spent_usd as usd from sponsor_budgets
     where account = any($1) and day = ${today}`,
    [[account, key, guest, everybody]],
  )
  function usdFor(subject: string): bigint {
    return rows.find((row) => row.account === subject)?.usd ?? 0n
  }
  return {
    accountUsd: usdFor(account),
    keyUsd: usdFor(key),
    visitorUsd: usdFor(guest),
    totalUsd: usdFor(everybody),
  }
}

/** Gas that may still be lost on one operation, 1e-8 US dollars. */
export type SponsorReservation = { leg: StepLeg; account: string; usd: bigint }

/** Reserves gas of an execution's operations until the execution ends. */
export async function reserveSponsoring(
  database: Database,
  options: {
    quoteId: string
    caller: Caller
    reservations: readonly SponsorReservation[]
  },
): Promise<void> {
  const { apiKey = null, visitor = null } = options.caller
  for (const { leg, account, usd } of options.reservations)
    await database.query(
      `insert into sponsor_reservations (quote_id, leg, account, api_key, visitor, usd)
       values ($1, $2, $3, $4, $5, $6)`,
      [options.quoteId, toLegColumn(leg), account, apiKey, visitor, usd],
    )
}

/**
 * Ends the reservations of an execution once its losses are counted. Also deletes its visitor (an
 * IP address) and visitors' budgets of past days, which are no longer needed.
 */
export async function endSponsoring(database: Database, quoteId: string): Promise<void> {
  await database.query('delete from sponsor_reservations where quote_id = $1', [quoteId])
  await database.query('update executions set visitor = null where quote_id = $1', [quoteId])
  await database.query(
    `delete from sponsor_budgets where account like '${ofVisitor}%' and day < ${today}`,
  )
}

/**
 * Reads the reserved gas of an account, an API key, a visitor and everybody. Rent not yet reclaimed
 * counts too, except for everybody, who would be blocked although nothing is lost.
 */
export async function readSponsorHeld(
  database: Database,
  { account, apiKey, visitor }: Sponsored,
): Promise<SponsorLosses> {
  const [row] = await database.query<SponsorLosses>(
    `select coalesce(sum(usd) filter (where account = $1), 0)::numeric(78, 0) as "accountUsd",
       coalesce(sum(usd) filter (where api_key = $2), 0)::numeric(78, 0) as "keyUsd",
       coalesce(sum(usd) filter (where visitor = $3), 0)::numeric(78, 0) as "visitorUsd",
       coalesce(sum(usd) filter (where not is_rent), 0)::numeric(78, 0) as "totalUsd"
     from (select account, api_key, visitor, usd, false as is_rent from sponsor_reservations
           union all
           select account, api_key, visitor, usd, true from rents) held`,
    [account, apiKey ?? null, visitor ?? null],
  )
  return row ?? nothing
}

/**
 * Reads the reserved gas of an operation and of all accepted before it.
 *
 * @returns Undefined when nothing is reserved for it.
 */
export async function findSponsorHeldUpTo(
  database: Database,
  { quoteId, leg }: { quoteId: string; leg: StepLeg },
): Promise<(SponsorLosses & Owner) | undefined> {
  const [row] = await database.query<SponsorLosses & Owner>(
    `select own.account, own.api_key as "apiKey", own.visitor,
       coalesce(sum(r.usd) filter (where r.account = own.account), 0)::numeric(78, 0)
         as "accountUsd",
       coalesce(sum(r.usd) filter (where r.api_key = own.api_key), 0)::numeric(78, 0) as "keyUsd",
       coalesce(sum(r.usd) filter (where r.visitor = own.visitor), 0)::numeric(78, 0)
         as "visitorUsd",
       coalesce(sum(r.usd), 0)::numeric(78, 0) as "totalUsd"
     from sponsor_reservations own join sponsor_reservations r on r.id <= own.id
     where own.quote_id = $1 and own.leg = $2
     group by own.id`,
    [quoteId, toLegColumn(leg)],
  )
  return row
}

type Owner = { account: string; apiKey: string | null; visitor: string | null }

const nothing: SponsorLosses = { accountUsd: 0n, keyUsd: 0n, visitorUsd: 0n, totalUsd: 0n }

/** Reads today's unpaid gas of everybody, 1e-8 US dollars. */
export async function readSponsorTotal(database: Database): Promise<bigint> {
  return (await readSponsorLosses(database, { account: everybody })).totalUsd
}

/**
 * Reads the gas of an execution's transactions that no budget was charged with yet, beyond its fee
 * if that was paid; 1e-8 US dollars. A fee that an older version did not store counts as enough.
 */
export async function readUnpaidGas(
  database: Database,
  { quoteId, isPaid }: { quoteId: string; isPaid: boolean },
): Promise<bigint> {
  const [row] = await database.query<{ usd: bigint }>(
    `select greatest(0, coalesce(sum(${buildUsdSql("(s.detail->>'gasWei')::numeric")}), 0)
         - case when $2 then coalesce(max(e.fee_usd), 'Infinity') else 0 end)::numeric(78, 0) as usd
     from steps s join executions e using (quote_id)
     where quote_id = $1 and s.detail->>'isCounted' = 'false'`,
    [quoteId, isPaid],
  )
  return row?.usd ?? 0n
}

/**
 * Whether an account has completed an execution whose fee paid for its gas. That costs the owner
 * more than the service, so an attacker gains nothing by creating accounts in bulk. A fee that an
 * older version did not store counts as enough.
 */
export async function isProven(database: Database, account: string): Promise<boolean> {
  const rows = await database.query(
    `select 1 from execution_accounts a join executions e using (quote_id)
     where a.account = $1 and e.status = 'COMPLETED'
       and (e.fee_usd is null or e.fee_usd > 0 and e.fee_usd >= (
         select coalesce(sum(${buildUsdSql("(s.detail->>'gasWei')::numeric")}), 0)
         from steps s where s.quote_id = e.quote_id))
     limit 1`,
    [toAddressKey(account)],
  )
  return rows.length > 0
}

/** Whether a step of an execution was refused because the service itself was short. */
export async function isOwnFault(database: Database, quoteId: string): Promise<boolean> {
  const rows = await database.query(
    `select 1 from steps where quote_id = $1 and detail->>'isOwn' = 'true' limit 1`,
    [quoteId],
  )
  return rows.length > 0
}

/** Converts gas on a chain to 1e-8 US dollars, at the prices an execution was accepted at. */
export async function readGasUsd(
  database: Database,
  options: { quoteId: string; chain: string; wei: bigint },
): Promise<bigint> {
  const [row] = await database.query<{ usd: bigint }>(
    `select coalesce(${buildUsdSql('$3::numeric')}, 0)::numeric(78, 0) as usd
     from executions e, (select $2::text as chain) s where quote_id = $1`,
    [options.quoteId, options.chain, options.wei],
  )
  return row?.usd ?? 0n
}

/** SQL: wei on the chain of `s` in 1e-8 US dollars at the rates of `e`, rounded up. */
function buildUsdSql(wei: string): string {
  return `ceil(${wei} * (e.coin_rates->>s.chain)::numeric / ${10n ** 18n})`
}

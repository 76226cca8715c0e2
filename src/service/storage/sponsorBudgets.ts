import type { Database } from './database.ts'

/** Stands for all accounts together. */
const everybody = '*'

/** Failed sponsored gas of one day (UTC), in wei of the chains' native coins. */
export type SponsorLosses = { accountWei: bigint; totalWei: bigint }

/** Counts gas that was sponsored for an operation that then failed. */
export async function addSponsorLoss(
  database: Database,
  options: { account: string; wei: bigint },
): Promise<void> {
  for (const account of [options.account, everybody])
    await database.query(
      `insert into sponsor_budgets (account, day, spent_wei, failures)
       values ($1, current_date, $2, 1)
       on conflict (account, day) do update
       set spent_wei = sponsor_budgets.spent_wei + excluded.spent_wei,
           failures = sponsor_budgets.failures + 1`,
      [account, options.wei],
    )
}

/** What an account, and everybody together, lost the sponsor today. */
export async function sponsorLosses(database: Database, account: string): Promise<SponsorLosses> {
  const rows = await database.query<{ account: string; wei: bigint }>(
    `select account, spent_wei as wei from sponsor_budgets
     where account = any($1) and day = current_date`,
    [[account, everybody]],
  )
  return {
    accountWei: rows.find((row) => row.account === account)?.wei ?? 0n,
    totalWei: rows.find((row) => row.account === everybody)?.wei ?? 0n,
  }
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

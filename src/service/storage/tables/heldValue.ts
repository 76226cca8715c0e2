import { toAddressKey } from '#protocol/accounts/account.ts'
import type { Caller } from '../../caller.ts'
import type { Database } from '../database.ts'
import { refundWaits } from './events.ts'

/** Value of unsettled deposits at the prices they were accepted at, 1e-8 US dollars. */
export type HeldValue = { totalUsd: bigint; keyUsd: bigint; visitorUsd: bigint }

/**
 * SQL: whether deposits of an execution `e` are held, or can still land. A cancelled execution
 * sends no more deposits, so with none held and none sent it does not count.
 */
const counts = `
  e.status not in ('COMPLETED', 'REFUNDED', 'FAILED')
  and (e.phase not in ('cancelling', 'refunding') or e.status <> 'PENDING'
       or exists (select 1 from steps s where s.quote_id = e.quote_id
                  and s.action = 'deposit' and s.state in ('sent', 'mined')))`

/**
 * SQL: whether an execution `e` only waits for its owner, who makes its refund fail. It counts
 * towards the owner's limits, but not towards everybody's.
 */
const isKept = `
  (e.phase = 'refunding'
   and (exists (select 1 from steps s where s.quote_id = e.quote_id
                and s.action = 'refund' and s.state = 'refused')
        or exists (select 1 from events n where n.quote_id = e.quote_id and n.kind = $3)))`

/** Reads the unsettled deposits of everybody, and of the caller's API key and visitor. */
export async function readHeldValue(database: Database, caller: Caller = {}): Promise<HeldValue> {
  const [row] = await database.query<HeldValue>(
    `select coalesce(sum(e.held_usd) filter (where not ${isKept}), 0)::numeric(78, 0) as "totalUsd",
       coalesce(sum(e.held_usd) filter (where e.api_key = $1), 0)::numeric(78, 0) as "keyUsd",
       coalesce(sum(e.held_usd) filter (where e.visitor = $2), 0)::numeric(78, 0) as "visitorUsd"
     from executions e where ${counts}`,
    [caller.apiKey ?? null, caller.visitor ?? null, refundWaits],
  )
  return row ?? { totalUsd: 0n, keyUsd: 0n, visitorUsd: 0n }
}

/** Reads the unsettled deposits of executions an account signed, 1e-8 US dollars. */
export async function readHeldByAccount(database: Database, account: string): Promise<bigint> {
  const [row] = await database.query<{ usd: bigint }>(
    `select coalesce(sum(e.held_usd), 0)::numeric(78, 0) as usd
     from executions e join execution_accounts a using (quote_id)
     where a.account = $1 and ${counts}`,
    [toAddressKey(account)],
  )
  return row?.usd ?? 0n
}

import { SessionPolicy } from '#protocol/accounts/session.ts'
import type { Database } from '../database.ts'

/** The rule for a session key of an account, on every chain. */
export type SessionRule = {
  isRevoked: boolean
  /** Absent if its admin has not set a policy. */
  policy?: SessionPolicy
}

/** A session key of an account; both addresses in lower case. */
export type SessionKey = { account: string; session: string }

const columns = 'revoked_at is not null as "isRevoked", policy'

/** The rule for a session key; undefined when its admin has set none. */
export async function findSessionRule(
  database: Database,
  { account, session }: SessionKey,
): Promise<SessionRule | undefined> {
  const [row] = await database.query<Row>(
    `select ${columns} from session_rules where account = $1 and session = $2`,
    [account, session],
  )
  return row && toRule(row)
}

/** Revokes a session key for good. */
export async function revokeSession(
  database: Database,
  { account, session }: SessionKey,
): Promise<SessionRule> {
  const [row] = await database.query<Row>(
    `insert into session_rules (account, session, revoked_at) values ($1, $2, now())
     on conflict (account, session) do update
       set revoked_at = coalesce(session_rules.revoked_at, now())
     returning ${columns}`,
    [account, session],
  )
  if (!row) throw new Error(`The session ${session} was not ended.`)
  return toRule(row)
}

/**
 * Sets the policy of a session key.
 *
 * @param rule.statedUntil - Deadline of the admin's signed statement, Unix seconds. Of two
 *   statements the one with the later deadline holds, so that an earlier one cannot be replayed.
 * @returns Undefined, without a change, when the key is revoked, or a statement with this or a
 *   later deadline is stored.
 */
export async function allowSession(
  database: Database,
  rule: SessionKey & { policy: SessionPolicy; statedUntil: bigint },
): Promise<SessionRule | undefined> {
  const { account, session, policy, statedUntil } = rule
  const [row] = await database.query<Row>(
    `insert into session_rules (account, session, policy, stated_until)
     values ($1, $2, $3, $4)
     on conflict (account, session) do update set policy = $3, stated_until = $4
       where session_rules.revoked_at is null and session_rules.stated_until < $4
     returning ${columns}`,
    [account, session, JSON.stringify(policy), statedUntil],
  )
  return row && toRule(row)
}

type Row = { isRevoked: boolean; policy: unknown }

function toRule({ isRevoked, policy }: Row): SessionRule {
  return { isRevoked, ...(policy !== null && { policy: SessionPolicy.parse(policy) }) }
}

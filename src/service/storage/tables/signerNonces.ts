import type { Database, Storage } from '../database.ts'

/** A signer on a chain. */
export type SignerKey = { chain: string; signer: string }

/**
 * Raises the stored next nonce to the chain's count; it never lowers it.
 *
 * @returns The next nonce to take.
 */
export async function raiseNonce(
  database: Database,
  options: SignerKey & { chainNonce: bigint },
): Promise<bigint> {
  const [row] = await database.query<{ next: bigint }>(
    `insert into signer_nonces (chain, signer, next_nonce) values ($1, $2, $3)
     on conflict (chain, signer) do update
     set next_nonce = greatest(signer_nonces.next_nonce, excluded.next_nonce)
     returning next_nonce as next`,
    [options.chain, options.signer, options.chainNonce],
  )
  return row?.next ?? options.chainNonce
}

/**
 * Takes the next nonce of a signer, for a transaction stored in the same database transaction.
 *
 * @throws Error when the signer was never reconciled with the chain.
 */
export async function takeNonce(database: Database, { chain, signer }: SignerKey): Promise<bigint> {
  const [row] = await database.query<{ nonce: bigint }>(
    `update signer_nonces set next_nonce = next_nonce + 1
     where chain = $1 and signer = $2 returning next_nonce - 1 as nonce`,
    [chain, signer],
  )
  if (!row) throw new Error(`The signer ${signer} was not reconciled with ${chain}.`)
  return row.nonce
}

/**
 * The next nonce of a signer (null if never reconciled), and the age in milliseconds of its oldest
 * transaction with nonce `from` or later (0 when there is none).
 */
export async function findUnmined(
  database: Database,
  { chain, signer, from }: SignerKey & { from: bigint },
): Promise<{ next: bigint | null; ageMs: number }> {
  const [row] = await database.query<{ next: bigint; since: Date | null }>(
    `select next_nonce as next,
       (select min(created_at) from transactions t
        where t.chain = n.chain and t.signer = n.signer and t.nonce >= $3 and t.replaces is null) as since
     from signer_nonces n where chain = $1 and signer = $2`,
    [chain, signer, from],
  )
  const ageMs = row?.since ? Date.now() - row.since.getTime() : 0
  return { next: row?.next ?? null, ageMs }
}

/** A signed transaction that may still have to land. */
export type OpenTransaction = {
  nonce: bigint
  raw: string
  hash: string
  /** The first transaction signed with this nonce. */
  first: string
  /** Whether it only uses up the nonce. */
  isIdle: boolean
  /** Whether no execution sends it again any more. */
  isForgotten: boolean
  /** Whether it is a release of a live execution, which alone may send it. */
  isLiveRelease: boolean
  /** Whether it is old enough that its execution had every chance to send it again. */
  isOverdue: boolean
}

/** The newest transaction of every nonce from `from` on, in order. */
export async function findTransactionsFrom(
  database: Database,
  options: SignerKey & { from: bigint },
): Promise<OpenTransaction[]> {
  return database.query(
    `select distinct on (t.nonce) t.nonce, t.raw, t.hash,
       (select f.raw from transactions f where f.chain = t.chain and f.signer = t.signer
          and f.nonce = t.nonce and f.replaces is null) as first,
       t.action = 'gap' or (t.meta->>'revokes')::boolean is true as "isIdle",
       t.action = 'gap' or e.status in ('COMPLETED', 'REFUNDED', 'FAILED') is true as "isForgotten",
       t.action = 'release' and (t.meta->>'revokes')::boolean is not true
         and e.status not in ('COMPLETED', 'REFUNDED', 'FAILED') is true as "isLiveRelease",
       t.created_at < clock_timestamp() - interval '2 minutes' as "isOverdue"
     from transactions t left join executions e using (quote_id)
     where t.chain = $1 and t.signer = $2 and t.nonce >= $3
     order by t.nonce, t.created_at desc`,
    [options.chain, options.signer, options.from],
  )
}

/**
 * Stores a transaction that replaces another one at the same nonce, without a fence.
 *
 * @returns False, without a change, when it was replaced meanwhile.
 */
export async function revokeTransaction(
  database: Database,
  options: { replaces: string; hash: string; raw: string; meta: object },
): Promise<boolean> {
  const rows = await database.query(
    `insert into transactions
       (hash, quote_id, leg, action, attempt, chain, signer, nonce, raw, meta, replaces, created_at)
     select $2, quote_id, leg, action, attempt, chain, signer, nonce, $3, meta || $4, hash, clock_timestamp()
     from transactions where hash = $1 on conflict do nothing returning 1`,
    [options.replaces, options.hash, options.raw, JSON.stringify(options.meta)],
  )
  return rows.length > 0
}

/**
 * Stores an empty transaction for a nonce without a stored one, so that later ones can land. Does
 * nothing when one was stored meanwhile.
 */
export async function fillGap(
  storage: Storage,
  options: SignerKey & { nonce: bigint; hash: string; raw: string },
): Promise<void> {
  await storage.query(
    `insert into transactions (hash, action, chain, signer, nonce, raw)
     values ($1, 'gap', $2, $3, $4, $5) on conflict do nothing`,
    [options.hash, options.chain, options.signer, options.nonce, options.raw],
  )
}

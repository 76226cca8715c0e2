import { toAddressKey } from '#protocol/accounts/account.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import type { ExecutionStatus, ExecutionType } from '#protocol/status/status.ts'
import type { Caller } from '../../caller.ts'
import type { Database } from '../database.ts'
import type { StepLeg } from '../tables/legColumn.ts'

/** An execution as stored. `quote` is the accepted wire quote. */
export type ExecutionRow = {
  quoteId: string
  version: bigint
  phase: string
  status: ExecutionStatus
  type: ExecutionType
  user: string
  recipient: string
  failReason: FailReason | null
  quote: unknown
  /** The call of a call quote, a `QuotedCall`; null for all others. */
  call: unknown
  /** By chain, the block (decimal) from which it is searched for others' transactions. */
  fromBlocks: Record<string, string>
  createdAt: Date
  updatedAt: Date
  attempts: number
  /** Why its last tick failed; null once one succeeds. */
  lastError: ExecutionError | null
}

/** Why a tick failed; contains no secrets. */
export type ExecutionError = {
  /** The step that failed; absent when it failed before one. */
  step?: { action: string; leg: StepLeg; attempt: number } | undefined
  reason: string
}

/** Proves on each write that no other worker has claimed the execution since. */
export type Fence = { quoteId: string; version: bigint }

/** Thrown when another worker has claimed the execution; discard what was decided. */
export class FenceLostError extends Error {
  override readonly name = 'FenceLost'
  constructor({ quoteId, version }: Fence) {
    super(`Execution ${quoteId} is no longer at version ${version}.`)
  }
}

/** Columns of {@link ExecutionRow}, for queries over `executions e`. */
export const executionColumns = `
  e.quote_id as "quoteId", e.version, e.phase, e.status, e.type, e.user_address as "user",
  e.recipient, e.fail_reason as "failReason", e.quote, e.call, e.from_blocks as "fromBlocks",
  e.created_at as "createdAt", e.updated_at as "updatedAt", e.attempts, e.last_error as "lastError"`

const leaseSeconds = 6

/** Stores a new execution and lists it under the accounts that signed it. */
export async function insertExecution(
  database: Database,
  row: Pick<ExecutionRow, 'quoteId' | 'phase' | 'type' | 'recipient' | 'quote' | 'fromBlocks'> & {
    /** Addresses of the accounts that signed an operation; the first is its user. */
    signers: readonly string[]
    /** The call of a call quote; only one quote of a `prepareId` can be executed. */
    call?: { prepareId: string; quoted: unknown } | undefined
    /** Who requested it, if known. */
    caller?: Caller
    /** Value of its deposits, 1e-8 US dollars. */
    heldUsd?: bigint
    /** Value of its fees, 1e-8 US dollars; absent if unknown. */
    feeUsd?: bigint
    /** By chain, the price of 10^18 units of its native coin, 1e-8 US dollars. */
    coinRates?: Readonly<Record<string, bigint>>
  },
): Promise<void> {
  await database.query(
    `insert into executions (quote_id, phase, status, type, user_address, recipient, quote, from_blocks, api_key, prepare_id, call, held_usd, fee_usd, coin_rates, visitor)
     values ($1, $2, 'PENDING', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      row.quoteId,
      row.phase,
      row.type,
      row.signers[0],
      row.recipient,
      JSON.stringify(row.quote),
      JSON.stringify(row.fromBlocks),
      row.caller?.apiKey ?? null,
      row.call?.prepareId ?? null,
      row.call ? JSON.stringify(row.call.quoted) : null,
      row.heldUsd ?? 0n,
      row.feeUsd ?? null,
      JSON.stringify(
        Object.fromEntries(
          Object.entries(row.coinRates ?? {}).map(([chain, usd]) => [chain, usd.toString()]),
        ),
      ),
      row.caller?.visitor ?? null,
    ],
  )
  await database.query(
    `insert into execution_accounts
       (account, quote_id, created_at, updated_at, type, status, keys)
     select account, e.quote_id, e.created_at, e.updated_at, e.type, e.status,
       history_keys(e.quote, e.recipient) || $2::text[]
     from executions e, unnest($2::text[]) as account where e.quote_id = $1`,
    [row.quoteId, row.signers.map(toAddressKey)],
  )
}

/** Whether a quote of this prepared call was accepted. */
export async function isPrepareExecuted(database: Database, prepareId: string): Promise<boolean> {
  const rows = await database.query('select 1 from executions where prepare_id = $1', [prepareId])
  return rows.length > 0
}

/** The execution of a quote; undefined when it was never accepted. */
export async function findExecution(
  database: Database,
  quoteId: string,
): Promise<ExecutionRow | undefined> {
  const [row] = await database.query<ExecutionRow>(
    `select ${executionColumns} from executions e where e.quote_id = $1`,
    [quoteId],
  )
  return row
}

/**
 * Claims live executions that are due or wait for one of `chains`, for {@link leaseSeconds} by the
 * database's clock. Those another worker has claimed are skipped.
 */
export async function claimExecutions(
  database: Database,
  options: { owner: string; limit: number; chains: readonly string[] },
): Promise<ExecutionRow[]> {
  return database.query<ExecutionRow>(
    `update executions e
     set version = e.version + 1, lease_owner = $1,
         lease_until = clock_timestamp() + interval '${leaseSeconds} s'
     where e.quote_id in (
       select quote_id from executions
       where status not in ('COMPLETED', 'REFUNDED', 'FAILED')
         and (next_run_at <= clock_timestamp() or wait_chains && $3::text[])
         and (lease_until is null or lease_until < clock_timestamp())
       order by next_run_at limit $2 for update skip locked)
     returning ${executionColumns}`,
    [options.owner, options.limit, options.chains],
  )
}

/**
 * Renews the leases a worker still has. Rows locked by a concurrent write are skipped until the
 * next time, so that nothing waits here.
 */
export async function renewLeases(
  database: Database,
  { owner, quoteIds }: { owner: string; quoteIds: readonly string[] },
): Promise<void> {
  await database.query(
    `update executions set lease_until = greatest(lease_until, clock_timestamp() + interval '${leaseSeconds} s')
     where quote_id in (
       select quote_id from executions
       where quote_id = any($2) and lease_owner = $1 for update skip locked)`,
    [owner, quoteIds],
  )
}

/** The new state of an execution. */
export type ExecutionChange = {
  phase: string
  status: ExecutionStatus
  failReason: FailReason | null
  legStates: readonly { leg: number; state: string }[]
}

/**
 * Writes what a step decided, under the fence. `updatedAt` changes only when the status does.
 *
 * @returns The fence of the next write.
 * @throws FenceLost when another worker wrote in between.
 */
export async function updateExecution(
  database: Database,
  options: { fence: Fence; change: ExecutionChange },
): Promise<Fence> {
  const { fence, change } = options
  const [row] = await database.query<{ version: bigint; moved: boolean }>(
    `with before as (select status from executions where quote_id = $1)
     update executions e
     set version = e.version + 1, phase = $3, status = $4, fail_reason = $5,
         updated_at = case when e.status = $4 then e.updated_at else now() end,
         attempts = 0
     where e.quote_id = $1 and e.version = $2
     returning e.version, (select status from before) <> $4 as moved`,
    [fence.quoteId, fence.version, change.phase, change.status, change.failReason],
  )
  if (!row) throw new FenceLostError(fence)
  if (row.moved)
    await database.query(
      `update execution_accounts a set updated_at = e.updated_at, status = e.status
       from executions e where e.quote_id = $1 and a.quote_id = e.quote_id`,
      [fence.quoteId],
    )
  for (const { leg, state } of change.legStates)
    await database.query(
      'update legs set state = $3 where quote_id = $1 and leg = $2 and state <> $3',
      [fence.quoteId, leg, state],
    )
  return { quoteId: fence.quoteId, version: row.version }
}

/**
 * Ends the lease and schedules the next tick: after `delayMs`, or at a new block of one of
 * `chains`.
 *
 * @param options.failed - True counts a failure; false keeps the count (a chain was unavailable);
 *   absent resets it.
 * @param options.error - Stored as the last error; absent clears it.
 */
export async function scheduleExecution(
  database: Database,
  options: {
    fence: Fence
    delayMs: number
    chains: readonly string[]
    failed?: boolean
    error?: ExecutionError
  },
): Promise<void> {
  await database.query(
    `update executions
     set version = version + 1, lease_owner = null, lease_until = null, wait_chains = $4,
         next_run_at = clock_timestamp() + $3 * interval '1 ms',
         attempts = case when $5::boolean is null then 0 when $5 then attempts + 1 else attempts end,
         last_error = $6
     where quote_id = $1 and version = $2`,
    [
      options.fence.quoteId,
      options.fence.version,
      options.delayMs,
      options.chains,
      options.failed ?? null,
      options.error ? JSON.stringify(options.error) : null,
    ],
  )
}

/** The number of executions that are not terminal. */
export async function countLive(database: Database): Promise<number> {
  const [row] = await database.query<{ live: number }>(
    `select count(*)::int as live from executions
     where status not in ('COMPLETED', 'REFUNDED', 'FAILED')`,
  )
  return row?.live ?? 0
}

/** Values of an execution in a chain's smallest coin unit, at its acceptance prices. */
export type ValuesOnChain = {
  /** Value of its deposits; 0 when one operation does everything. */
  held: bigint
  /** Value of its fees. */
  fee: bigint
  /** Value of a US dollar. */
  dollar: bigint
}

/** Reads an execution's values in a chain's coin; undefined without a price of that coin. */
export async function readValuesOnChain(
  database: Database,
  { quoteId, chain }: { quoteId: string; chain: string },
): Promise<ValuesOnChain | undefined> {
  const [row] = await database.query<ValuesOnChain>(
    `select trunc(held_usd * unit)::numeric(78, 0) as held,
       trunc(coalesce(fee_usd, 0) * unit)::numeric(78, 0) as fee,
       trunc(${10n ** 8n} * unit)::numeric(78, 0) as dollar
     from executions, lateral (select ${10n ** 18n} / (coin_rates->>$2)::numeric as unit) as rate
     where quote_id = $1 and (coin_rates->>$2)::numeric > 0`,
    [quoteId, chain],
  )
  return row
}

/** One origin operation of an execution. Amounts in smallest units. */
export type LegRow = {
  leg: number
  chain: string
  account: string
  asset: string
  amount: bigint
  fee: bigint
  /** Hash of its order; null when the operation deposits nothing (same chain). */
  orderHash: string | null
  state: string
}

/** Stores the legs of a new execution. */
export async function insertLegs(
  database: Database,
  options: { quoteId: string; legs: readonly LegRow[] },
): Promise<void> {
  for (const leg of options.legs)
    await database.query(
      `insert into legs (quote_id, leg, chain, account, asset, amount, fee, order_hash, state)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        options.quoteId,
        leg.leg,
        leg.chain,
        leg.account,
        leg.asset,
        leg.amount,
        leg.fee,
        leg.orderHash,
        leg.state,
      ],
    )
}

import { toAddressKey } from '#protocol/accounts/account.ts'
import { toAssetKey } from '../../assetIndex.ts'
import type { Database } from '../database.ts'
import {
  type ReservationTarget,
  type StepLeg,
  toReservationColumn,
  toReservationRange,
} from './legColumn.ts'

/**
 * A balance that executions spend: an owner's holding of one asset on one chain. EVM addresses and
 * assets are compared case-insensitively.
 */
export type BalanceKey = { chain: string; owner: string; asset: string }

/** What an execution will take from a holding, in smallest units. */
export type Reservation = BalanceKey & {
  quoteId: string
  target: ReservationTarget
  amount: bigint
}

/** Locks holdings until the transaction ends, in one order to avoid deadlocks. */
export async function lockHoldings(
  database: Database,
  holdings: readonly BalanceKey[],
): Promise<void> {
  const ordered = holdings.map(normalizeHolding).toSorted((a, b) => (toKey(a) < toKey(b) ? -1 : 1))
  for (const { chain, owner, asset } of ordered) {
    await database.query(
      `insert into reservation_heads (chain, owner, asset) values ($1, $2, $3)
       on conflict do nothing`,
      [chain, owner, asset],
    )
    await database.query(
      `select 1 from reservation_heads where chain = $1 and owner = $2 and asset = $3 for update`,
      [chain, owner, asset],
    )
  }
}

/**
 * The reserved part of a balance read at block `atBlock`: active reservations and sweeps, and what
 * was spent in later blocks, which that balance does not show yet.
 */
export async function readReservedUnits(
  database: Database,
  options: BalanceKey & { atBlock: bigint },
): Promise<bigint> {
  const { chain, owner, asset } = normalizeHolding(options)
  const [row] = await database.query<{ reserved: bigint }>(
    `select coalesce(sum(amount), 0)::numeric(78, 0) as reserved from (
       select amount from reservations
       where chain = $1 and owner = $2 and asset = $3 and (active or spent_block > $4)
       union all
       select amount from inventory_moves
       where chain = $1 and owner = $2 and asset = $3 and (active or spent_block > $4)
         and kind = 'sweep') taken`,
    [chain, owner, asset, options.atBlock],
  )
  return row?.reserved ?? 0n
}

/** Stores reservations. */
export async function insertReservations(
  database: Database,
  reservations: readonly Reservation[],
): Promise<void> {
  for (const row of reservations) {
    const { chain, owner, asset } = normalizeHolding(row)
    await database.query(
      `insert into reservations (quote_id, leg, chain, owner, asset, amount)
       values ($1, $2, $3, $4, $5, $6)`,
      [row.quoteId, toReservationColumn(row.target), chain, owner, asset, row.amount],
    )
  }
}

/**
 * Ends the reservations that a landed step settles: the one of an origin leg, or those of all
 * assets delivered at the destination.
 *
 * @param options.spentBlock - Block in which they were spent; null when they are no longer needed.
 */
export async function endReservations(
  database: Database,
  options: { quoteId: string; leg: StepLeg; spentBlock: bigint | null },
): Promise<void> {
  const { from, to } = toReservationRange(options.leg)
  await database.query(
    `update reservations set active = false, spent_block = $4
     where quote_id = $1 and leg between $2 and $3 and active`,
    [options.quoteId, from, to, options.spentBlock],
  )
}

/** Ends the reservations of a finished execution that are still active. */
export async function endAllReservations(database: Database, quoteId: string): Promise<void> {
  await database.query('update reservations set active = false where quote_id = $1 and active', [
    quoteId,
  ])
}

/** A holding in the spelling it is stored and compared in. */
export function normalizeHolding({ chain, owner, asset }: BalanceKey): BalanceKey {
  return { chain, owner: toAddressKey(owner), asset: toAssetKey(asset) }
}

function toKey({ chain, owner, asset }: BalanceKey): string {
  return `${chain} ${owner} ${asset}`
}

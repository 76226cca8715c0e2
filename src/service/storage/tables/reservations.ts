import { toAddressKey } from '#protocol/accounts/account.ts'
import { toAssetKey } from '../../assetIndex.ts'
import type { Database } from '../database.ts'

/**
 * A balance that executions draw on: an owner's holding of one asset on one chain. EVM addresses and
 * assets are the same in any spelling.
 */
export type Holding = { chain: string; owner: string; asset: string }

/** What one leg (or the destination, leg -1) will take from a holding. Smallest units. */
export type Reservation = Holding & { quoteId: string; leg: number; amount: bigint }

/**
 * Takes the locks of several holdings, in one order for everybody so that no two wait in a circle.
 * They are held until the transaction ends.
 */
export async function lockHoldings(
  database: Database,
  holdings: readonly Holding[],
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
 * What is spoken for of a balance that was read at block `atBlock`: everything still reserved or on
 * its way elsewhere, and what was spent in later blocks, which that balance does not show yet.
 */
export async function readReservedUnits(
  database: Database,
  options: Holding & { atBlock: bigint },
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
      [row.quoteId, row.leg, chain, owner, asset, row.amount],
    )
  }
}

/** Ends a reservation: spent in a block, or not needed any more (`spentBlock` null). */
export async function endReservation(
  database: Database,
  options: { quoteId: string; leg: number; spentBlock: bigint | null },
): Promise<void> {
  await database.query(
    `update reservations set active = false, spent_block = $3
     where quote_id = $1 and leg = $2 and active`,
    [options.quoteId, options.leg, options.spentBlock],
  )
}

/** Ends all reservations of an execution that are still open: it is terminal. */
export async function endReservations(database: Database, quoteId: string): Promise<void> {
  await database.query('update reservations set active = false where quote_id = $1 and active', [
    quoteId,
  ])
}

/** One spelling of a holding, for what is stored and compared. */
export function normalizeHolding({ chain, owner, asset }: Holding): Holding {
  return { chain, owner: toAddressKey(owner), asset: toAssetKey(asset) }
}

function toKey({ chain, owner, asset }: Holding): string {
  return `${chain} ${owner} ${asset}`
}

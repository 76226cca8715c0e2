import type { Database } from '../database.ts'

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

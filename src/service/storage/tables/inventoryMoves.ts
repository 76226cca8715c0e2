import { addressKey } from '#protocol/accounts/account.ts'
import { type Database, sqlState, type Storage } from '../database.ts'
import { type Holding, lockHoldings, reservedUnits, spelled } from './reservations.ts'
import { takeNonce } from './signerNonces.ts'

/** What the solver's key does with its own inventory: sends it away, or allows the settler to take. */
export type MoveKind = 'sweep' | 'allow'

/** A move that was signed; smallest units. */
export type InventoryMove = {
  hash: string
  kind: MoveKind
  asset: string
  amount: bigint
  nonce: bigint
  createdAt: Date
}

/** Signed bytes of a move and of what took its place, newest first; `isIdle`: they only use the nonce up. */
export type MoveBytes = { hash: string; raw: string; createdAt: Date; isIdle: boolean }

const bytesColumns = `hash, raw, created_at as "createdAt",
  (meta->>'revokes')::boolean is true as "isIdle"`

/** The move of an owner that is under way on a chain: there is at most one. */
export async function findActiveMove(
  database: Database,
  { chain, owner }: { chain: string; owner: string },
): Promise<(InventoryMove & { bytes: MoveBytes[] }) | undefined> {
  const [move] = await database.query<InventoryMove>(
    `select m.hash, m.kind, m.asset, m.amount, t.nonce, m.created_at as "createdAt"
     from inventory_moves m join transactions t using (hash)
     where m.chain = $1 and m.owner = $2 and m.active`,
    [chain, addressKey(owner)],
  )
  if (!move) return undefined
  const bytes = await database.query<MoveBytes>(
    `select ${bytesColumns} from transactions
     where chain = $1 and signer = $2 and nonce = $3 order by created_at desc`,
    [chain, addressKey(owner), move.nonce],
  )
  return { ...move, bytes }
}

/**
 * Takes a nonce, signs a move with it and stores both, all or nothing, before anybody sees it. Under
 * the lock of the holding, so that what is swept was not promised to an execution meanwhile.
 *
 * @param options.free - What may be swept at most of a balance that was read at `atBlock`, before
 *   what is spoken for is taken off; absent for an allowance.
 * @returns The bytes to send; undefined when another move is under way or nothing is free.
 */
export async function storeMove(
  storage: Storage,
  options: {
    holding: Holding
    kind: MoveKind
    amount: bigint
    free?: { units: bigint; atBlock: bigint }
    sign: (nonce: bigint) => Promise<{ hash: string; raw: string }>
  },
): Promise<MoveBytes | undefined> {
  try {
    return await storage.transaction((database) => insertMove(database, options))
  } catch (error) {
    // Another worker was quicker.
    if (sqlState(error) === '23505') return undefined
    throw error
  }
}

async function insertMove(
  database: Database,
  { holding, kind, amount, free, sign }: Parameters<typeof storeMove>[1],
): Promise<MoveBytes | undefined> {
  const { chain, owner, asset } = spelled(holding)
  await lockHoldings(database, [holding])
  if (free) {
    const { atBlock, units } = free
    if (units - (await reservedUnits(database, { ...holding, atBlock })) < amount) return undefined
  }
  const nonce = await takeNonce(database, { chain, signer: owner })
  const signed = await sign(nonce)
  const [stored] = await database.query<MoveBytes>(
    `insert into transactions (hash, action, chain, signer, nonce, raw, created_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp())
     returning ${bytesColumns}`,
    [signed.hash, kind, chain, owner, nonce, signed.raw],
  )
  await database.query(
    `insert into inventory_moves (hash, kind, chain, owner, asset, amount)
     values ($1, $2, $3, $4, $5, $6)`,
    [signed.hash, kind, chain, owner, asset, amount],
  )
  return stored
}

/** Stores bytes that take the place of a stuck move's, at the same nonce. */
export async function replaceMove(
  storage: Storage,
  options: { replaces: string; hash: string; raw: string },
): Promise<void> {
  await storage.query(
    `insert into transactions (hash, action, chain, signer, nonce, raw, meta, replaces, created_at)
     select $2, action, chain, signer, nonce, $3, meta, hash, clock_timestamp()
     from transactions where hash = $1 on conflict do nothing`,
    [options.replaces, options.hash, options.raw],
  )
}

/** Ends a move: done in a block, or without effect (`spentBlock` null). */
export async function endMove(
  database: Database,
  options: { hash: string; spentBlock: bigint | null },
): Promise<void> {
  await database.query(
    'update inventory_moves set active = false, spent_block = $2 where hash = $1 and active',
    [options.hash, options.spentBlock],
  )
}

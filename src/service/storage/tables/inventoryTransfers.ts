import { toAddressKey } from '#protocol/accounts/account.ts'
import { type Database, getSqlState, type Storage } from '../database.ts'
import { type Holding, lockHoldings, readReservedUnits, normalizeHolding } from './reservations.ts'
import { takeNonce } from './signerNonces.ts'

/** What the solver's key does with its own inventory: sends it away, or allows the settler to take. */
export type InventoryTransferKind = 'sweep' | 'allow'

/** A move that was signed; smallest units. */
export type InventoryTransfer = {
  hash: string
  kind: InventoryTransferKind
  asset: string
  amount: bigint
  nonce: bigint
  createdAt: Date
}

/** Signed bytes of a move and of what took its place, newest first; `isIdle`: they only use the nonce up. */
export type TransferBytes = { hash: string; raw: string; createdAt: Date; isIdle: boolean }

const bytesColumns = `hash, raw, created_at as "createdAt",
  (meta->>'revokes')::boolean is true as "isIdle"`

/** The move of an owner that is under way on a chain: there is at most one. */
export async function findActiveTransfer(
  database: Database,
  { chain, owner }: { chain: string; owner: string },
): Promise<(InventoryTransfer & { bytes: TransferBytes[] }) | undefined> {
  const [move] = await database.query<InventoryTransfer>(
    `select m.hash, m.kind, m.asset, m.amount, t.nonce, m.created_at as "createdAt"
     from inventory_moves m join transactions t using (hash)
     where m.chain = $1 and m.owner = $2 and m.active`,
    [chain, toAddressKey(owner)],
  )
  if (!move) return undefined
  const bytes = await database.query<TransferBytes>(
    `select ${bytesColumns} from transactions
     where chain = $1 and signer = $2 and nonce = $3 order by created_at desc`,
    [chain, toAddressKey(owner), move.nonce],
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
export async function storeTransfer(
  storage: Storage,
  options: {
    holding: Holding
    kind: InventoryTransferKind
    amount: bigint
    free?: { units: bigint; atBlock: bigint }
    sign: (nonce: bigint) => Promise<{ hash: string; raw: string }>
  },
): Promise<TransferBytes | undefined> {
  try {
    return await storage.transaction((database) => insertTransfer(database, options))
  } catch (error) {
    // Another worker was quicker.
    if (getSqlState(error) === '23505') return undefined
    throw error
  }
}

async function insertTransfer(
  database: Database,
  { holding, kind, amount, free, sign }: Parameters<typeof storeTransfer>[1],
): Promise<TransferBytes | undefined> {
  const { chain, owner, asset } = normalizeHolding(holding)
  await lockHoldings(database, [holding])
  if (free) {
    const { atBlock, units } = free
    if (units - (await readReservedUnits(database, { ...holding, atBlock })) < amount)
      return undefined
  }
  const nonce = await takeNonce(database, { chain, signer: owner })
  const signed = await sign(nonce)
  const [stored] = await database.query<TransferBytes>(
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
export async function replaceTransfer(
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
export async function endTransfer(
  database: Database,
  options: { hash: string; spentBlock: bigint | null },
): Promise<void> {
  await database.query(
    'update inventory_moves set active = false, spent_block = $2 where hash = $1 and active',
    [options.hash, options.spentBlock],
  )
}

import { toAddressKey } from '#protocol/accounts/account.ts'
import { type Database, getSqlState, type Storage } from '../database.ts'
import {
  type BalanceKey,
  lockHoldings,
  readReservedUnits,
  normalizeHolding,
} from './reservations.ts'
import { takeNonce } from './signerNonces.ts'

/** `sweep`: sends inventory to the cold payee. `allow`: sets the settler's allowance. */
export type InventoryTransferKind = 'sweep' | 'allow'

/** A signed transfer; amount in smallest units. */
export type InventoryTransfer = {
  hash: string
  kind: InventoryTransferKind
  asset: string
  amount: bigint
  nonce: bigint
  createdAt: Date
}

/** A signed transaction of a transfer; `isIdle` if it only uses up the nonce. */
export type TransferBytes = { hash: string; raw: string; createdAt: Date; isIdle: boolean }

const bytesColumns = `hash, raw, created_at as "createdAt",
  (meta->>'revokes')::boolean is true as "isIdle"`

/** The active transfer of an owner on a chain, at most one, with its transactions newest first. */
export async function findActiveTransfer(
  database: Database,
  { chain, owner }: { chain: string; owner: string },
): Promise<(InventoryTransfer & { bytes: TransferBytes[] }) | undefined> {
  const [transfer] = await database.query<InventoryTransfer>(
    `select m.hash, m.kind, m.asset, m.amount, t.nonce, m.created_at as "createdAt"
     from inventory_moves m join transactions t using (hash)
     where m.chain = $1 and m.owner = $2 and m.active`,
    [chain, toAddressKey(owner)],
  )
  if (!transfer) return undefined
  const bytes = await database.query<TransferBytes>(
    `select ${bytesColumns} from transactions
     where chain = $1 and signer = $2 and nonce = $3 order by created_at desc`,
    [chain, toAddressKey(owner), transfer.nonce],
  )
  return { ...transfer, bytes }
}

/**
 * Takes a nonce, signs a transfer with it and stores both atomically before it is sent. It holds
 * the lock of the holding, so that no execution reserves the swept amount meanwhile.
 *
 * @param options.free - The most that may be swept of a balance read at `atBlock`, before
 *   reservations are subtracted; absent for an allowance.
 * @returns The transaction to send; undefined when another transfer is active or too little is
 *   free.
 */
export async function storeTransfer(
  storage: Storage,
  options: {
    holding: BalanceKey
    kind: InventoryTransferKind
    amount: bigint
    free?: { units: bigint; atBlock: bigint }
    sign: (nonce: bigint) => Promise<{ hash: string; raw: string }>
  },
): Promise<TransferBytes | undefined> {
  try {
    return await storage.transaction((database) => insertTransfer(database, options))
  } catch (error) {
    // Another worker stored a transfer first.
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

/** Stores a transaction that replaces a stuck transfer at the same nonce. */
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

/** Ends a transfer: mined in `spentBlock`, or without effect when that is null. */
export async function endTransfer(
  database: Database,
  options: { hash: string; spentBlock: bigint | null },
): Promise<void> {
  await database.query(
    'update inventory_moves set active = false, spent_block = $2 where hash = $1 and active',
    [options.hash, options.spentBlock],
  )
}

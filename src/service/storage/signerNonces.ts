import type { Database, Storage } from './database.ts'

/** The key of a signer on a chain. */
export type SignerKey = { chain: string; signer: string }

/**
 * Brings the stored next nonce up to what the chain has counted, never down.
 *
 * @returns The next nonce that will be taken.
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
 * Takes the next nonce of a signer, for what is stored in the same transaction.
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

/** The newest signed bytes of every nonce from `from` on, in order: what may still have to land. */
export async function transactionsFrom(
  database: Database,
  options: SignerKey & { from: bigint },
): Promise<{ nonce: bigint; raw: string; hash: string }[]> {
  return database.query(
    `select distinct on (nonce) nonce, raw, hash from transactions
     where chain = $1 and signer = $2 and nonce >= $3
     order by nonce, created_at desc`,
    [options.chain, options.signer, options.from],
  )
}

/**
 * Stores a transaction that only uses up a nonce nobody has a record for, so that later ones land.
 * Nothing happens when a record has appeared meanwhile.
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

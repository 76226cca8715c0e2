import type { SolanaAddress } from '#protocol/caip.ts'
import type { SolanaClient } from './client.ts'
import { lowersBalance, readSignatures, readTransaction } from './history.ts'

/**
 * The newest transactions that are looked at. A stranger who names somebody's missing account in more of
 * them holds deliveries to it up, and pays as much for each minute of that as the account would cost.
 */
const mostTransactions = 400
/** Transactions that are read at once. */
const readAtOnce = 50

/**
 * Whether an account that is no token account now was closed since a moment: its owner has its rent,
 * and would have it again if it were made anew. So does who leaves a part of it there. What cannot be
 * read counts as having done it, and so do more transactions than are looked at.
 *
 * @param since - Unix seconds.
 */
export async function closedSince(
  client: SolanaClient,
  { address, since }: { address: SolanaAddress; since: bigint },
): Promise<boolean> {
  const commitment = 'confirmed'
  const found = await readSignatures(client, address, { commitment, limit: mostTransactions })
  const fresh = found.filter(({ time = since }) => time >= since)
  if (fresh.length === mostTransactions) return true
  const succeeded = fresh.filter(({ err }) => err === null)
  for (let from = 0; from < succeeded.length; from += readAtOnce) {
    const landed = await Promise.all(
      succeeded
        .slice(from, from + readAtOnce)
        .map(({ signature }) => readTransaction(client, signature, commitment)),
    )
    if (landed.some((one) => !one || lowersBalance(one, address))) return true
  }
  return false
}

import type { SolanaAddress } from '#protocol/caip.ts'
import type { SolanaClient } from './client.ts'
import { lowersBalance, readSignatures, readTransaction } from './history.ts'

/** The newest transactions that are looked at: whoever sends more of them only delays himself. */
const mostTransactions = 50

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
  const landed = await Promise.all(
    found.map(({ signature }) => readTransaction(client, signature, commitment)),
  )
  const oldest = landed.at(-1)
  if (found.length === mostTransactions && (oldest?.time ?? since) >= since) return true
  return landed.some((transaction) => {
    if (transaction && transaction.err !== null) return false
    if (!transaction || (transaction.time ?? since) < since) return false
    return lowersBalance(transaction, address)
  })
}

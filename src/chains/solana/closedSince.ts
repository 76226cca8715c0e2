import type { SolanaAddress } from '#protocol/caip.ts'
import type { SolanaClient } from './client.ts'
import { readSignatures, readTransaction } from './history.ts'
import { decodeTransaction, staticAddressesOf } from './message.ts'

/** The newest transactions that are looked at: whoever sends more of them only delays himself. */
const mostTransactions = 50

/**
 * Whether an account that is not there was closed since a moment: its owner has its rent, and would
 * have it again if it were made anew. One transaction that cannot be read counts as having done it.
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
    found
      .filter(({ err }) => err === null)
      .map(({ signature }) => readTransaction(client, signature, commitment)),
  )
  return landed.some((transaction) => {
    if (!transaction || (transaction.time ?? since) < since) return false
    const { balancesBefore, balancesAfter } = transaction
    const { message } = decodeTransaction(transaction.bytes) ?? {}
    const index = message ? staticAddressesOf(message).indexOf(address) : -1
    return index === -1 || (balancesBefore[index] !== 0n && balancesAfter[index] === 0n)
  })
}

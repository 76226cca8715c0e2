import { isBlockhashValid, readBlockhash } from '../rpc/blockhash.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { requestAll, type SolanaQuorum } from './quorum.ts'
import { readAccounts } from '../rpc/readAccounts.ts'

/** Tracks the blockhashes that a chain's transactions use, and when they expire. */
export type Blockhashes = {
  /** Returns the newest finalized blockhash. */
  newest(): Promise<string>
  /** Records that a blockhash existed at a slot. */
  note(blockhash: string, slot: bigint): void
  /**
   * Whether no block can include a transaction with this blockhash any more, as enough providers
   * say at finality. False while that is uncertain.
   */
  isExpired(blockhash: string): Promise<boolean>
}

/** Blockhashes remembered; a minute has a few hundred at most. */
const maxRemembered = 10_000

/**
 * Creates the blockhash tracker of a chain.
 *
 * A lagging provider calls a blockhash that it does not know yet invalid, just like an expired one.
 * So each blockhash is recorded with a slot at which it certainly existed, and only providers whose
 * finalized slot is past it are believed.
 */
export function createBlockhashes({ clients }: SolanaQuorum): Blockhashes {
  const [client] = clients
  const existedAt = new Map<string, bigint>()
  return {
    async newest() {
      if (!client) throw new Error('A chain has at least one provider.')
      const { blockhash, slot } = await readBlockhash(client, { commitment: 'finalized' })
      remember(blockhash, slot)
      return blockhash
    },
    note(blockhash, slot) {
      if (!existedAt.has(blockhash)) remember(blockhash, slot)
    },
    async isExpired(blockhash) {
      const existed = existedAt.get(blockhash) ?? (await learn(blockhash))
      const answers = await requestAll(clients, (one) =>
        isBlockhashValid(one, blockhash, { commitment: 'finalized' }),
      )
      return answers.every(({ isValid, slot }) => !isValid && slot >= existed)
    },
  }

  /** Unknown, but already used in a transaction: it existed at the current newest slot. */
  async function learn(blockhash: string): Promise<bigint> {
    const slots = await requestAll(clients, readBlockhashSlot)
    return remember(
      blockhash,
      slots.reduce((high, slot) => (slot > high ? slot : high), 0n),
    )
  }

  function remember(blockhash: string, slot: bigint): bigint {
    existedAt.set(blockhash, slot)
    for (const oldest of existedAt.keys()) {
      if (existedAt.size <= maxRemembered) break
      existedAt.delete(oldest)
    }
    return slot
  }
}

async function readBlockhashSlot(client: SolanaClient): Promise<bigint> {
  return (await readAccounts(client, [], { commitment: 'confirmed' })).slot
}

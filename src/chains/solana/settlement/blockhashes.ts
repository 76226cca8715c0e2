import { isBlockhashValid, readBlockhash } from '../rpc/blockhash.ts'
import type { SolanaClient } from '../rpc/client.ts'
import { requestAll, type SolanaQuorum } from './quorum.ts'
import { readAccounts } from '../rpc/readAccounts.ts'

/** The blockhashes that transactions of one chain name, and when they are over. */
export type Blockhashes = {
  /** The newest finalized one. */
  newest(): Promise<string>
  /** Notes that one existed at a slot. */
  note(blockhash: string, slot: bigint): void
  /**
   * Whether no block can take a transaction with this blockhash any more, as enough providers say at
   * finality. False while that is not certain.
   */
  isExpired(blockhash: string): Promise<boolean>
}

/** Blockhashes that are remembered; those of a minute are a few hundred at most. */
const maxRemembered = 10_000

/**
 * Makes the memory of blockhashes.
 *
 * A provider that lies behind does not know a blockhash yet, and calls it invalid as one that has
 * expired. So each is remembered with a slot at which it surely existed: only a provider whose finality
 * has passed that slot is believed.
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

  /** Somebody named it already, so that it existed at the slot that is the newest now. */
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

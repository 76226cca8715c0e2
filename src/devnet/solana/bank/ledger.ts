import type { InnerInstruction } from './runtime.ts'
import type { TokenAmount } from './tokenState.ts'
import type { TransactionError } from './transactionError.ts'

/** Token balance of one of a transaction's accounts. */
export type TokenBalance = {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: TokenAmount
}

/** What a cluster reports about a landed transaction. */
export type TransactionMeta = {
  err: TransactionError | null
  fee: number
  preBalances: number[]
  postBalances: number[]
  preTokenBalances: TokenBalance[]
  postTokenBalances: TokenBalance[]
  innerInstructions: { index: number; instructions: InnerInstruction[] }[]
  logMessages: string[]
  loadedAddresses: { writable: string[]; readonly: string[] }
  computeUnitsConsumed: number
  returnData?: { programId: string; data: [base64: string, encoding: 'base64'] }
}

/** A transaction that landed, successful or not. */
export type Landed = {
  signature: string
  slot: number
  blockTimeSeconds: number
  /** The signed transaction, base64. */
  bytes: string
  /** All accounts in message order, those of lookup tables last. */
  addresses: string[]
  meta: TransactionMeta
}

/** The landed transactions that a chain keeps. */
export type Ledger = {
  add(landed: Landed): void
  get(signature: string): Landed | undefined
  /** Oldest first. */
  all(): Iterable<Landed>
  /** Signatures of a slot's transactions, in order. */
  inSlot(slot: number): readonly string[]
  /** Signatures of the transactions that name an address, newest first. */
  naming(address: string): string[]
  /** Number of transactions ever added. */
  count(): number
  /** First slot from which all are kept; undefined when none was ever dropped. */
  rememberedFrom(): number | undefined
}

/**
 * Creates the ledger of landed transactions.
 *
 * @param options.maxTransactions - Number of transactions to keep; older ones are dropped.
 * @param options.youngSlots - Slots within which none is dropped, whatever their number, so that
 *   duplicates are recognized.
 */
export function createLedger(options: { maxTransactions: number; youngSlots: number }): Ledger {
  const bySignature = new Map<string, Landed>()
  const bySlot = new Map<number, string[]>()
  const byAddress = new Map<string, string[]>()
  let added = 0

  function forgetOldest(newestSlot: number): void {
    for (const oldest of bySignature.values()) {
      if (bySignature.size <= options.maxTransactions) return
      if (newestSlot - oldest.slot <= options.youngSlots) return
      bySignature.delete(oldest.signature)
      dropFirst(bySlot, oldest.slot)
      for (const address of new Set(oldest.addresses)) dropFirst(byAddress, address)
    }
  }

  return {
    add(landed) {
      const { signature } = landed
      added += 1
      bySignature.set(signature, landed)
      append(bySlot, { key: landed.slot, signature })
      for (const address of new Set(landed.addresses))
        append(byAddress, { key: address, signature })
      forgetOldest(landed.slot)
    },
    get: (signature) => bySignature.get(signature),
    all: () => bySignature.values(),
    inSlot: (slot) => bySlot.get(slot) ?? [],
    naming: (address) => (byAddress.get(address) ?? []).toReversed(),
    count: () => added,
    rememberedFrom() {
      if (bySignature.size < options.maxTransactions) return undefined
      const [oldest] = bySignature.values()
      // Others of the oldest slot may have been dropped.
      for (const { slot } of bySignature.values()) if (slot !== oldest?.slot) return slot
      return Infinity
    },
  }
}

function append<key>(
  lists: Map<key, string[]>,
  { key, signature }: { key: key; signature: string },
): void {
  const list = lists.get(key)
  if (list) list.push(signature)
  else lists.set(key, [signature])
}

function dropFirst<key>(lists: Map<key, string[]>, key: key): void {
  const list = lists.get(key)
  list?.shift()
  if (list?.length === 0) lists.delete(key)
}

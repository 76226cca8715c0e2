import type { InnerInstruction } from './runtime.ts'
import type { TokenAmount } from './tokenState.ts'
import type { TransactionError } from './transactionError.ts'

/** What one of a transaction's accounts held of a token. */
export type TokenBalance = {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: TokenAmount
}

/** What a cluster tells of a landed transaction beside itself. */
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

/** A transaction that landed, succeeded or not. */
export type Landed = {
  signature: string
  slot: number
  blockTimeSeconds: number
  /** The signed transaction, base64. */
  bytes: string
  /** All accounts in the message's order, those of lookup tables last. */
  addresses: string[]
  meta: TransactionMeta
}

/** The transactions that a chain remembers. */
export type Ledger = {
  add(landed: Landed): void
  get(signature: string): Landed | undefined
  /** Oldest first. */
  all(): Iterable<Landed>
  /** Signatures of those in a slot, in their order. */
  inSlot(slot: number): readonly string[]
  /** Signatures of those that name an address, newest first. */
  naming(address: string): string[]
  /** How many were ever added. */
  count(): number
  /** The slot from which on all are remembered; undefined: none was ever forgotten. */
  rememberedFrom(): number | undefined
}

/**
 * Makes a history.
 *
 * @param options.kept - Transactions that are remembered; older ones are forgotten.
 * @param options.youngSlots - Slots for which none is forgotten, however many there are: a copy of it
 *   must be known as one.
 */
export function createLedger(options: { kept: number; youngSlots: number }): Ledger {
  const bySignature = new Map<string, Landed>()
  const bySlot = new Map<number, string[]>()
  const byAddress = new Map<string, string[]>()
  let added = 0

  function forgetOldest(newestSlot: number): void {
    for (const oldest of bySignature.values()) {
      if (bySignature.size <= options.kept) return
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
      if (bySignature.size < options.kept) return undefined
      const [oldest] = bySignature.values()
      // Others of the oldest slot may be forgotten.
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

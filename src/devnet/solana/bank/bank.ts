import type { MessageAccountKeys } from '@solana/web3.js'

import { type Blocks, type ChainTime, type Commitment, createBlocks } from './blocks.ts'
import { landedOf, type Seen, seeAccounts } from './landed.ts'
import { createLedger, type Landed, type Ledger } from './ledger.ts'
import { createPast, type Past } from './past.ts'
import type { Runtime, Simulation } from './runtime.ts'
import { hashLifeBlocks } from './slots.ts'
import type { TransactionFault } from './transactionFault.ts'
import { hasGoodNonce, keysOf, type WireTransaction } from './wireTransaction.ts'

/** What becomes of accepted transactions. Tests lose or delay them, as a network does. */
export type Delivery = 'land' | 'drop' | 'hold'

/** The chain: accounts, slots and the transactions that changed them. */
export type Bank = {
  runtime: Runtime
  ledger: Ledger
  blocks: Blocks
  accountAt: Past['accountAt']
  /** Says what would become of a transaction. Accounts are those of now at every commitment. */
  simulate(
    transaction: WireTransaction,
    options: { checksSignatures: boolean; commitment: Commitment },
  ): Simulation
  /** Takes a transaction; it lands, or it is dropped as a network drops what cannot land. */
  submit(transaction: WireTransaction): void
  /** For tests only; what was held lands when everything lands again. */
  deliver(delivery: Delivery): void
  /** Hears of every new slot and every landed transaction. */
  listen(listener: BankListener): void
}

/** Who hears what happens. */
export type BankListener = {
  onSlot(slot: number): void
  /** @param writable - Addresses that the transaction may have changed. */
  onLanded(landed: Landed, writable: ReadonlySet<string>): void
}

/** Where a chain was, and how it goes on. */
export type BankOptions = {
  runtime: Runtime
  time: ChainTime
  landed: readonly Landed[]
  /** Slots after which a slot is finalized; it is confirmed at once. */
  finalizedSlots: number
  /** Transactions that are remembered. */
  keptTransactions: number
  /** Milliseconds since 1970. */
  now: () => number
}

/** Makes the chain and brings it up to the clock. */
export function createBank(options: BankOptions): Bank {
  const { runtime, keptTransactions } = options
  const ledger = createLedger({ kept: keptTransactions, youngSlots: 2 * hashLifeBlocks })
  for (const landed of options.landed) ledger.add(landed)
  const listeners: BankListener[] = []
  const blocks = createBlocks({
    ...options,
    onSlot: (slot) => listeners.forEach((listener) => listener.onSlot(slot)),
  })
  const past = createPast({ runtime, blocks })
  const held: WireTransaction[] = []
  let delivery: Delivery = 'land'

  /** Why a transaction may not run, as far as the chain can say without running it. */
  function staleness(
    { message, signature }: WireTransaction,
    commitment: Commitment,
  ): TransactionFault | undefined {
    if (ledger.get(signature)) return 'AlreadyProcessed'
    const made = blocks.slotOfHash(message.recentBlockhash, commitment)
    return made !== undefined || hasGoodNonce(message, runtime) ? undefined : 'BlockhashNotFound'
  }

  function land(transaction: WireTransaction): void {
    const keys = keysOf(transaction.message, runtime)
    if (!keys || staleness(transaction, 'processed') !== undefined) return
    const addresses = addressesOf(keys)
    const writable = writableOf(transaction, addresses)
    const keep = past.look(writable)
    const before = seeAccounts(addresses, runtime)
    const outcome = runtime.execute(transaction.bytes)
    const after = seeAccounts(addresses, runtime)
    // What pays no fee never landed: its signature is wrong, or nobody could pay.
    if (outcome.fault !== undefined && !hasPaid(before, after)) return
    const block = blocks.newest()
    const landed = landedOf(transaction, { block, keys, addresses, outcome, before, after })
    ledger.add(landed)
    keep(block.slot)
    for (const listener of listeners) listener.onLanded(landed, writable)
  }

  return {
    runtime,
    ledger,
    blocks,
    accountAt: past.accountAt,
    simulate(transaction, { checksSignatures, commitment }) {
      const fault = staleness(transaction, commitment)
      return fault === undefined
        ? runtime.simulate(transaction.bytes, { checksSignatures })
        : nothingRan(fault)
    },
    submit(transaction) {
      if (delivery === 'land') land(transaction)
      if (delivery === 'hold') held.push(transaction)
    },
    deliver(wanted) {
      delivery = wanted
      if (delivery === 'land') for (const transaction of held.splice(0)) land(transaction)
    },
    listen(listener) {
      listeners.push(listener)
    },
  }
}

function addressesOf(keys: MessageAccountKeys): string[] {
  return keys.keySegments().flatMap((segment) => segment.map(String))
}

function writableOf({ message }: WireTransaction, addresses: readonly string[]): Set<string> {
  return new Set(addresses.filter((_, index) => message.isAccountWritable(index)))
}

function hasPaid(before: readonly Seen[], after: readonly Seen[]): boolean {
  return before[0]?.lamports !== after[0]?.lamports
}

function nothingRan(fault: TransactionFault): Simulation {
  return {
    fault,
    logs: [],
    unitsConsumed: 0n,
    feeLamports: 0n,
    innerInstructions: [],
    returnData: undefined,
    accounts: [],
  }
}

import type { MessageAccountKeys } from '@solana/web3.js'

import type { Commitment } from '#chains/solana/rpc/readAccounts.ts'
import { type Blocks, type ChainTime, createBlocks } from './blocks.ts'
import { buildLanded, type AccountSnapshot, snapshotAccounts } from './landed.ts'
import { createLedger, type Landed, type Ledger } from './ledger.ts'
import { createAccountHistory, type AccountHistory } from './accountHistory.ts'
import type { Runtime, SimulatedExecution } from './runtime.ts'
import { hashLifeBlocks } from './slots.ts'
import type { TransactionError } from './transactionError.ts'
import { hasGoodNonce, resolveAccountKeys, type WireTransaction } from './wireTransaction.ts'

/** Fate of accepted transactions. Tests lose or delay them, as a real network may. */
export type DeliveryMode = 'land' | 'drop' | 'hold'

/** The chain: accounts, slots and landed transactions. */
export type Bank = {
  runtime: Runtime
  ledger: Ledger
  blocks: Blocks
  accountAt: AccountHistory['accountAt']
  /** Simulates a transaction on the latest accounts, whatever the commitment. */
  simulate(
    transaction: WireTransaction,
    options: { checksSignatures: boolean; commitment: Commitment },
  ): SimulatedExecution
  /** Accepts a transaction; it lands, or is dropped as a network drops what cannot land. */
  submit(transaction: WireTransaction): void
  /** For tests only; held transactions land when the mode returns to `land`. */
  deliver(delivery: DeliveryMode): void
  /** Registers a listener for new slots and landed transactions. */
  listen(listener: BankListener): void
}

/** Called on new slots and landed transactions. */
export type BankListener = {
  onSlot(slot: number): void
  /** @param writable - Addresses that the transaction may have changed. */
  onLanded(landed: Landed, writable: ReadonlySet<string>): void
}

/** State to resume a chain from, and its settings. */
export type BankOptions = {
  runtime: Runtime
  time: ChainTime
  landed: readonly Landed[]
  /** Slots until a slot is finalized; it is confirmed at once. */
  finalizedSlots: number
  /** Number of transactions kept. */
  keptTransactions: number
  /** Returns Unix milliseconds. */
  now: () => number
}

/** Creates the chain and advances it to the present. */
export function createBank(options: BankOptions): Bank {
  const { runtime, keptTransactions } = options
  const ledger = createLedger({ maxTransactions: keptTransactions, youngSlots: 2 * hashLifeBlocks })
  for (const landed of options.landed) ledger.add(landed)
  const listeners: BankListener[] = []
  const blocks = createBlocks({
    ...options,
    onSlot: (slot) => listeners.forEach((listener) => listener.onSlot(slot)),
  })
  const past = createAccountHistory({ runtime, blocks })
  const held: WireTransaction[] = []
  let delivery: DeliveryMode = 'land'

  /** Why a transaction may not run, as far as can be checked without running it. */
  function findStaleError(
    { message, signature }: WireTransaction,
    commitment: Commitment,
  ): TransactionError | undefined {
    if (ledger.get(signature)) return 'AlreadyProcessed'
    const made = blocks.slotOfHash(message.recentBlockhash, commitment)
    return made !== undefined || hasGoodNonce(message, runtime) ? undefined : 'BlockhashNotFound'
  }

  function land(transaction: WireTransaction): void {
    const keys = resolveAccountKeys(transaction.message, runtime)
    if (!keys || findStaleError(transaction, 'processed') !== undefined) return
    const addresses = toAddresses(keys)
    const writable = getWritable(transaction, addresses)
    const keep = past.track(writable)
    const before = snapshotAccounts(addresses, runtime)
    const outcome = runtime.execute(transaction.bytes)
    const after = snapshotAccounts(addresses, runtime)
    // A transaction that pays no fee never landed: bad signature, or no funds.
    if (outcome.error !== undefined && !hasPaid(before, after)) return
    const block = blocks.newest()
    const landed = buildLanded(transaction, { block, keys, addresses, outcome, before, after })
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
      const error = findStaleError(transaction, commitment)
      return error === undefined
        ? runtime.simulate(transaction.bytes, { checksSignatures })
        : buildFailedSimulation(error)
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

function toAddresses(keys: MessageAccountKeys): string[] {
  return keys.keySegments().flatMap((segment) => segment.map(String))
}

function getWritable({ message }: WireTransaction, addresses: readonly string[]): Set<string> {
  return new Set(addresses.filter((_, index) => message.isAccountWritable(index)))
}

function hasPaid(before: readonly AccountSnapshot[], after: readonly AccountSnapshot[]): boolean {
  return before[0]?.lamports !== after[0]?.lamports
}

function buildFailedSimulation(error: TransactionError): SimulatedExecution {
  return {
    error,
    logs: [],
    unitsConsumed: 0n,
    feeLamports: 0n,
    innerInstructions: [],
    returnData: undefined,
    accounts: [],
  }
}

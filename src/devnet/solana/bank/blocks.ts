import type { Commitment } from '#chains/solana/rpc/readAccounts.ts'
import { rpcCodes, RpcError } from './rpcAnswer.ts'
import type { Landed } from './ledger.ts'
import type { Runtime } from './runtime.ts'
import {
  computeBlockhash,
  hashLifeBlocks,
  type SlotPlan,
  getSlotAt,
  getSlotStartMs,
} from './slots.ts'

/** State needed to resume a chain. */
export type ChainTime = {
  plan: SlotPlan
  /** Slots skipped on request. */
  extraSlots: number
  /** Seconds by which the clock was moved on request. */
  extraSeconds: number
}

/** A block of the chain; the newest is still in progress. */
export type SolanaBlock = { slot: number; timeSeconds: number }

/** The slots of a chain, their hashes and commitment. */
export type Blocks = {
  time(): ChainTime
  /** The newest slot at a commitment. */
  slot(commitment: Commitment): number
  /** How many slots the newest one is behind the clock. */
  slotsBehind(): number
  /** The newest block, which is in progress. */
  newest(): SolanaBlock
  /** Undefined when the slot was skipped, pruned or is in the future. */
  block(slot: number): SolanaBlock | undefined
  blockhash(slot: number): string
  /** Slot of a blockhash that transactions may use, as seen at a commitment. */
  slotOfHash(hash: string, commitment: Commitment): number | undefined
  commitmentOf(slot: number): Commitment
  /** Produces the blocks that are due. */
  advance(): void
  /** Moves the clock and skips slots, for tests only. */
  move(by: { seconds: number; slots: number }): void
}

/** Settings, and the state to resume from. */
export type BlocksOptions = {
  runtime: Runtime
  time: ChainTime
  /** Transactions whose blocks are restored. */
  landed: readonly Landed[]
  /** Slots until a slot is finalized; it is confirmed at once. */
  finalizedSlots: number
  /** Returns Unix milliseconds. */
  now: () => number
  onSlot: (slot: number) => void
}

/**
 * Slots whose hashes are kept, and that are produced after a delay: those that programs can query,
 * and the one in progress.
 */
const hashedSlots = 513
/** Number of blocks kept. */
const keptBlocks = 10_000

/** Creates the slots of a chain up to the present. */
export function createBlocks(options: BlocksOptions): Blocks {
  const { runtime, finalizedSlots, now } = options
  const { plan } = options.time
  let { extraSlots, extraSeconds } = options.time
  const blocks = new Map(
    options.landed.map(({ slot, blockTimeSeconds }) => {
      return [slot, { slot, timeSeconds: blockTimeSeconds }] as const
    }),
  )
  const hashes = new Map<string, number>()
  let newest: SolanaBlock = { slot: 0, timeSeconds: 0 }
  advance()

  function dueSlot(): number {
    return getSlotAt(plan, now()) + extraSlots
  }

  function advance(): void {
    const due = dueSlot()
    const from = Math.max(newest.slot, due - hashedSlots) + 1
    for (let slot = from; slot <= due; slot += 1) begin(slot)
  }

  function begin(slot: number): void {
    const startMs = getSlotStartMs(plan, slot - extraSlots)
    // Slots skipped on request take no time: the clock waits for them.
    const timeSeconds = Math.max(newest.timeSeconds, Math.floor(startMs / 1_000) + extraSeconds)
    newest = { slot, timeSeconds }
    blocks.set(slot, newest)
    hashes.set(computeBlockhash(plan, slot), slot)
    trim(blocks, keptBlocks)
    trim(hashes, hashedSlots)
    runtime.beginSlot({
      slot: BigInt(slot),
      unixSeconds: BigInt(newest.timeSeconds),
      recentHashes: () => listNewestFirst(hashes),
    })
    options.onSlot(slot)
  }

  function slot(commitment: Commitment): number {
    return commitment === 'finalized' ? newest.slot - finalizedSlots : newest.slot
  }

  return {
    time: () => ({ plan, extraSlots, extraSeconds }),
    slot,
    slotsBehind: () => Math.max(0, dueSlot() - newest.slot),
    newest: () => newest,
    block: (wanted) => blocks.get(wanted),
    blockhash: (wanted) => computeBlockhash(plan, wanted),
    slotOfHash(hash, commitment) {
      const made = hashes.get(hash)
      const seen = slot(commitment)
      const isGood = made !== undefined && made <= seen && seen - made <= hashLifeBlocks
      return isGood ? made : undefined
    },
    commitmentOf: (made) => (newest.slot - made >= finalizedSlots ? 'finalized' : 'confirmed'),
    advance,
    move({ seconds, slots }) {
      extraSeconds += seconds
      // Programs see the new time from the next slot on.
      extraSlots += Math.max(slots, 1)
      advance()
    },
  }
}

/** Rejects a request whose minimum slot has not been reached. */
export function checkMinimumSlot(blocks: Blocks, wanted: number | undefined): void {
  const contextSlot = blocks.slot('processed')
  if (wanted !== undefined && wanted > contextSlot)
    throw new RpcError(rpcCodes.minContextSlot, 'Minimum context slot has not been reached', {
      contextSlot,
    })
}

/** Drops the oldest entries of a map beyond a limit. */
function trim<key>(map: Map<key, unknown>, kept: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= kept) return
    map.delete(oldest)
  }
}

/** Without the last one: programs do not see the hash of the current block. */
function listNewestFirst(hashes: ReadonlyMap<string, number>): { slot: bigint; hash: string }[] {
  const made = [...hashes].slice(0, -1)
  return made.map(([hash, slot]) => ({ slot: BigInt(slot), hash })).toReversed()
}

import { rpcCodes, RpcError } from './rpcError.ts'
import type { Landed } from './ledger.ts'
import type { Runtime } from './runtime.ts'
import {
  computeBlockhash,
  hashLifeBlocks,
  type SlotPlan,
  getSlotAt,
  getSlotStartMs,
} from './slots.ts'

/** How certain something is. */
export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** What a chain needs to go on where it was. */
export type ChainTime = {
  plan: SlotPlan
  /** Slots that were skipped by hand. */
  extraSlots: number
  /** Seconds by which the clock was moved by hand. */
  extraSeconds: number
}

/** One block of the chain, or the one that is being made. */
export type Block = { slot: number; timeSeconds: number }

/** The slots of a chain, their hashes and how certain they are. */
export type Blocks = {
  time(): ChainTime
  /** The newest slot that is this certain. */
  slot(commitment: Commitment): number
  /** Slots that the newest one lies behind the clock. */
  slotsBehind(): number
  /** The newest block: the one that is being made. */
  newest(): Block
  /** Undefined when it was skipped, forgotten or is yet to come. */
  block(slot: number): Block | undefined
  blockhash(slot: number): string
  /** Slot of a hash that is good for transactions, as seen at a commitment. */
  slotOfHash(hash: string, commitment: Commitment): number | undefined
  commitmentOf(slot: number): Commitment
  /** Makes the blocks that are due. */
  advance(): void
  /** Moves the clock and skips slots: for tests only. */
  move(by: { seconds: number; slots: number }): void
}

/** How certain slots become with age, and where the chain was. */
export type BlocksOptions = {
  runtime: Runtime
  time: ChainTime
  /** Its blocks are known again. */
  landed: readonly Landed[]
  /** Slots after which a slot is finalized; it is confirmed at once. */
  finalizedSlots: number
  /** Milliseconds since 1970. */
  now: () => number
  onSlot: (slot: number) => void
}

/**
 * Slots whose hashes are known and that are made up for after a delay: those that programs can ask
 * for, and the one that is being made.
 */
const hashedSlots = 513
/** Blocks that can be asked for. */
const keptBlocks = 10_000

/** Makes the slots of a chain, up to the clock. */
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
  let newest: Block = { slot: 0, timeSeconds: 0 }
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
    // Slots that were skipped by hand take no time: the clock waits for them.
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

/** Refuses a request that wants to be answered from a slot which is not there yet. */
export function checkMinimumSlot(blocks: Blocks, wanted: number | undefined): void {
  const contextSlot = blocks.slot('processed')
  if (wanted !== undefined && wanted > contextSlot)
    throw new RpcError(rpcCodes.minContextSlot, 'Minimum context slot has not been reached', {
      contextSlot,
    })
}

/** Keeps the newest entries of a map that grows at its end. */
function trim<key>(map: Map<key, unknown>, kept: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= kept) return
    map.delete(oldest)
  }
}

/** Without the last one: programs see no hash of the block that they run in. */
function listNewestFirst(hashes: ReadonlyMap<string, number>): { slot: bigint; hash: string }[] {
  const made = [...hashes].slice(0, -1)
  return made.map(([hash, slot]) => ({ slot: BigInt(slot), hash })).toReversed()
}

import { createHash } from 'node:crypto'

import { fromBase58, toBase58 } from './base58.ts'
import { firstSlot } from './runtime.ts'

/** How the slots of a chain follow from the clock. */
export type SlotPlan = {
  /** Milliseconds since 1970 at which the first slot began. */
  genesisMs: number
  slotMs: number
  /** Drawn once per chain: blockhashes come from it, so that a restart forgets none. */
  seed: string
}

/** Blocks for which a blockhash is good. Source: MAX_PROCESSING_AGE of a cluster. */
export const hashLifeBlocks = 150

/**
 * Slots without a block before the first one. Public clusters skip slots too: whoever takes a block
 * height for a slot finds out here.
 */
const skippedSlots = 22_000_000

/** The slot that a chain has reached at a time. */
export function getSlotAt({ genesisMs, slotMs }: SlotPlan, nowMs: number): number {
  return firstSlot + Math.max(0, Math.floor((nowMs - genesisMs) / slotMs))
}

/** The time at which a slot begins. */
export function getSlotStartMs({ genesisMs, slotMs }: SlotPlan, slot: number): number {
  return genesisMs + (slot - firstSlot) * slotMs
}

/** How many blocks there are once this slot has its own. */
export function getBlockHeight(slot: number): number {
  return slot - skippedSlots
}

/** The hash of a slot's block. */
export function computeBlockhash({ seed }: SlotPlan, slot: number): string {
  const number = Buffer.alloc(8)
  number.writeBigUInt64LE(BigInt(slot))
  return toBase58(createHash('sha256').update(fromBase58(seed)).update(number).digest())
}

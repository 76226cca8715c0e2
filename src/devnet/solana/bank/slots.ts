import { createHash } from 'node:crypto'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { fromBase58 } from './params.ts'
import { firstSlot } from './runtime.ts'

/** Parameters from which a chain's slots are computed. */
export type SlotPlan = {
  /** Start of the first slot, Unix milliseconds. */
  genesisMs: number
  slotMs: number
  /** Generated once per chain: blockhashes derive from it, so a restart keeps them valid. */
  seed: string
}

/** Blocks for which a blockhash is valid. Source: MAX_PROCESSING_AGE of a cluster. */
export const hashLifeBlocks = 150

/**
 * Slots without a block before the first one. Public clusters skip slots too, so code that confuses
 * block height and slot fails here.
 */
const skippedSlots = 22_000_000

/** The slot of a chain at a time. */
export function getSlotAt({ genesisMs, slotMs }: SlotPlan, nowMs: number): number {
  return firstSlot + Math.max(0, Math.floor((nowMs - genesisMs) / slotMs))
}

/** The start of a slot, Unix milliseconds. */
export function getSlotStartMs({ genesisMs, slotMs }: SlotPlan, slot: number): number {
  return genesisMs + (slot - firstSlot) * slotMs
}

/** The block height of a slot. */
export function getBlockHeight(slot: number): number {
  return slot - skippedSlots
}

/** The hash of a slot's block. */
export function computeBlockhash({ seed }: SlotPlan, slot: number): string {
  const number = Buffer.alloc(8)
  number.writeBigUInt64LE(BigInt(slot))
  return encodeBase58(createHash('sha256').update(fromBase58(seed)).update(number).digest())
}

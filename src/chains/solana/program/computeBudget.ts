import { programs } from './addresses.ts'
import { readBytes, writeBytes } from './bytes.ts'
import type { SolanaInstruction } from './instruction.ts'

/** Compute unit limit of a transaction, and the price offered for it. */
export type ComputeBudget = {
  /** Compute unit limit. */
  units: number
  /** Price per unit in millionths of a lamport, on top of the signature fees. */
  microLamports: bigint
}

/** Maximum compute units of a transaction. Source: `MAX_COMPUTE_UNIT_LIMIT`. */
export const maxComputeUnits = 1_400_000

const setLimit = 2
const setPrice = 3

/** The two instructions that each of our transactions begins with: limit, then price. */
export function buildComputeBudgetInstructions(
  budget: ComputeBudget,
): readonly SolanaInstruction[] {
  return [
    writeBytes().u8(setLimit).u32(budget.units).bytes(),
    writeBytes().u8(setPrice).u64(budget.microLamports).bytes(),
  ].map((data) => ({ programId: programs.computeBudget, accounts: [], data }))
}

/**
 * Reads the budget that instructions begin with.
 *
 * @returns The budget and the instructions after it; undefined when they do not begin with one, or
 *   when another budget instruction follows.
 */
export function readComputeBudget(
  instructions: readonly SolanaInstruction[],
): { budget: ComputeBudget; others: readonly SolanaInstruction[] } | undefined {
  const [limit, price, ...others] = instructions
  const isPlain = [limit, price].every(
    (one) => one?.programId === programs.computeBudget && one.accounts.length === 0,
  )
  const isRepeated = others.some(({ programId }) => programId === programs.computeBudget)
  if (!isPlain || isRepeated || limit?.data.length !== 5 || price?.data.length !== 9)
    return undefined
  const [ofLimit, ofPrice] = [readBytes(limit.data), readBytes(price.data)]
  if (ofLimit.u8() !== setLimit || ofPrice.u8() !== setPrice) return undefined
  return { budget: { units: ofLimit.u32(), microLamports: ofPrice.u64() }, others }
}

/** Priority fee of a budget, lamports: it is charged in full, whatever is used. */
export function getPriorityLamports({ units, microLamports }: ComputeBudget): bigint {
  return (BigInt(units) * microLamports + 999_999n) / 1_000_000n
}

import { ChainUnavailable } from '../../rpc/ChainUnavailable.ts'
import type { Blockhashes } from './blockhashes.ts'
import { encodeMessage, writableOf } from '../codec/message.ts'
import { limitOf, withBudget } from '../operation/prepareOperation.ts'
import { mostComputeUnits } from '../program/computeBudget.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import { priorityPrices, readPriorityPrice } from '../rpc/readPriorityPrice.ts'
import { type FailedTrial, tryMessage, type TryParts } from './tryMessage.ts'

/** What the service's own messages are written with. */
export type WriteParts = TryParts & {
  blockhashes: Blockhashes
  /** What may be offered for priority at most; the usual unless given. */
  mostPrice?: bigint
}

/** For what failed when tried: it may succeed when it counts. */
const unknownUnits = 300_000

/**
 * Writes a message for which the executor pays: the newest blockhash, and a limit from what its
 * instructions took when they were tried.
 *
 * @returns The message, and why it would fail if it would.
 */
export async function writeMessage(
  instructions: readonly SolanaInstruction[],
  parts: WriteParts,
): Promise<{ message: Uint8Array; failed: FailedTrial | undefined }> {
  const { client, blockhashes, senders, chain, mostPrice } = parts
  const blockhash = await blockhashes.newest()
  const draft = { feePayer: senders.executor, blockhash, instructions }
  const trial = withBudget(draft, { units: mostComputeUnits, microLamports: priorityPrices.least })
  const [tried, microLamports] = await Promise.all([
    tryMessage(encodeMessage(trial), parts),
    readPriorityPrice(client, writableOf(trial), mostPrice),
  ])
  const failed = 'refused' in tried ? tried : undefined
  if (failed?.failure.error === 'BlockhashNotFound')
    throw new ChainUnavailable(chain.chainId, { reason: 'it does not know its newest blockhash' })
  const units = 'refused' in tried ? unknownUnits : limitOf(tried, instructions)
  return { message: encodeMessage(withBudget(draft, { units, microLamports })), failed }
}

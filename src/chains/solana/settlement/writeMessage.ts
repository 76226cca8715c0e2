import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import type { Blockhashes } from './blockhashes.ts'
import { encodeMessage, getWritableAccounts } from '../codec/message.ts'
import { getUnitLimit, withBudget } from '../operation/prepareOperation.ts'
import { maxComputeUnits } from '../program/computeBudget.ts'
import type { SolanaInstruction } from '../program/instruction.ts'
import { priorityPrices, readPriorityPrice } from '../rpc/readPriorityPrice.ts'
import {
  type FailedSimulation,
  simulateMessage,
  type SimulationContext,
} from './simulateMessage.ts'

/** What writing the service's own messages needs. */
export type MessageContext = SimulationContext & {
  blockhashes: Blockhashes
  /** Highest priority price to offer; the usual one by default. */
  maxPrice?: bigint
}

/** Limit for a message that failed in simulation: it may succeed on execution. */
const unknownUnits = 300_000

/**
 * Writes a message that the executor pays for, with the newest blockhash and a compute unit limit
 * from simulated use.
 *
 * @returns The message, and the error it would fail with, if any.
 */
export async function writeMessage(
  instructions: readonly SolanaInstruction[],
  context: MessageContext,
): Promise<{ message: Uint8Array; failed: FailedSimulation | undefined }> {
  const { client, blockhashes, senders, chain, maxPrice } = context
  const blockhash = await blockhashes.newest()
  const draft = { feePayer: senders.executor, blockhash, instructions }
  const trial = withBudget(draft, { units: maxComputeUnits, microLamports: priorityPrices.min })
  const [tried, microLamports] = await Promise.all([
    simulateMessage(encodeMessage(trial), context),
    readPriorityPrice(client, getWritableAccounts(trial), maxPrice),
  ])
  const failed = 'refused' in tried ? tried : undefined
  if (failed?.error.error === 'BlockhashNotFound')
    throw new ChainUnavailableError(chain.chainId, {
      reason: 'it does not know its newest blockhash',
    })
  const units = 'refused' in tried ? unknownUnits : getUnitLimit(tried, instructions)
  return { message: encodeMessage(withBudget(draft, { units, microLamports })), failed }
}

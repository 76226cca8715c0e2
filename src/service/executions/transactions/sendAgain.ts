import type { SenderRole, SettlementChain } from '#chains/ports/settlementChain.ts'
import { addressKey } from '#protocol/accounts/account.ts'
import type { Storage } from '../../storage/database.ts'
import { feesAtLimit, recordEvent } from '../../storage/tables/events.ts'
import { type Fence, valuesOnChain } from '../../storage/executions/executionRows.ts'
import {
  replaceTransaction,
  type StepKey,
  type StepRow,
  type TransactionRow,
} from '../../storage/executions/stepRows.ts'
import type { OnBoundary } from '../plan/boundary.ts'
import { FeesAtLimit } from './FeesAtLimit.ts'
import { laneOf } from '../schedule/lanes.ts'
import type { WorkerMemory } from './memory.ts'
import type { Plan } from '../plan/plan.ts'
import { isGivenUp, noteAnswer } from './refusals.ts'
import { rawOf } from './settleSteps.ts'
import { isRevocation, revocation } from './storedBytes.ts'

/** What sending a step's bytes again needs. */
export type SendParts = {
  plan: Plan
  fence: Fence
  chain: SettlementChain
  transactions: readonly TransactionRow[]
  memory: WorkerMemory
  /** Hears what somebody should look at. */
  onError: (error: unknown, about: { quoteId?: string }) => void
  onBoundary: OnBoundary
}

/** Blocks after which bytes that are not mined are sent again, and after which fees are raised. */
const resendBlocks = 3
const replaceBlocks = 12

/**
 * Sends the same bytes again after a while; much later, the same call with higher fees. What nodes go on
 * refusing is taken back: everything that was signed after it waits for its nonce.
 */
export async function resend(
  storage: Storage,
  options: SendParts & { step: StepRow },
): Promise<void> {
  const { chain, step, transactions, memory, fence } = options
  const mine = transactions.filter((transaction) => isStep(transaction, step))
  const newest = mine.at(-1)
  if (!newest) throw new Error(`Step ${step.action} of ${fence.quoteId} has no transaction.`)
  if (isGivenUp(memory, newest.hash) && !isRevocation(newest)) {
    if (await isNext(chain, newest)) return giveUp(storage, { ...options, newest })
    // Perhaps it is refused only for what comes before it.
    memory.refusals.delete(newest.hash)
  }
  const sinceSentMs = performance.now() - (memory.sentMs.get(newest.hash) ?? -Infinity)
  if (sinceSentMs < resendBlocks * chain.blockMs) return
  const ageMs = Date.now() - newest.createdAt.getTime()
  const answer = memory.refusals.get(newest.hash)?.answer
  const isOld = ageMs > replaceBlocks * chain.blockMs
  // Without nonces what was rolled back may be lost, and nothing else of it can land.
  const isOpen = step.state === 'sent' || !chain.nonces
  // What is refused for another reason is not taken for more either; with another blockhash it may be.
  const isRefused = chain.nonces !== undefined && answer === 'refused'
  const isStuck = isOpen && !isRefused && (isOld || answer === 'underpriced')
  const transaction = isStuck ? await replace(storage, { ...options, mine, newest }) : newest
  await broadcast(chain, { ...options, transaction })
}

/** Whether a transaction is the next of its key. */
async function isNext(chain: SettlementChain, transaction: TransactionRow): Promise<boolean> {
  const lane = laneOf(chain, transaction)
  const sender = lane?.senders[roleOf(transaction, lane)]
  const mined = sender && (await lane.nonces?.readTransactionCount(sender, 'latest'))
  return mined === transaction.nonce
}

async function giveUp(
  storage: Storage,
  options: Omit<SendParts, 'transactions'> & { newest: TransactionRow },
): Promise<void> {
  const { leg, action, hash } = options.newest
  const { quoteId } = options.fence
  await recordEvent(storage, { quoteId, kind: 'refused by nodes', detail: { leg, action, hash } })
  return takeBack(storage, options)
}

/**
 * Takes signed bytes back: at their nonce goes a transaction that does nothing, for more. Whichever of
 * the two is mined settles the step. Where transactions have no nonces there is nothing to take their
 * place: they land soon, or never.
 */
export async function takeBack(
  storage: Storage,
  options: Omit<SendParts, 'transactions'> & { newest: TransactionRow },
): Promise<void> {
  const { newest, fence, plan, onBoundary } = options
  const chain = laneOf(options.chain, newest)
  if (!chain?.nonces) return
  const place = { plan, leg: newest.leg }
  const signed = await chain.nonces.revoke(rawOf(newest), roleOf(newest, chain))
  await onBoundary('before sign', 'revoke', place)
  const transaction = await replaceTransaction(storage, {
    fence,
    replaces: newest,
    signed: { ...signed, meta: { ...metaOf(newest), ...revocation } },
  })
  await onBoundary('after sign', 'revoke', place)
  await broadcast(chain, { ...options, transaction })
  await onBoundary('after broadcast', 'revoke', place)
}

async function replace(
  storage: Storage,
  options: SendParts & { mine: readonly TransactionRow[]; newest: TransactionRow },
): Promise<TransactionRow> {
  const { mine, newest, fence, plan, onBoundary } = options
  const chain = laneOf(options.chain, newest)
  // With another key they would be another transaction.
  if (!chain) return newest
  const sender = roleOf(newest, chain)
  const values = await valuesOnChain(storage, { quoteId: fence.quoteId, chain: chain.chainId })
  const ceiling = {
    kind: newest.action,
    first: rawOf(mine[0] ?? newest),
    // What deposits nothing is bounded by what it first offered.
    worthWei: values?.held || undefined,
  }
  const signed = await chain.replace(rawOf(newest), { sender, ceiling })
  if (signed === 'fees at their limit') await tellLimit(storage, { ...options, newest })
  if (typeof signed !== 'object') return newest
  const place = { plan, leg: newest.leg }
  const about = `${newest.action} anew`
  await onBoundary('before sign', about, place)
  const meta = metaOf(newest)
  const stored = { ...signed, meta }
  const transaction = await replaceTransaction(storage, { fence, replaces: newest, signed: stored })
  await onBoundary('after sign', about, place)
  return transaction
}

/** Raises the alarm, once for each transaction: it is watched and sent on as it is. */
async function tellLimit(
  storage: Storage,
  { newest, fence, memory, onError }: SendParts & { newest: TransactionRow },
): Promise<void> {
  if (memory.feesTold.has(newest.hash)) return
  memory.feesTold.add(newest.hash)
  const { quoteId } = fence
  const { leg, action, hash } = newest
  await recordEvent(storage, { quoteId, kind: feesAtLimit, detail: { leg, action, hash } })
  onError(new FeesAtLimit(newest), { quoteId })
}

/** Whose key signed a transaction of a lane. */
function roleOf({ signer }: TransactionRow, { senders }: SettlementChain): SenderRole {
  return signer === addressKey(senders.solver) ? 'solver' : 'executor'
}

/** What was noted beside a transaction. */
export function metaOf({ meta }: TransactionRow): object {
  return typeof meta === 'object' && meta !== null ? meta : {}
}

/** Sends signed bytes, and notes what the node says to them. */
export async function broadcast(
  chain: SettlementChain,
  { transaction, memory }: Pick<SendParts, 'memory'> & { transaction: TransactionRow },
): Promise<void> {
  const { hash } = transaction
  const answer = await chain.broadcast(rawOf(transaction))
  noteAnswer(memory, { hash, answer, blockMs: chain.blockMs })
  // Any other answer: perhaps it never arrived, so the next step sends it again.
  if (answer === 'taken') memory.sentMs.set(hash, performance.now())
}

/** Whether a row is of this step. */
export function isStep(row: StepKey, key: StepKey): boolean {
  return row.leg === key.leg && row.action === key.action && row.attempt === key.attempt
}

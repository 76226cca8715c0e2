import type { SenderRole, SettlementChain } from '#chains/ports/settlementChain.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { Storage } from '../../storage/database.ts'
import { feesAtLimit, recordEvent } from '../../storage/tables/events.ts'
import { type Fence, readValuesOnChain } from '../../storage/executions/executionRows.ts'
import {
  replaceTransaction,
  type StepKey,
  type StepRow,
  type TransactionRow,
} from '../../storage/executions/stepRows.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import { FeesAtLimitError } from './FeesAtLimitError.ts'
import { findExecutorChain } from '../schedule/executorChains.ts'
import type { WorkerMemory } from './memory.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'
import { isGivenUp, recordAnswer } from './broadcastErrors.ts'
import { getRawTransaction } from './settleSteps.ts'
import { isRevocation, revocationMeta } from './storedTransaction.ts'

/** What sending a step's bytes again needs. */
export type SendContext = {
  plan: ExecutionPlan
  fence: Fence
  chain: SettlementChain
  transactions: readonly TransactionRow[]
  memory: WorkerMemory
  /** Hears what somebody should look at. */
  onError: (error: unknown, about: { quoteId?: string }) => void
  onFailpoint: OnFailpoint
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
  options: SendContext & { step: StepRow },
): Promise<void> {
  const { chain, step, transactions, memory, fence } = options
  const mine = transactions.filter((transaction) => isStep(transaction, step))
  const newest = mine.at(-1)
  if (!newest) throw new Error(`Step ${step.action} of ${fence.quoteId} has no transaction.`)
  if (isGivenUp(memory, newest.hash) && !isRevocation(newest)) {
    if (await isNext(chain, newest)) return giveUp(storage, { ...options, newest })
    // Perhaps it is refused only for what comes before it.
    memory.broadcastErrors.delete(newest.hash)
  }
  const sinceSentMs = performance.now() - (memory.sentMs.get(newest.hash) ?? -Infinity)
  if (sinceSentMs < resendBlocks * chain.blockMs) return
  const ageMs = Date.now() - newest.createdAt.getTime()
  const answer = memory.broadcastErrors.get(newest.hash)?.answer
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
  const lane = findExecutorChain(chain, transaction)
  const sender = lane?.senders[getSenderRole(transaction, lane)]
  const mined = sender && (await lane.nonces?.readTransactionCount(sender, 'latest'))
  return mined === transaction.nonce
}

async function giveUp(
  storage: Storage,
  options: Omit<SendContext, 'transactions'> & { newest: TransactionRow },
): Promise<void> {
  const { leg, action, hash } = options.newest
  const { quoteId } = options.fence
  await recordEvent(storage, { quoteId, kind: 'refused by nodes', detail: { leg, action, hash } })
  return revokeSent(storage, options)
}

/**
 * Takes signed bytes back: at their nonce goes a transaction that does nothing, for more. Whichever of
 * the two is mined settles the step. Where transactions have no nonces there is nothing to take their
 * place: they land soon, or never.
 */
export async function revokeSent(
  storage: Storage,
  options: Omit<SendContext, 'transactions'> & { newest: TransactionRow },
): Promise<void> {
  const { newest, fence, plan, onFailpoint } = options
  const chain = findExecutorChain(options.chain, newest)
  if (!chain?.nonces) return
  const place = { plan, leg: newest.leg }
  const signed = await chain.nonces.revoke(getRawTransaction(newest), getSenderRole(newest, chain))
  await onFailpoint('before sign', 'revoke', place)
  const transaction = await replaceTransaction(storage, {
    fence,
    replaces: newest,
    signed: { ...signed, meta: { ...getMeta(newest), ...revocationMeta } },
  })
  await onFailpoint('after sign', 'revoke', place)
  await broadcast(chain, { ...options, transaction })
  await onFailpoint('after broadcast', 'revoke', place)
}

async function replace(
  storage: Storage,
  options: SendContext & { mine: readonly TransactionRow[]; newest: TransactionRow },
): Promise<TransactionRow> {
  const { mine, newest, fence, plan, onFailpoint } = options
  const chain = findExecutorChain(options.chain, newest)
  // With another key they would be another transaction.
  if (!chain) return newest
  const sender = getSenderRole(newest, chain)
  const values = await readValuesOnChain(storage, { quoteId: fence.quoteId, chain: chain.chainId })
  const ceiling = {
    kind: newest.action,
    first: getRawTransaction(mine[0] ?? newest),
    // What deposits nothing is bounded by what it first offered.
    worthWei: values?.held || undefined,
  }
  const signed = await chain.replace(getRawTransaction(newest), { sender, ceiling })
  if (signed === 'fees at their limit') await reportFeeLimit(storage, { ...options, newest })
  if (typeof signed !== 'object') return newest
  const place = { plan, leg: newest.leg }
  const about = `${newest.action} anew`
  await onFailpoint('before sign', about, place)
  const meta = getMeta(newest)
  const stored = { ...signed, meta }
  const transaction = await replaceTransaction(storage, { fence, replaces: newest, signed: stored })
  await onFailpoint('after sign', about, place)
  return transaction
}

/** Raises the alarm, once for each transaction: it is watched and sent on as it is. */
async function reportFeeLimit(
  storage: Storage,
  { newest, fence, memory, onError }: SendContext & { newest: TransactionRow },
): Promise<void> {
  if (memory.reportedFees.has(newest.hash)) return
  memory.reportedFees.add(newest.hash)
  const { quoteId } = fence
  const { leg, action, hash } = newest
  await recordEvent(storage, { quoteId, kind: feesAtLimit, detail: { leg, action, hash } })
  onError(new FeesAtLimitError(newest), { quoteId })
}

/** Whose key signed a transaction of a lane. */
function getSenderRole({ signer }: TransactionRow, { senders }: SettlementChain): SenderRole {
  return signer === toAddressKey(senders.solver) ? 'solver' : 'executor'
}

/** What was noted beside a transaction. */
export function getMeta({ meta }: TransactionRow): object {
  return typeof meta === 'object' && meta !== null ? meta : {}
}

/** Sends signed bytes, and notes what the node says to them. */
export async function broadcast(
  chain: SettlementChain,
  { transaction, memory }: Pick<SendContext, 'memory'> & { transaction: TransactionRow },
): Promise<void> {
  const { hash } = transaction
  const answer = await chain.broadcast(getRawTransaction(transaction))
  recordAnswer(memory, { hash, answer, blockMs: chain.blockMs })
  // Any other answer: perhaps it never arrived, so the next step sends it again.
  if (answer === 'taken') memory.sentMs.set(hash, performance.now())
}

/** Whether a row is of this step. */
export function isStep(row: StepKey, key: StepKey): boolean {
  return row.leg === key.leg && row.action === key.action && row.attempt === key.attempt
}

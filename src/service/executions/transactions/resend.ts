import type { SenderRole, SettlementChain } from '#chains/ports/settlementChain.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { readValuesOnChain } from '../../storage/executions/executionRows.ts'
import {
  replaceTransaction,
  type StepKey,
  type StepRow,
  type TransactionRow,
} from '../../storage/executions/stepRows.ts'
import { feesAtLimit, recordEvent } from '../../storage/tables/events.ts'
import { findExecutorChain } from '../schedule/executorChains.ts'
import type { ExecutionTick } from '../state/executionTick.ts'
import { confirmRefusal, isRefusedOften, recordAnswer } from './broadcastErrors.ts'
import { FeesAtLimitError } from './executionErrors.ts'
import {
  getRawTransaction,
  isRevocation,
  revocationMeta,
  type TransactionContext,
} from './transactionContext.ts'

type SentTransaction = { chain: SettlementChain; newest: TransactionRow }

/** Blocks after which an unmined transaction is sent again, and after which its fees are raised. */
const resendBlocks = 3
const replaceBlocks = 12

/**
 * Sends a step's transaction again after a while; much later, the same call with higher fees. A
 * transaction that nodes keep refusing is revoked, as every later one waits for its nonce.
 */
export async function resend(
  worker: TransactionContext,
  execution: ExecutionTick,
  { chain, step }: { chain: SettlementChain; step: StepRow },
): Promise<void> {
  const { memory } = worker
  const mine = execution.transactions.filter((transaction) => isStep(transaction, step))
  const newest = mine.at(-1)
  if (!newest)
    throw new Error(`Step ${step.action} of ${execution.plan.quoteId} has no transaction.`)
  const { hash } = newest
  if (isRefusedOften(memory, hash) && !isRevocation(newest)) {
    const isConfirmed = confirmRefusal(memory, { hash, isNext: await isNext(chain, newest) })
    if (isConfirmed) return giveUp(worker, execution, { chain, newest })
  }
  const sinceSentMs = performance.now() - (memory.sentMs.get(newest.hash) ?? -Infinity)
  if (sinceSentMs < resendBlocks * chain.blockMs) return
  const ageMs = Date.now() - newest.createdAt.getTime()
  const answer = memory.broadcastErrors.get(newest.hash)?.answer
  const isOld = ageMs > replaceBlocks * chain.blockMs
  // Without nonces, a mined transaction that was rolled back may be lost and has to be signed
  // again.
  const isOpen = step.state === 'sent' || !chain.nonces
  // Higher fees do not help a transaction refused for another reason; a new blockhash may.
  const isRefused = chain.nonces !== undefined && answer === 'refused'
  const isStuck = isOpen && !isRefused && (isOld || answer === 'underpriced')
  const transaction = isStuck
    ? await replace(worker, execution, { chain, newest, first: mine[0] ?? newest })
    : newest
  await broadcast(worker, chain, transaction)
}

async function isNext(chain: SettlementChain, transaction: TransactionRow): Promise<boolean> {
  const lane = findExecutorChain(chain, transaction)
  const sender = lane?.senders[getSenderRole(transaction, lane)]
  const mined = sender && (await lane.nonces?.readTransactionCount(sender, 'latest'))
  return mined === transaction.nonce
}

async function giveUp(
  worker: TransactionContext,
  execution: ExecutionTick,
  sent: SentTransaction,
): Promise<void> {
  const { leg, action, hash } = sent.newest
  const { quoteId } = execution.plan
  const detail = { action, hash }
  await recordEvent(worker.storage, { quoteId, kind: 'refused by nodes', leg, detail })
  return revokeSent(worker, execution, sent)
}

/**
 * Revokes a signed transaction: an empty one with the same nonce and higher fees takes its place.
 * Whichever of the two is mined settles the step. Without nonces nothing can take its place; such a
 * transaction lands soon or never.
 */
export async function revokeSent(
  worker: TransactionContext,
  { plan, token }: ExecutionTick,
  { chain, newest }: SentTransaction,
): Promise<void> {
  const { storage, onFailpoint } = worker
  const lane = findExecutorChain(chain, newest)
  if (!lane?.nonces) return
  const place = { plan, leg: newest.leg }
  const signed = await lane.nonces.revoke(getRawTransaction(newest), getSenderRole(newest, lane))
  await onFailpoint('before sign', 'revoke', place)
  const transaction = await replaceTransaction(storage, {
    fence: token.fence,
    replaces: newest,
    signed: { ...signed, meta: { ...newest.meta, ...revocationMeta } },
  })
  await onFailpoint('after sign', 'revoke', place)
  await broadcast(worker, lane, transaction)
  await onFailpoint('after broadcast', 'revoke', place)
}

async function replace(
  worker: TransactionContext,
  { plan, token }: ExecutionTick,
  sent: SentTransaction & { first: TransactionRow },
): Promise<TransactionRow> {
  const { storage, onFailpoint } = worker
  const { newest, first } = sent
  const chain = findExecutorChain(sent.chain, newest)
  // Signed with another key, it would be another transaction.
  if (!chain) return newest
  const { quoteId } = plan
  const sender = getSenderRole(newest, chain)
  const values = await readValuesOnChain(storage, { quoteId, chain: chain.chainId })
  const ceiling = {
    kind: newest.action,
    first: getRawTransaction(first),
    // Without a deposit, the fees are bounded by what was first offered.
    worthWei: values?.held || undefined,
  }
  const signed = await chain.replace(getRawTransaction(newest), { sender, ceiling })
  if (signed === 'fees at their limit') await reportFeeLimit(worker, quoteId, newest)
  if (typeof signed !== 'object') return newest
  const place = { plan, leg: newest.leg }
  const about = `${newest.action} anew`
  await onFailpoint('before sign', about, place)
  const transaction = await replaceTransaction(storage, {
    fence: token.fence,
    replaces: newest,
    signed: { ...signed, meta: newest.meta },
  })
  await onFailpoint('after sign', about, place)
  return transaction
}

/** Raises the alarm once per transaction. It stays watched, and is still sent as it is. */
async function reportFeeLimit(
  { storage, memory, onError }: TransactionContext,
  quoteId: string,
  newest: TransactionRow,
): Promise<void> {
  if (memory.reportedFees.has(newest.hash)) return
  memory.reportedFees.add(newest.hash)
  const { leg, action, hash } = newest
  await recordEvent(storage, { quoteId, kind: feesAtLimit, leg, detail: { action, hash } })
  onError(new FeesAtLimitError(newest), { quoteId })
}

function getSenderRole({ signer }: TransactionRow, { senders }: SettlementChain): SenderRole {
  return signer === toAddressKey(senders.solver) ? 'solver' : 'executor'
}

/**
 * Sends a signed transaction, and remembers the node's answer.
 *
 * @throws Error that names the sender when its coins do not suffice.
 */
export async function broadcast(
  { memory }: Pick<TransactionContext, 'memory'>,
  chain: SettlementChain,
  transaction: TransactionRow,
): Promise<void> {
  const { hash } = transaction
  const answer = await chain.broadcast(getRawTransaction(transaction))
  recordAnswer(memory, { hash, answer, blockMs: chain.blockMs })
  // After any other answer it may not have reached the node, so the next tick sends it again.
  if (answer === 'taken') memory.sentMs.set(hash, performance.now())
  if (answer === 'unfunded')
    throw new Error(`${transaction.signer} has too few coins on ${chain.chainId}: fund it.`)
}

/** Whether a row belongs to this step. */
export function isStep(row: StepKey, key: StepKey): boolean {
  return row.leg === key.leg && row.action === key.action && row.attempt === key.attempt
}

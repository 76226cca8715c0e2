import { classifyState } from '#chains/classifyState.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { type ChainId, ChainId as ChainIdSchema, getEvmChainNumber } from '#protocol/ids/caip.ts'
import {
  type HistoryPage,
  type HistoryQuery,
  HistoryRecord,
  type LandedOperation,
  type StatusAnswer,
  StatusRecord,
} from '#protocol/status/status.ts'
import type { Database } from '../../storage/database.ts'
import { type ExecutionRow, findExecution } from '../../storage/executions/executionRows.ts'
import { findHistory } from '../../storage/executions/history.ts'
import { findStepsOfAll, type StepRow } from '../../storage/executions/stepRows.ts'
import { parseStoredQuote } from '../plan/parseExecutionPlan.ts'
import { readCursor, writeCursor } from './historyCursor.ts'

/** Returns a chain's block explorer URL without a trailing slash; undefined if there is none. */
export type ExplorerOf = (chainId: ChainId) => string | undefined

type RecordsContext = { storage: Database; explorerOf: ExplorerOf }

/** The status record of a quote; `{}` when it was never accepted. */
export async function readStatus(context: RecordsContext, quoteId: string): Promise<StatusAnswer> {
  const row = await findExecution(context.storage, quoteId.toLowerCase())
  if (!row) return {}
  const steps = await findStepsOfAll(context.storage, [row.quoteId])
  return buildStatusRecord(row, { steps, explorerOf: context.explorerOf })
}

/**
 * One page of an account's executions, newest first.
 *
 * @throws ServiceError INVALID_REQUEST when the continuation belongs to another query.
 */
export async function readHistory(
  context: RecordsContext,
  query: HistoryQuery,
): Promise<HistoryPage> {
  const { storage, explorerOf } = context
  const { user, limit, sortBy, continuation, ...filters } = query
  const account = toAddressKey(user)
  const asked = { account, sortBy, filters }
  const after = continuation === undefined ? undefined : readCursor(continuation, asked)
  const { rows, next } = await findHistory(storage, { ...asked, limit, after })
  const steps = await findStepsOfAll(
    storage,
    rows.map(({ quoteId }) => quoteId),
  )
  return {
    transactions: rows.map((row) => buildHistoryRecord(row, { steps, explorerOf })),
    ...(next && { continuation: writeCursor(next, asked) }),
  }
}

type RecordContext = { steps: readonly (StepRow & { quoteId: string })[]; explorerOf: ExplorerOf }

function buildStatusRecord(row: ExecutionRow, context: RecordContext): StatusRecord {
  return StatusRecord.parse(toFields(row, context))
}

function buildHistoryRecord(row: ExecutionRow, context: RecordContext): HistoryRecord {
  const { originToken, destinationToken, fees } = parseStoredQuote(row.quote)
  return HistoryRecord.parse({
    ...toFields(row, context),
    type: row.type,
    originToken,
    destinationToken,
    timestamp: row.createdAt.toISOString(),
    ...(fees && { fees }),
  })
}

function toFields(row: ExecutionRow, { steps, explorerOf }: RecordContext) {
  const landed = steps.filter((step) => step.quoteId === row.quoteId && isLanded(step))
  function operations(...actions: readonly StepRow['action'][]): LandedOperation[] {
    return landed
      .filter(({ action }) => actions.includes(action))
      .map((step) => toLandedOperation(step, explorerOf))
  }
  // Without a fill, the one operation is the delivery too.
  const isSingle = !landed.some(({ action }) => action !== 'deposit')
  const isDelivered = row.status === 'COMPLETED' || row.status === 'EXECUTED'
  const fills = operations('fill')
  const refunds = operations('refund')
  const isShown = row.status === 'REFUNDED' || row.status === 'FAILED'
  return {
    quoteId: row.quoteId,
    status: row.status,
    user: row.user,
    recipientAccountId: row.recipient,
    originChainOperations: operations('deposit'),
    // The fill first, then the deployment of the account it went to.
    destinationChainOperations:
      isSingle && isDelivered ? operations('deposit') : [...fills, ...operations('arrive')],
    ...(isShown && { failReason: row.failReason ?? classifyState('nothing known') }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(refunds.length > 0 && { refundOperations: refunds }),
  }
}

/** Whether a step was mined and its operation, if any, was executed without a revert. */
function isLanded({ state, hash, detail }: StepRow): boolean {
  if (state !== 'mined' || hash === null) return false
  return detail.outcome !== 'reverted' && detail.outcome !== 'replaced'
}

function toLandedOperation(step: StepRow, explorerOf: ExplorerOf): LandedOperation {
  const chain = ChainIdSchema.parse(step.chain)
  const chainId = getEvmChainNumber(chain)
  const hash = step.hash ?? ''
  const explorer = explorerOf(chain)
  return {
    hash,
    chain,
    ...(chainId !== undefined && { chainId }),
    ...(explorer !== undefined && { explorerUrl: `${explorer}/tx/${hash}` }),
  }
}

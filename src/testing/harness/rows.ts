import type { Caller } from '#service/caller.ts'
import {
  claimExecutions,
  type ExecutionRow,
  insertExecution,
} from '#service/storage/executions/executionRows.ts'
import type { TestDatabase } from './database.ts'

/** Stores a newly accepted swap, signed by `0xa` unless given. */
export async function addExecution(
  { storage }: Pick<TestDatabase, 'storage'>,
  quoteId: string,
  { signers = ['0xa'], caller }: { signers?: readonly string[]; caller?: Caller } = {},
): Promise<void> {
  await storage.transaction((inside) =>
    insertExecution(inside, {
      quoteId,
      phase: 'depositing',
      type: 'SWAP',
      recipient: 'eip155:1/0xa',
      quote: { id: quoteId },
      fromBlocks: {},
      signers,
      ...(caller && { caller }),
    }),
  )
}

/** Claims due executions for a worker. */
export function claim(
  { storage }: Pick<TestDatabase, 'storage'>,
  owner: string,
): Promise<ExecutionRow[]> {
  return claimExecutions(storage, { owner, limit: 10, chains: [] })
}

/** The phase of an execution; undefined when it was not accepted. */
export async function readPhase(
  { storage }: Pick<TestDatabase, 'storage'>,
  { id }: { id: string },
): Promise<string | undefined> {
  const sql = 'select phase from executions where quote_id = $1'
  return (await storage.query<{ phase: string }>(sql, [id]))[0]?.phase
}

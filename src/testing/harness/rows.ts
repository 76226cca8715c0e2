import type { Caller } from '#service/caller.ts'
import {
  claimExecutions,
  type ExecutionRow,
  insertExecution,
} from '#service/storage/executions/executionRows.ts'
import type { TestDatabase } from './database.ts'

/** Stores an execution of a swap that is just accepted, signed by `0xa` unless said otherwise. */
export async function addExecution(
  { storage }: TestDatabase,
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

/** A worker takes what is due. */
export function claim({ storage }: TestDatabase, owner: string): Promise<ExecutionRow[]> {
  return claimExecutions(storage, { owner, limit: 10, chains: [] })
}

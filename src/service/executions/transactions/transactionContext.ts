import type { Storage } from '../../storage/database.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import type { SettlementChains } from '../plan/executionPlan.ts'
import type { WorkerMemory } from './memory.ts'

/** What sending and settling transactions needs of a worker. */
export type TransactionContext = {
  storage: Storage
  chains: SettlementChains
  memory: WorkerMemory
  /** Called with errors an operator should look at. */
  onError: (error: unknown, about: { quoteId?: string }) => void
  onFailpoint: OnFailpoint
}

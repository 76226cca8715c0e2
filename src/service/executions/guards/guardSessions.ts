import { classifyState } from '#chains/classifyState.ts'
import type { Action, SettlementChain } from '#chains/ports/settlementChain.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { Database } from '../../storage/database.ts'
import { findSessionRule } from '../../storage/tables/sessionRules.ts'
import type { SettlementChains } from '../plan/executionPlan.ts'

/**
 * Wraps chains so that nothing is co-signed if it was approved by a session key its admin has
 * revoked since. This is checked before each signature, so executions already accepted stop too.
 *
 * Source: security rule 5.
 */
export function guardSessions(chains: SettlementChains, database: Database): SettlementChains {
  return new Map([...chains].map(([id, chain]) => [id, guard(chain, database)]))
}

function guard(chain: SettlementChain, database: Database): SettlementChain {
  return {
    ...chain,
    ...(chain.executorChains && {
      executorChains: chain.executorChains.map((lane) => guard(lane, database)),
    }),
    async prepare(action) {
      if (await isRevoked(action, { chain, database }))
        return { refused: classifyState('session ended'), revertData: '0x' }
      return chain.prepare(action)
    },
  }
}

async function isRevoked(
  action: Action,
  { chain, database }: { chain: SettlementChain; database: Database },
): Promise<boolean> {
  if (!('operation' in action) || !isEvmOperation(action.operation)) return false
  const session = await chain.recoverApprover(action.operation)
  if (session === undefined) return false
  const account = toAddressKey(action.operation.userOp.sender)
  const rule = await findSessionRule(database, { account, session: toAddressKey(session) })
  return rule?.isRevoked ?? false
}

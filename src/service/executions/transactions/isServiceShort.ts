import { classifyState } from '#chains/classifyState.ts'
import { isPaymasterEmpty } from '#chains/evm/errors/classifyError.ts'
import type { Action, RevertedSimulation, SettlementChain } from '#chains/ports/settlementChain.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'

/**
 * Whether the solver has what it must give and the settler may not take it yet: the treasury sees to
 * that, and what failed for it alone is tried again, until it is too late to deliver.
 */
export async function isWaitingForAllowance(
  chain: SettlementChain,
  { destination }: ExecutionPlan,
): Promise<boolean> {
  const gives = destination?.gives ?? []
  const { holdings } = await chain.readInventory(gives.map(({ assetType }) => assetType))
  return gives.some(({ amount }, index) => {
    const { units = 0n, allowance } = holdings[index] ?? {}
    return allowance !== undefined && allowance < amount && units >= amount
  })
}

/**
 * Whether the service itself lacks something: the solver what it is to give, the paymaster its deposit.
 * Judged by what the chain shows, and by what only the EntryPoint says: a call can revert with any words it
 * likes.
 */
export async function isServiceShort(
  { refused, revertData }: RevertedSimulation,
  options: { chain: SettlementChain; plan: ExecutionPlan; action: Action },
): Promise<boolean> {
  const { chain, plan, action } = options
  // Reverts of an operation's own code do not come out of the EntryPoint bare.
  if ('operation' in action) return isPaymasterEmpty(revertData)
  if (refused !== classifyState('inventory too small')) return false
  // Nothing reverted: the solver's own coins were counted.
  if (revertData === '0x') return true
  const gives = plan.destination?.gives ?? []
  const { holdings } = await chain.readInventory(gives.map(({ assetType }) => assetType))
  return gives.some(({ amount }, index) => (holdings[index]?.units ?? 0n) < amount)
}

import { classifyState } from '#chains/classifyState.ts'
import { isPaymasterEmpty } from '#chains/evm/errors/classifyError.ts'
import type { Action, RevertedSimulation, SettlementChain } from '#chains/ports/settlementChain.ts'
import type { ExecutionPlan } from '../plan/executionPlan.ts'

/**
 * Whether the solver holds what it must deliver but has not allowed the settler to take it. The
 * treasury will raise the allowance, so the delivery waits until then, or until it is too late.
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
 * Whether a simulation failed because the service itself is short: the solver of inventory, or the
 * paymaster of its deposit. Judged by chain state and by errors only the EntryPoint can raise,
 * since a call can revert with any data it likes.
 */
export async function isServiceShort(
  { refused, revertData }: RevertedSimulation,
  options: { chain: SettlementChain; plan: ExecutionPlan; action: Action },
): Promise<boolean> {
  const { chain, plan, action } = options
  // The EntryPoint wraps reverts of an operation's own code, so these cannot imitate its errors.
  if ('operation' in action) return isPaymasterEmpty(revertData)
  if (refused !== classifyState('inventory too small')) return false
  // Nothing reverted: the solver's native balance was checked instead.
  if (revertData === '0x') return true
  const gives = plan.destination?.gives ?? []
  const { holdings } = await chain.readInventory(gives.map(({ assetType }) => assetType))
  return gives.some(({ amount }, index) => (holdings[index]?.units ?? 0n) < amount)
}

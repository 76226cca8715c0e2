import { toAddressKey } from '#protocol/accounts/account.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { BalanceChange, ShownChange } from './balanceChanges.ts'
import type { SimulatedChanges } from './simulatedChanges.ts'

/**
 * What a simulation says of a change. `same`: all of it happens as decoded. `spent`: what is paid does,
 * and what arrives comes later, from a solver. `other`: it differs.
 */
export function compareSimulation({
  simulated,
  spent,
  change,
  isLeast,
  isLater,
}: Pick<ShownChange, 'simulated' | 'spent' | 'change' | 'isLeast' | 'isLater'>):
  | 'same'
  | 'spent'
  | 'other'
  | undefined {
  if (simulated === undefined) return undefined
  if (simulated === change || (isLeast && simulated > change && simulated !== spent)) return 'same'
  return isLater && simulated === spent ? 'spent' : 'other'
}

/** What a simulation takes that no change of what is signed says. */
export function findUnsaid(
  { losses }: Pick<SimulatedChanges, 'losses'>,
  changes: readonly Pick<BalanceChange, 'account' | 'asset'>[],
): SimulatedChanges['losses'] {
  const said = new Set(changes.map(toKey))
  return losses.filter((loss) => !said.has(toKey(loss)))
}

/** The chains on which a payment was not simulated, also where only its token could not be read. */
export function findUnsimulated(
  { missing, failing, isRunning }: Pick<SimulatedChanges, 'missing' | 'failing' | 'isRunning'>,
  changes: readonly Pick<ShownChange, 'asset' | 'spent' | 'simulated'>[],
): readonly ChainId[] {
  const unread = changes.filter(({ spent, simulated }) => spent !== 0n && simulated === undefined)
  const chains = isRunning ? [] : unread.map(({ asset }) => asset.chainId)
  return [...new Set([...missing, ...chains.filter((one) => !failing.includes(one))])]
}

function toKey({ account, asset }: Pick<BalanceChange, 'account' | 'asset'>): string {
  return `${toAddressKey(account)} ${asset.assetType}`
}

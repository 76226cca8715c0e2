import { orderRentLamports } from '#chains/solana/assets/costs.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'
import type { ExecutionStatus } from '#protocol/status/status.ts'
import type { Database } from '../../storage/database.ts'
import {
  addSponsorLoss,
  readGasUsd,
  isOwnFault,
  readUnpaidGas,
} from '../../storage/tables/sponsorBudgets.ts'

/**
 * Charges budgets with the gas an execution used beyond what it paid, however it ended.
 *
 * A fee is only paid when everything is delivered, and covers the gas measured at quote time. A
 * recipient could accept in simulation and refuse the transaction, or use more gas when it is paid,
 * again and again at the service's expense. Only when the chain shows that the service itself was
 * short is the user not charged; revert reasons do not count, as the reverting code chooses them.
 *
 * @param options.account - The account whose value moved, if any.
 * @param options.keptOn - Chains with rent for a deposit, once for each deposit that stays. That
 *   rent comes back only when the depositor withdraws, which may be never.
 * Source: security rules 4 and 32.
 */
export async function countUnpaidGas(
  database: Database,
  options: {
    quoteId: string
    account: AccountAddress | undefined
    status: ExecutionStatus
    keptOn?: readonly ChainId[]
  },
): Promise<void> {
  const { quoteId, account, status, keptOn = [] } = options
  let usd = await readUnpaidGas(database, { quoteId, isPaid: status === 'COMPLETED' })
  for (const chain of keptOn)
    usd += await readGasUsd(database, { quoteId, chain, wei: orderRentLamports })
  if (usd === 0n) return
  const isCharged = account !== undefined && !(await isOwnFault(database, quoteId))
  const charged = isCharged ? { account: toAddressKey(account), quoteId } : {}
  await addSponsorLoss(database, { ...charged, usd })
}

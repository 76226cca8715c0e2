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
 * Charges budgets with the gas that an execution took beyond what it paid, however it ended.
 *
 * A fee is only paid when everything is delivered, and covers what was measured before: a recipient
 * may take what is tried and refuse what is sent, or do more work when it is paid than when it was
 * asked, again and again, at the service's expense. Only where the chain shows that the service lacked
 * something is nobody else charged: why something reverted is the word of the code that reverted.
 *
 * @param options.account - Whose value moved; undefined: nobody's.
 * @param options.keptOn - Chains that lend rent to a deposit, once for each that stays: it does not come back
 *   before its owner takes the deposit away, and that may be never.
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

import { type AccountAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { useBalancesByAccount } from '../../../api/balances/balances.ts'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { type AccountWorth, computeWorth } from './accountWorth.ts'

/**
 * What the accounts of the list are worth. Those in use come from the query that the pages have;
 * the others are asked for once the list is open.
 */
export function useAccountWorths(
  addresses: readonly AccountAddress[],
): (address: AccountAddress) => AccountWorth {
  const network = useNetwork()
  const { accounts } = useAccount()
  const others = addresses
    .filter((one) => accounts.every(({ accountAddress }) => !isSameAddress(accountAddress, one)))
    .map((accountAddress) => ({ accountAddress }))
  const inUse = useBalancesByAccount(accounts, network)
  const further = useBalancesByAccount(others, network)
  return (address) => {
    const isOther = others.some(({ accountAddress }) => isSameAddress(accountAddress, address))
    const { data, isError } = isOther ? further : inUse
    const found = data?.find(({ account }) => isSameAddress(account, address))
    if (found) return computeWorth(address, found.record)
    return isError ? 'unknown' : 'loading'
  }
}

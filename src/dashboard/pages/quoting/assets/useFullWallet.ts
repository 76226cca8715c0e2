import { isSameAddress } from '#protocol/ids/caip.ts'
import { useWalletFunds } from '#dashboard/api/balances/walletFunds.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { useOwner } from '#dashboard/wallets/accounts/owner/useOwner.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'

/**
 * Names the connected wallet where it holds something itself, outside the accounts, that can be moved
 * in. The local wallet's own key keeps only what it needs for gas.
 *
 * @param isAsked - Whether the chains are read for it at all.
 */
export function useFullWallet(isAsked: boolean): string | undefined {
  const { address, status, isLocal, connectorName } = useOwner()
  const { accounts } = useAccount()
  const isItself =
    address !== undefined &&
    accounts.some(({ accountAddress }) => isSameAddress(accountAddress, address))
  const isMeant = isAsked && status === 'connected' && !isLocal && !isItself
  const funds = useWalletFunds(useNetwork(), isMeant ? address : undefined).data
  const isFull = [...(funds?.values() ?? [])].some(
    (chain) => chain !== 'silent' && [...chain.units.values()].some((units) => units > 0n),
  )
  return isMeant && isFull ? (connectorName ?? translate('your wallet')) : undefined
}

import { useMemo } from 'react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress, EvmAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '../../../components/status/Address.tsx'
import type { AccountEntry } from '../../../wallets/accounts/choice/accountEntries.ts'
import { sortByOrder, useAccountList } from '../../../wallets/accounts/choice/accountList.ts'
import { kindNames } from '../../../wallets/accounts/accountNames.ts'
import { computeOwnAccount } from '../../../wallets/accounts/choice/ownAccounts.ts'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import { useAccountEntries } from '../../../wallets/accounts/useAccountEntries.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'

/** A row of the list of accounts. */
export type AccountRow = {
  address: AccountAddress
  /** The user's name for it, or what such an account is called. */
  name: string
} & (
  | { kind: 'evm'; address: EvmAddress; entry: AccountEntry; isActive: boolean }
  | { kind: 'solana' }
  /** Only looked at. */
  | { kind: 'watched' }
)

/** All accounts of the list in the user's order. */
export function useAccountRows(): readonly AccountRow[] {
  const network = useNetwork()
  const entries = useAccountEntries()
  const { solana } = useAccount()
  const list = useAccountList()
  return useMemo(() => {
    function nameOf(address: AccountAddress, otherwise: string): string {
      return list.names[toAddressKey(address)] ?? otherwise
    }
    const evm = (entries ?? []).map((entry, index): AccountRow => {
      const { accountAddress: address } = computeOwnAccount(network, entry)
      const name = nameOf(address, kindNames[entry.kind])
      return { address, name, kind: 'evm', entry, isActive: index === 0 }
    })
    const address = solana?.accountAddress
    const own: readonly AccountRow[] =
      address === undefined
        ? evm
        : [...evm, { address, name: nameOf(address, kindNames.solana), kind: 'solana' }]
    const watched = list.watched
      .filter((one) => own.every((row) => toAddressKey(row.address) !== toAddressKey(one)))
      .map((one): AccountRow => {
        return { address: one, name: nameOf(one, shortenAddress(one)), kind: 'watched' }
      })
    return sortByOrder([...own, ...watched], list)
  }, [network, entries, solana, list])
}

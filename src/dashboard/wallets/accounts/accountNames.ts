import { useMemo } from 'react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { sortByOrder, useAccountList } from './choice/accountList.ts'
import { type OwnedAccount, useAccount } from './useAccount.ts'

/** One of the user's accounts, as pages name it. */
export type NamedAccount = { address: AccountAddress; key: string; name: string; isSolana: boolean }

/** What an account is called until the user gives it a name. */
export const kindNames = {
  roleBased: translate('Smart account'),
  basic: translate('Basic account'),
  eip7702: translate('Own address'),
  solana: translate('Solana account'),
} as const

/** The accounts in use by the user's names and in the user's order. */
export function useNamedAccounts(): readonly NamedAccount[] {
  const owned = useAccount()
  const list = useAccountList()
  return useMemo(() => {
    const named = owned.accounts.map(({ accountAddress }) => {
      const key = toAddressKey(accountAddress)
      return {
        address: accountAddress,
        key,
        name: list.names[key] ?? kindNames[getKind(accountAddress, owned)],
        isSolana: accountAddress === owned.solana?.accountAddress,
      }
    })
    return sortByOrder(named, list)
  }, [owned, list])
}

function getKind(
  address: AccountAddress,
  { members, solana }: OwnedAccount,
): keyof typeof kindNames {
  if (address === solana?.accountAddress) return 'solana'
  const member = members.find(({ account }) => account.accountAddress === address)
  return member?.kind ?? 'roleBased'
}

import { useMemo } from 'react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import type { AccountAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { type OwnedAccount, useAccount } from './useAccount.ts'

/** One of the user's accounts, as pages name it. */
export type NamedAccount = { address: AccountAddress; key: string; name: string; isSolana: boolean }

const kindNames = {
  roleBased: translate('Role-based account'),
  basic: translate('Basic account'),
  eip7702: translate('Own address'),
} as const

/** The accounts in use, with names that tell them apart; the only place that names them. */
export function useNamedAccounts(): readonly NamedAccount[] {
  const owned = useAccount()
  return useMemo(
    () =>
      owned.accounts.map(({ accountAddress }) => ({
        address: accountAddress,
        key: toAddressKey(accountAddress),
        name: nameAccount(accountAddress, owned),
        isSolana: accountAddress === owned.solana?.accountAddress,
      })),
    [owned],
  )
}

function nameAccount(address: AccountAddress, { members, solana }: OwnedAccount): string {
  if (address === solana?.accountAddress) return translate('Solana account')
  const member = members.find(({ account }) => account.accountAddress === address)
  return kindNames[member?.kind ?? 'roleBased']
}

import { useMemo } from 'react'

import type { EvmAccount } from '#protocol/account.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import { useAccountChoice } from './accountChoice.ts'
import type { KnownKey } from './keyHolder.ts'
import { type EvmKind, ownAccount } from './ownAccounts.ts'
import { type Owner, useOwner } from './useOwner.ts'
import { useNetwork } from './WalletsProvider.tsx'

/** An account of the set in use: whose it is, and of which kind. */
export type SetMember = KnownKey & { kind: EvmKind; account: EvmAccount }

/** The accounts in use while a key is connected; nothing without one. */
export type OwnedAccount = {
  accountAddress: EvmAddress | undefined
  /** Receives, and makes the calls; as requests to the service take it. */
  account: EvmAccount | undefined
  /** What value may be drawn from: `account` first, up to 10, of other keys too. */
  accounts: readonly EvmAccount[]
  /** The same with their keys, same order. */
  members: readonly SetMember[]
}

/** The accounts in use, as chosen in the account dialog, computed here. */
export function useAccount(): OwnedAccount {
  const { address, wallet, connectorName } = useOwner()
  const { main, also, joined } = useAccountChoice(address)
  const network = useNetwork()
  const id = wallet?.id
  return useMemo(() => {
    const own = id === undefined ? undefined : { id, name: connectorName ?? id }
    const members = address
      ? [...[main, ...also].map((kind) => ({ owner: address, kind, wallet: own })), ...joined].map(
          (member): SetMember => ({ ...member, account: ownAccount(network, member) }),
        )
      : []
    const accounts = members.map(({ account }) => account)
    const [account] = accounts
    return { accountAddress: account?.accountAddress, account, accounts, members }
  }, [address, id, connectorName, main, also, joined, network])
}

/** Whether the wallet can sign the authorization of an EIP-7702 account: injected ones cannot. */
export function canSignAuthorizations({ isLocal }: Pick<Owner, 'isLocal'>): boolean {
  return isLocal
}

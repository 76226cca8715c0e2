import { useMemo } from 'react'

import type { EvmAccount } from '#protocol/account.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import { type AccountChoice, useAccountChoice } from './accountChoice.ts'
import { type EvmKind, ownAccount } from './ownAccounts.ts'
import { type Owner, useOwner } from './useOwner.ts'
import { useNetwork } from './WalletsProvider.tsx'

/** The accounts of the connected owner that are in use; nothing without one. */
export type OwnedAccount = {
  accountAddress: EvmAddress | undefined
  /** Receives, and makes the calls; as requests to the service take it. */
  account: EvmAccount | undefined
  /** What value may be drawn from: `account` first, up to 10. */
  accounts: readonly EvmAccount[]
  /** Their kinds, same order. */
  kinds: readonly EvmKind[]
}

/** The accounts of the connected owner, as chosen in the account dialog, computed here. */
export function useAccount(): OwnedAccount {
  const owner = useOwner()
  const { address } = owner
  const { main, also } = useAccountChoice(address)
  const network = useNetwork()
  const canDelegate = canSignAuthorizations(owner)
  return useMemo(() => {
    const kinds = address ? usableKinds({ main, also }, canDelegate) : []
    const accounts = address
      ? kinds.map((kind) => ownAccount(network, { owner: address, kind }))
      : []
    const [account] = accounts
    return { accountAddress: account?.accountAddress, account, accounts, kinds }
  }, [address, main, also, network, canDelegate])
}

/** A key that moved to a wallet without authorizations falls back to its role-based account. */
function usableKinds({ main, also }: AccountChoice, canDelegate: boolean): readonly EvmKind[] {
  const kinds = [main, ...also].filter((kind) => kind !== 'eip7702' || canDelegate)
  return kinds.includes(main) ? kinds : [...new Set<EvmKind>(['roleBased', ...kinds])]
}

/** Whether the wallet can sign the authorization of an EIP-7702 account: injected ones cannot. */
export function canSignAuthorizations({ isLocal }: Pick<Owner, 'isLocal'>): boolean {
  return isLocal
}
